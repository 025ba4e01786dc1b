import { graphql, useFragment } from 'react-relay/hooks'
import type { NotificationRow_notification$key } from '#console/NotificationRow_notification.graphql.ts'
import { NotificationText } from '../../notifications/NotificationText.tsx'
import { plainText } from '../../notifications/plain-text.ts'
import { AppLink } from '../../parts/AppLink.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { Emoji } from '../../parts/Emoji.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem } from '../../parts/MenuItem.tsx'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'
import styles from './InboxList.module.css'
import { mark, markDone, mute } from './marks.ts'

/** Threads and spaces can be muted; what belongs to an organization cannot. */
export const canMute = (threadId: string): boolean => !threadId.startsWith('org_')

/** A notification: what it says, and what can be done with it. Opening it marks it as read. */
export function NotificationRow({ notification }: { notification: NotificationRow_notification$key }) {
  const data = useFragment(
    graphql`
      fragment NotificationRow_notification on Notification {
        id
        status
        threadId
        createdAt
        excerpt
        actor {
          id
          displayName
          photoURL
        }
        space {
          id
          title
          emoji
        }
        urls {
          app
        }
        ...NotificationText_notification
      }
    `,
    notification,
  )
  const { id, status, threadId, createdAt, excerpt, actor, space, urls } = data
  const isUnread = status === 'UNREAD'
  const t = texts.inbox
  return (
    <li className={styles.row} data-row={id} data-unread={isUnread}>
      <span className={styles.dot}>{isUnread && <span className="visually-hidden">{t.unread}</span>}</span>
      <Avatar person={actor} size={24} />
      <div className={styles.text}>
        <AppLink href={urls.app} className={styles.link} onClick={() => isUnread && mark(id, 'READ')}>
          <NotificationText notification={data} />
        </AppLink>
        {excerpt && (
          <p className={styles.excerpt} dir="auto">
            {plainText(excerpt)}
          </p>
        )}
        <p className={styles.facts}>
          {space && (
            <>
              <Emoji code={space.emoji} /> <bdi>{space.title}</bdi> ·{' '}
            </>
          )}
          <Time at={createdAt} />
        </p>
      </div>
      <div className={styles.actions}>
        {status === 'DONE' ? (
          <button type="button" className="button small" onClick={() => mark(id, 'READ')}>
            {t.putBack}
          </button>
        ) : (
          <button
            type="button"
            className={styles.action}
            title={t.markDone}
            aria-label={t.markDone}
            onClick={() => markDone(data)}
          >
            <Icon name="check" />
          </button>
        )}
        <Menu label={t.actions} button={<Icon name="more" />} className={styles.action ?? ''}>
          <MenuItem keys="u" run={() => mark(id, isUnread ? 'READ' : 'UNREAD')}>
            {isUnread ? t.markRead : t.markUnread}
          </MenuItem>
          {canMute(threadId) && threadId !== space?.id && (
            <MenuItem keys="m" run={() => mute(threadId, t.threadMuted)}>
              {t.muteThread}
            </MenuItem>
          )}
          {space && <MenuItem run={() => mute(space.id, t.spaceMuted(space.title))}>{t.muteSpace}</MenuItem>}
        </Menu>
      </div>
    </li>
  )
}
