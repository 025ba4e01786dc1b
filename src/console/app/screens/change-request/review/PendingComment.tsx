import { texts } from '../../../texts/index.ts'
import { useChangeThreads } from '../diff/ThreadsContext.tsx'
import styles from './PendingComment.module.css'
import { discardPending, type Pending } from './pending-comments.ts'

/** A comment of the own review, as it was written, until the review is sent. */
export function PendingComment({ comment }: { comment: Pending }) {
  const { changeRequestId } = useChangeThreads()
  const t = texts.changeRequest.diff
  return (
    <div className={styles.pending}>
      <p className={styles.state}>{t.pending}</p>
      <p className={styles.text} dir="auto">
        {comment.text}
      </p>
      <button
        type="button"
        className="button small"
        onClick={() => discardPending(changeRequestId, comment.key)}
      >
        {t.discard}
      </button>
    </div>
  )
}
