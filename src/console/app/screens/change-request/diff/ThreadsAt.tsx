import { later } from '../../../frame/later.tsx'
import type { ListedThread } from '../../../threads/use-threads.ts'
import type { Pending } from '../review/pending-comments.ts'

const PostedAt = later(() => import('./PostedAt.tsx'))

export interface ThreadsAtProps {
  /** The page, with the title that a comment of the review is listed by. */
  page: { id: string; title: string }
  /** The block that a new comment is on. Undefined for the page as a whole. */
  node?: string | undefined
  threads: readonly ListedThread[]
  /** Comments of the own review that are not sent yet. */
  pending: readonly Pending[]
  isWriting: boolean
  onDone: () => void
}

/** What is said at a place of a changed page. Its code is loaded where there is something. */
export function ThreadsAt(props: ThreadsAtProps) {
  const { threads, pending, isWriting } = props
  return threads.length > 0 || pending.length > 0 || isWriting ? <PostedAt {...props} /> : null
}
