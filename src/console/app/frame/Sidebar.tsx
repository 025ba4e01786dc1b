import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Sidebar_viewer$key } from '#console/Sidebar_viewer.graphql.ts'
import { Avatar } from '../parts/Avatar.tsx'
import { Icon } from '../parts/Icon.tsx'
import { texts } from '../texts/index.ts'
import { LiveState } from './LiveState.tsx'
import styles from './Sidebar.module.css'

interface SidebarProps {
  viewer: Sidebar_viewer$key
  /** Where a space shows its pages. */
  slotRef: (element: HTMLElement | null) => void
}

export function Sidebar({ viewer, slotRef }: SidebarProps) {
  const { user, organizations, inbox } = useFragment(
    graphql`
      fragment Sidebar_viewer on Viewer {
        user {
          id
          displayName
          photoURL
        }
        inbox {
          unreadCount
        }
        organizations(first: 50) {
          nodes {
            id
            title
          }
        }
      }
    `,
    viewer,
  )
  const { frame } = texts
  return (
    <nav className={styles.sidebar} aria-label={frame.navigation}>
      <ul className={styles.links}>
        <li>
          <Link to="/" activeOptions={{ exact: true }}>
            <Icon name="home" /> {frame.home}
          </Link>
        </li>
        <li>
          <Link to="/search">
            <Icon name="search" /> {frame.search}
          </Link>
        </li>
        <li>
          <Link to="/inbox">
            <Icon name="inbox" /> {frame.inbox}
            {inbox.unreadCount > 0 && (
              <span className={styles.count} role="img" aria-label={frame.unread(inbox.unreadCount)}>
                {inbox.unreadCount}
              </span>
            )}
          </Link>
        </li>
        {organizations?.nodes.map(({ id, title }) => (
          <li key={id}>
            <Link to="/o/$organization" params={{ organization: id }}>
              <Icon name="layers" /> <span className={styles.name}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.slot} ref={slotRef} />
      <div className={styles.foot}>
        <Link to="/account" className={styles.person}>
          <Avatar person={user} /> <span className={styles.name}>{user.displayName}</span>
        </Link>
        <LiveState />
      </div>
    </nav>
  )
}
