import { useSyncExternalStore } from 'react'
import { viewer } from '../../../threads/viewer.ts'

/** A comment that waits to be sent with a review. */
export interface Pending {
  key: string
  pageId: string
  /** As the person knows it, for the list in the review. */
  pageTitle: string
  /** The key of the block. */
  node?: string | undefined
  text: string
}

/** A review that is being written. Kept on this device, so that nothing of it is lost. */
interface PendingReview {
  comments: readonly Pending[]
  /** What was last sent, and the key by which the server knows it again: the answer may have been lost. */
  sent?: { message: string; key: string } | undefined
}

const listeners = new Set<() => void>()
const known = new Map<string, PendingReview>()
const EMPTY: readonly Pending[] = []

const storageKey = (changeRequestId: string) => `quire-review:${viewer().id}:${changeRequestId}`

function read(changeRequestId: string): PendingReview {
  const id = storageKey(changeRequestId)
  let review = known.get(id)
  if (!review) {
    review = stored(id) ?? { comments: EMPTY }
    known.set(id, review)
  }
  return review
}

function stored(id: string): PendingReview | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(id) ?? 'null') as PendingReview | null
    return Array.isArray(kept?.comments) ? (kept as PendingReview) : undefined
  } catch {
    // Storage can be disabled or hold something else: there is no review then.
    return undefined
  }
}

function change(changeRequestId: string, review: PendingReview): void {
  const id = storageKey(changeRequestId)
  known.set(id, review)
  try {
    if (review.comments.length === 0 && !review.sent) localStorage.removeItem(id)
    else localStorage.setItem(id, JSON.stringify(review))
  } catch {
    // Storage is full or disabled: the review lives as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Adds a comment, or replaces the text of the one with its key. */
export function addPending(changeRequestId: string, comment: Pending): void {
  const review = read(changeRequestId)
  const others = review.comments.filter(({ key }) => key !== comment.key)
  change(changeRequestId, { ...review, comments: [...others, comment] })
}

export function discardPending(changeRequestId: string, key: string): void {
  const review = read(changeRequestId)
  change(changeRequestId, {
    ...review,
    comments: review.comments.filter((comment) => comment.key !== key),
  })
}

/** Forgets a review that was sent. */
export function clearPending(changeRequestId: string): void {
  change(changeRequestId, { comments: EMPTY })
}

/** The key to send a message with: the same one as before for the same message, so that it counts once. */
export function keyOfMessage(changeRequestId: string, message: string): string {
  const review = read(changeRequestId)
  if (review.sent?.message === message) return review.sent.key
  const key = crypto.randomUUID()
  change(changeRequestId, { ...review, sent: { message, key } })
  return key
}

/** The review as it is now. */
export const pendingReview = (changeRequestId: string): PendingReview => read(changeRequestId)

/** The comments that wait to be sent with a review. */
export const usePending = (changeRequestId: string): readonly Pending[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => read(changeRequestId).comments,
  )
