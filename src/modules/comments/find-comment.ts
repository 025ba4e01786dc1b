import { notFound } from '../../core/errors.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { getChangeRequestRow, type Place } from '../change-requests/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import {
  type CommentRow,
  type CommentTarget,
  commentById,
  type ReplyRow,
  replyById,
} from './comments.loaders.ts'

export type { Place }

/** What comments are on: the space, or the change request if one is named. */
export function getTarget(
  reads: RequestLoaders,
  { spaceId, changeRequestId }: Place,
): Promise<CommentTarget> {
  return changeRequestId === undefined
    ? getSpaceRow(reads, spaceId ?? '')
    : getChangeRequestRow(reads, spaceId, changeRequestId)
}

async function isAt(
  reads: RequestLoaders,
  comment: CommentRow,
  { spaceId, changeRequestId }: Place,
): Promise<boolean> {
  if (spaceId === undefined) return true
  if (comment.spaceId !== spaceId) return false
  if (changeRequestId === undefined) return comment.changeRequestId === null
  return (await getChangeRequestRow(reads, spaceId, changeRequestId)).id === comment.changeRequestId
}

/** The comment at this location, or null: a comment of another space or change request is not found. */
export async function findComment(
  reads: RequestLoaders,
  place: Place,
  commentId: string,
): Promise<CommentRow | null> {
  const comment = await reads.load(commentById, commentId)
  return comment && (await isAt(reads, comment, place)) ? comment : null
}

export async function getComment(
  reads: RequestLoaders,
  place: Place,
  commentId: string,
): Promise<CommentRow> {
  const comment = await findComment(reads, place, commentId)
  if (!comment) throw notFound('This comment')
  return comment
}

/** A comment by its id alone, for the API layers. */
export const requiredComment = readOf('space:read', (reads, commentId: string) =>
  getComment(reads, {}, commentId),
)

/** The reply to the comment at this location, or null. */
export async function findReply(
  reads: RequestLoaders,
  place: Place & { commentId?: string | undefined },
  replyId: string,
): Promise<ReplyRow | null> {
  const reply = await reads.load(replyById, replyId)
  if (!reply) return null
  if (place.commentId === undefined) return reply
  if (reply.commentId !== place.commentId) return null
  return (await findComment(reads, place, place.commentId)) && reply
}

export async function getReply(
  reads: RequestLoaders,
  place: Place & { commentId?: string | undefined },
  replyId: string,
): Promise<ReplyRow> {
  const reply = await findReply(reads, place, replyId)
  if (!reply) throw notFound('This reply')
  return reply
}
