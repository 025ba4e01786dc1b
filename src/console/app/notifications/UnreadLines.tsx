import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { UnreadLines_viewer$key } from '#console/UnreadLines_viewer.graphql.ts'
import { AppLink } from '../parts/AppLink.tsx'
import { Avatar } from '../parts/Avatar.tsx'
import rows from '../parts/Rows.module.css'
import { Time } from '../parts/Time.tsx'
import { texts } from '../texts/index.ts'
import styles from '../waiting/Waiting.module.css'
import { NotificationText } from './NotificationText.tsx'
import { plainText } from './plain-text.ts'

/** The newest notifications that the person has not read. */
export function UnreadLines({ viewer }: { viewer: UnreadLines_viewer$key }) {
  const { notifications } = useFragment(
    graphql`
      fragment UnreadLines_viewer on Viewer {
        notifications(first: 8, status: [UNREAD]) {
          totalCount
          nodes {
            id
            createdAt
            excerpt
            actor {
              id
              displayName
              photoURL
            }
            urls {
              app
            }
            ...NotificationText_notification
          }
        }
      }
    `,
    viewer,
  )
  const { nodes, totalCount } = notifications
  const t = texts.home
  return (
    <section className={styles.section} aria-label={t.unread}>
      <h2>
        {t.unread} {totalCount > 0 && <span className={styles.count}>{totalCount}</span>}
      </h2>
      {nodes.length === 0 && <p className={styles.none}>{t.nothingUnread}</p>}
      <ul className={rows.rows}>
        {nodes.map((notification) => (
          <li key={notification.id} className={`${rows.row} ${styles.line}`} data-row={notification.id}>
            <Avatar person={notification.actor} />
            <div className={styles.text}>
              <AppLink href={notification.urls.app} className={`${rows.link} ${styles.subject}`}>
                <span className={rows.title}>
                  <NotificationText notification={notification} />
                </span>
              </AppLink>
              <span className={styles.facts}>
                <Time at={notification.createdAt} />
                {notification.excerpt && (
                  <span className={styles.place} dir="auto">
                    · {plainText(notification.excerpt)}
                  </span>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && (
        <p className={styles.more}>
          <Link to="/inbox">{t.allUnread}</Link>
        </p>
      )}
    </section>
  )
}
