import { forbidden, notFound } from '../../core/errors.ts'
import { formerPlaceOf } from '../../core/events/former-place.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import {
  embeddedList,
  listOperation,
  operation,
  preparedOperation,
  readOperation,
} from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { mayComment, reachOf, spaceById } from '../spaces/index.ts'
import { type CommentRow, commentsOfTarget, usersOfReaction } from './comments.loaders.ts'
import {
  DeleteComment,
  GetComment,
  ListComments,
  ListCommentsFilters,
  PostComment,
  UpdateComment,
} from './comments.model.ts'
import { mayResolve } from './comments.policy.ts'
import { countOpen, createComment, pointsAt } from './create-comments.ts'
import { findComment, getComment as getCommentAt, getTarget, type Place } from './find-comment.ts'
import { editText, emitAboutPost, preparedBody, requireMayDelete, requireMayUpdate } from './posts.ts'
import { changeReactions, changesReactions } from './reactions.ts'

export const listComments = listOperation({
  id: 'comments.list',
  input: ListComments,
  filters: ListCommentsFilters,
  scope: 'space:read',
  parent: (ctx, place) => getTarget(ctx.reads, place),
  list: () => commentsOfTarget,
})

export const getComment = readOperation({
  id: 'comments.get',
  input: GetComment,
  scope: 'space:read',
  read: (ctx, input) => getCommentAt(ctx.reads, input, input.commentId),
})

/** REST embeds them in the reactions of a comment or a reply. */
export const listReactionUsers = embeddedList(getComment, usersOfReaction)

export const postComment = preparedOperation({
  id: 'comments.post',
  input: PostComment,
  scope: 'space:write',
  ...preparedBody('body'),
  authorize: async (ctx, input) => {
    const target = await getTarget(ctx.reads, input)
    const reach = await reachOf(ctx.reads, 'spaceId' in target ? target.spaceId : target.id)
    if (!mayComment(reach)) throw forbidden('You need the comment role or higher in this space to comment.')
    return { target, reach }
  },
  run: async (ctx, input, { target, reach }, written) => {
    const [point = {}] = await pointsAt(ctx, target, [input])
    return createComment(ctx, reach, target, { markdown: written ?? input.body.markdown ?? '', ...point })
  },
})

export const updateComment = preparedOperation({
  id: 'comments.update',
  input: UpdateComment,
  scope: 'space:write',
  ...preparedBody('body'),
  authorize: async (ctx, input) => {
    const comment = await getCommentAt(ctx.reads, input, input.commentId)
    const reach = await reachOf(ctx.reads, comment.spaceId)
    if (input.resolved !== undefined && !mayResolve(reach, comment)) {
      throw forbidden('Only its author or a user with the edit role or higher can resolve a comment.')
    }
    requireMayUpdate('comment', reach, comment, input)
    return { comment, reach }
  },
  changes: ({ comment }) => rowOf('Comment', comment),
  run: async (ctx, input, { comment, reach }, written) => {
    if (await editText(ctx, 'comment', comment, written ?? input.body?.markdown)) {
      emitAboutPost(ctx, reach, comment, 'comment.edited')
    }
    if (input.resolved !== undefined && (await settle(ctx, comment, input.resolved))) {
      emitAboutPost(ctx, reach, comment, input.resolved ? 'comment.resolved' : 'comment.reopened')
    }
    // Sent in one round trip, because others wait for the comment from the first of these statements on.
    const [hasReacted, changed] = await Promise.all([
      changesReactions(input) && changeReactions(ctx, { commentId: comment.id }, input),
      readAgain(ctx, comment.id),
    ])
    if (hasReacted) emitAboutPost(ctx, reach, comment, 'comment.reacted')
    return changed
  },
})

/** Returns whether it existed: deleting a comment that is already deleted succeeds. */
export const deleteComment = operation({
  id: 'comments.delete',
  input: DeleteComment,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, input) => {
    const comment = await findComment(ctx.reads, input, input.commentId)
    if (!comment) {
      await requireMayDeleteAt(ctx, input, { kind: 'comment', id: input.commentId })
      return null
    }
    const reach = await reachOf(ctx.reads, comment.spaceId)
    requireMayDelete('comment', reach, comment)
    return { comment, reach }
  },
  changes: (found) => rowOf('Comment', found?.comment),
  run: async (ctx, input, found) => {
    const deleted = found
      ? await ctx.tx.$queryRaw<Pick<CommentRow, 'status'>[]>`
          DELETE FROM "Comment" WHERE "id" = ${found.comment.id} RETURNING "status"::text`
      : []
    if (found && deleted[0]) {
      if (deleted[0].status === 'open') countOpen(ctx, found.comment, -1)
      emitAboutPost(ctx, found.reach, found.comment, 'comment.deleted')
    }
    return { deletedId: input.commentId, existed: deleted.length > 0 }
  },
})

/**
 * Authorizes the deletion of a comment that does not exist, by the location in the path or by the one where
 * it was deleted.
 */
export async function requireMayDeleteAt(
  ctx: WriteContext,
  named: Place,
  { kind, id }: { kind: 'comment' | 'reply'; id: string },
): Promise<void> {
  if (named.spaceId !== undefined) await getTarget(ctx.reads, { ...named, spaceId: named.spaceId })
  const spaceId = named.spaceId ?? (await formerPlaceOf(ctx.reads, kind, id))?.spaceId ?? ''
  // A comment in a space that the caller cannot see gets the same answer as one that never existed.
  if (!(await ctx.reads.load(spaceById, spaceId))) throw notFound(`This ${kind}`)
  if (!mayComment(await reachOf(ctx.reads, spaceId))) {
    throw forbidden('You need the comment role or higher in this space to delete comments.')
  }
}

/** The row after this transaction's own writes. */
function readAgain(ctx: WriteContext, commentId: string): Promise<CommentRow> {
  ctx.reads.forget()
  return getCommentAt(ctx.reads, {}, commentId)
}

/**
 * Resolves or reopens a comment; false when the status is unchanged. The condition makes concurrent
 * requests count once.
 */
async function settle(ctx: WriteContext, comment: CommentRow, resolved: boolean): Promise<boolean> {
  const { count } = await ctx.tx.comment.updateMany({
    where: { id: comment.id, status: resolved ? 'open' : 'resolved' },
    data: resolved
      ? { status: 'resolved', resolvedAt: ctx.now(), resolvedById: ctx.viewer.userId }
      : { status: 'open', resolvedAt: null, resolvedById: null },
  })
  if (count > 0) countOpen(ctx, comment, resolved ? -1 : 1)
  return count > 0
}
