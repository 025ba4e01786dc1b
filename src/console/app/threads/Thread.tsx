import { graphql, useFragment, useMutation } from 'react-relay/hooks'
import type { Thread_comment$key } from '#console/Thread_comment.graphql.ts'
import type { Thread_posted$key } from '#console/Thread_posted.graphql.ts'
import type { ThreadResolveMutation } from '#console/ThreadResolveMutation.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import { Post } from './Post.tsx'
import { Replies } from './Replies.tsx'
import { TargetExcerpt } from './TargetExcerpt.tsx'
import styles from './Thread.module.css'
import { useThreadOpen } from './use-thread-open.ts'
import { viewer } from './viewer.ts'

interface ThreadProps {
  comment: Thread_comment$key
  spaceId: string
  changeRequestNumber?: number | undefined
  hidesPage?: boolean | undefined
}

/** A comment with its replies, what it hangs on, and whether it is resolved. */
export function Thread({ comment, spaceId, changeRequestNumber, hidesPage }: ThreadProps) {
  const data = useFragment(
    graphql`
      fragment Thread_comment on Comment {
        ...Thread_posted
        ...Replies_comment
      }
    `,
    comment,
  )
  const posted = useFragment<Thread_posted$key>(
    graphql`
      fragment Thread_posted on Comment {
        id
        status
        resolvedAt
        resolvedBy {
          id
          displayName
        }
        postedBy {
          displayName
        }
        permissions {
          resolve
        }
        target {
          page {
            pageId
          }
          node {
            nodeId
            outdated
            current {
              key
              lines {
                first
                last
              }
            }
          }
        }
        ...Post_post
        ...TargetExcerpt_comment
      }
    `,
    data,
  )
  const { id, status, resolvedBy, permissions } = posted
  const isResolved = status === 'RESOLVED'
  const [isOpen, setOpen] = useThreadOpen(id, isResolved)
  const t = texts.threads
  return (
    <article
      className={styles.thread}
      data-status={status}
      data-thread={id}
      tabIndex={-1}
      aria-label={t.threadOf(posted.postedBy.displayName)}
    >
      <TargetExcerpt
        comment={posted}
        spaceId={spaceId}
        changeRequestNumber={changeRequestNumber}
        hidesPage={hidesPage}
      />
      {isResolved && (
        <button
          type="button"
          className={styles.resolved}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="check" />
          <span>{resolvedBy ? t.resolvedBy(resolvedBy.displayName) : t.resolved}</span>
          <span className={styles.toggle}>{isOpen ? t.hide : t.show}</span>
        </button>
      )}
      {isOpen && (
        <>
          <Post post={posted} spaceId={spaceId} />
          <Replies comment={data} spaceId={spaceId} />
        </>
      )}
      {permissions.resolve && (isOpen || !isResolved) && <ResolveButton id={id} isResolved={isResolved} />}
    </article>
  )
}

function ResolveButton({ id, isResolved }: { id: string; isResolved: boolean }) {
  const [commit, isBusy] = useMutation<ThreadResolveMutation>(graphql`
    mutation ThreadResolveMutation($input: UpdateCommentInput!) @raw_response_type {
      updateComment(input: $input) {
        comment {
          id
          version
          status
          resolvedAt
          resolvedBy {
            id
            displayName
          }
        }
      }
    }
  `)
  const t = texts.threads
  const run = () => {
    if (isBusy) return
    const { id: userId, displayName } = viewer()
    commit({
      variables: { input: { commentId: id, resolved: !isResolved } },
      optimisticUpdater: (store) => {
        const comment = store.get(id)
        comment?.setValue(isResolved ? 'OPEN' : 'RESOLVED', 'status')
        const person = store.get(userId)
        if (!isResolved && person)
          comment?.setLinkedRecord(person.setValue(displayName, 'displayName'), 'resolvedBy')
      },
      onError: () => toast(t.notResolved),
    })
  }
  return (
    <div className={styles.foot}>
      <button type="button" className="button small" aria-disabled={isBusy} onClick={run}>
        {isResolved ? t.reopen : t.resolve}
      </button>
    </div>
  )
}
