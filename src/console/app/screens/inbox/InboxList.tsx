import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { GraphQLTaggedNode } from 'relay-runtime'
import type { InboxList_viewer$key } from '#console/InboxList_viewer.graphql.ts'
import type { InboxListQuery } from '#console/InboxListQuery.graphql.ts'
import type { InboxScreenQuery } from '#console/InboxScreenQuery.graphql.ts'
import { useKeys } from '../../frame/keys.ts'
import { useNotifications } from '../../frame/notifications.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { reread } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { byDay } from './by-day.ts'
import type { InboxFilter } from './filter.ts'
import styles from './InboxList.module.css'
import { mark, markDone, mute } from './marks.ts'
import { canMute, NotificationRow } from './NotificationRow.tsx'

/** A list that is read again has at most this many rows; the rest is one click away. */
const MAX_REREAD = 250

interface InboxListProps {
  viewer: InboxList_viewer$key
  query: GraphQLTaggedNode
  variables: InboxScreenQuery['variables']
  filter: InboxFilter
}

/** Notifications by day. What changes in the inbox, here or elsewhere, changes in the list. */
export function InboxList({ viewer, query, variables, filter }: InboxListProps) {
  const { data, ...more } = usePaginationFragment<InboxListQuery, InboxList_viewer$key>(
    graphql`
      fragment InboxList_viewer on Viewer
      @refetchable(queryName: "InboxListQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        notifications(first: $count, after: $cursor, status: $status, kinds: $kinds)
          @connection(key: "InboxList_notifications") {
          totalCount
          edges {
            node {
              id
              status
              threadId
              createdAt
              ...NotificationRow_notification
            }
          }
        }
      }
    `,
    viewer,
  )
  const { edges, totalCount } = data.notifications
  const isShown = ({ status }: { readonly status: string }) => (status === 'DONE') === (filter === 'done')
  const shown = edges.map(({ node }) => node).filter(isShown)
  const again = useCoalesced(() => {
    const count = Math.min(Math.max(variables.count, edges.length), MAX_REREAD)
    reread<InboxScreenQuery>(query, { ...variables, count })
  })
  useNotifications({ onEvent: again, onGap: again })
  const rows = useRows<HTMLDivElement>()
  const atHand = () => shown.find(({ id }) => id === rows.current())
  const t = texts.inbox
  useKeys({
    e: {
      label: t.markDone,
      run: () => {
        const notification = atHand()
        if (!notification || notification.status === 'DONE') return
        // The row goes away: the next one gets the focus.
        rows.move(shown.at(-1) === notification ? -1 : 1)
        markDone(notification)
      },
    },
    u: {
      label: t.toggleRead,
      run: () => {
        const notification = atHand()
        if (notification) mark(notification.id, notification.status === 'UNREAD' ? 'READ' : 'UNREAD')
      },
    },
    m: {
      label: t.muteThread,
      run: () => {
        const notification = atHand()
        if (notification && canMute(notification.threadId)) mute(notification.threadId, t.threadMuted)
      },
    },
  })
  if (shown.length === 0) return <Empty>{t.empty[filter]}</Empty>
  return (
    <div className={styles.list} ref={rows.ref}>
      {byDay(shown).map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <h2 className={styles.day}>{label}</h2>
          <ul>
            {items.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore shown={shown.length} total={totalCount} {...more} />
    </div>
  )
}
