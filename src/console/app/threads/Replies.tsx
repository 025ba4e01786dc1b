import { useMemo, useState } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { Replies_comment$key } from '#console/Replies_comment.graphql.ts'
import type { RepliesPaginationQuery } from '#console/RepliesPaginationQuery.graphql.ts'
import { useSpaceEvents } from '../screens/space/SpaceEvents.tsx'
import { texts } from '../texts/index.ts'
import { Composer } from './Composer.tsx'
import { deliverReply } from './deliver.ts'
import { readDraft } from './drafts.ts'
import { Post } from './Post.tsx'
import styles from './Thread.module.css'
import { addReply, removeFrom, repliesOf, updateStore } from './threads-store.ts'
import { useNamedReply } from './use-named-reply.ts'

/** How many earlier replies are shown at a time. */
const STEP = 50
/** And where the address names one of them. */
const LEAP = 200

/** The last replies of a thread, earlier ones on demand, and a field for a new one. */
export function Replies({ comment, spaceId }: { comment: Replies_comment$key; spaceId: string }) {
  const { data, hasPrevious, isLoadingPrevious, loadPrevious } = usePaginationFragment<
    RepliesPaginationQuery,
    Replies_comment$key
  >(
    graphql`
      fragment Replies_comment on Comment
      @refetchable(queryName: "RepliesPaginationQuery")
      @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, before: { type: "String" }) {
        id
        permissions {
          reply
        }
        replies(last: $count, before: $before, order: ASC) @connection(key: "Replies_replies", filters: []) {
          totalCount
          edges {
            node {
              id
              ...Post_post
            }
          }
        }
      }
    `,
    comment,
  )
  const { id, permissions, replies } = data
  const shown = replies?.edges.flatMap(({ node }) => (node ? [node] : [])) ?? []
  const hidden = Math.max(0, (replies?.totalCount ?? 0) - shown.length)
  useSpaceEvents({
    onEvent: ({ commentId, replyId, reply }) => {
      if (commentId !== id || !replyId) return
      updateStore((store) => {
        if (reply) addReply(store, id, replyId)
        else removeFrom(store, repliesOf(id), replyId)
      })
    },
    onGap: () => {},
  })
  useNamedReply(id, shown, hasPrevious && !isLoadingPrevious ? () => loadPrevious(LEAP) : undefined)
  const t = texts.threads
  return (
    <div className={styles.replies}>
      {hasPrevious && (
        <button
          type="button"
          className={styles.earlier}
          aria-disabled={isLoadingPrevious}
          onClick={() => !isLoadingPrevious && loadPrevious(STEP)}
        >
          {isLoadingPrevious ? t.loading : t.showEarlier(Math.min(hidden, STEP), hidden)}
        </button>
      )}
      {shown.length > 0 && (
        <ol className={styles.list} aria-label={t.repliesLabel(replies?.totalCount ?? 0)}>
          {shown.map((reply) => (
            <li key={reply.id} className={styles.reply}>
              <Post post={reply} spaceId={spaceId} />
            </li>
          ))}
        </ol>
      )}
      {permissions.reply && <ReplyField commentId={id} spaceId={spaceId} />}
    </div>
  )
}

/** A button that becomes a field. With a draft it is one from the start. */
function ReplyField({ commentId, spaceId }: { commentId: string; spaceId: string }) {
  const target = `reply:${commentId}`
  const [isOpen, setOpen] = useState(() => readDraft(target) !== '')
  const deliver = useMemo(() => deliverReply(commentId), [commentId])
  const t = texts.threads
  return (
    <div className={styles.answer}>
      <Composer
        target={target}
        spaceId={spaceId}
        label={t.replyLabel}
        sendLabel={t.reply}
        deliver={deliver}
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
        onSent={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      />
    </div>
  )
}
