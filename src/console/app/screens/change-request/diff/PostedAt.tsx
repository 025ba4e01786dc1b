import { useMemo, useState } from 'react'
import { texts } from '../../../texts/index.ts'
import { Composer } from '../../../threads/Composer.tsx'
import { deliverComment, targetOf } from '../../../threads/deliver.ts'
import Threads from '../../../threads/Threads.tsx'
import { PendingComment } from '../review/PendingComment.tsx'
import { addPending, usePending } from '../review/pending-comments.ts'
import styles from './PostedAt.module.css'
import type { ThreadsAtProps } from './ThreadsAt.tsx'
import { useChangeThreads } from './ThreadsContext.tsx'

/** Threads of one place that are shown at a time. */
const STEP = 25

/** The threads at a place of a changed page, and a field to say more: at once, or as a part of a review. */
export default function PostedAt({ page, node, threads, pending, isWriting, onDone }: ThreadsAtProps) {
  const { spaceId } = useChangeThreads()
  const [count, setCount] = useState(STEP)
  return (
    <div className={styles.threads}>
      {threads.length > 0 && <Threads threads={threads.slice(0, count)} spaceId={spaceId} hidesPage />}
      {threads.length > count && (
        <button
          type="button"
          className="button small"
          data-reveal={threads.slice(count).some(({ status }) => status === 'OPEN') ? '' : undefined}
          onClick={() => setCount(count + STEP)}
        >
          {texts.threads.showMore}
        </button>
      )}
      {pending.map((each) => (
        <PendingComment key={each.key} comment={each} />
      ))}
      {isWriting && <NewComment page={page} node={node} onDone={onDone} />}
    </div>
  )
}

function NewComment({ page, node, onDone }: Pick<ThreadsAtProps, 'page' | 'node' | 'onDone'>) {
  const { spaceId, changeRequestId, connectionId, mayComment, mayReview } = useChangeThreads()
  const hasReview = usePending(changeRequestId).length > 0
  const [isInReview, setInReview] = useState(mayReview && (hasReview || !mayComment))
  const place = useMemo(
    () => ({ spaceId, changeRequestId, page: page.id, node }),
    [spaceId, changeRequestId, page.id, node],
  )
  const deliver = useMemo(
    () =>
      isInReview
        ? async ({ text, key }: { text: string; key: string }) =>
            addPending(changeRequestId, { key, pageId: page.id, pageTitle: page.title, node, text })
        : deliverComment(place, connectionId),
    [isInReview, changeRequestId, page.id, page.title, node, place, connectionId],
  )
  const t = texts.changeRequest.diff
  return (
    <div className={styles.writing} ref={focusField}>
      <Composer
        target={targetOf(place)}
        spaceId={spaceId}
        changeRequestId={changeRequestId}
        label={texts.threads.commentLabel}
        sendLabel={isInReview ? t.addToReview : texts.threads.comment}
        deliver={deliver}
        onSent={onDone}
        onCancel={onDone}
      />
      {mayReview && mayComment && (
        <label className="choice">
          <input
            type="checkbox"
            checked={isInReview}
            onChange={({ target }) => setInReview(target.checked)}
          />
          {t.inReview}
        </label>
      )}
    </div>
  )
}

/** A person who opens the field wants to write. */
function focusField(element: HTMLElement | null): void {
  element?.querySelector('textarea')?.focus()
}
