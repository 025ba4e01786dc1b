import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { InboxLink_viewer$key } from '#console/InboxLink_viewer.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import { texts } from '../texts/index.ts'
import styles from './Sidebar.module.css'

/** Counts above it say no more. */
const MAX_SHOWN = 99

/** The inbox with the number of unread notifications, which changes as they arrive. */
export function InboxLink({ viewer }: { viewer: InboxLink_viewer$key }) {
  const { inbox } = useFragment(
    graphql`
      fragment InboxLink_viewer on Viewer {
        inbox {
          unreadCount
        }
      }
    `,
    viewer,
  )
  const { unreadCount } = inbox
  const { frame } = texts
  return (
    <Link to="/inbox">
      <Icon name="inbox" /> {frame.inbox}
      {unreadCount > 0 && (
        <span className={styles.count} role="img" aria-label={frame.unread(unreadCount)}>
          {unreadCount > MAX_SHOWN ? `${MAX_SHOWN}+` : unreadCount}
        </span>
      )}
    </Link>
  )
}
