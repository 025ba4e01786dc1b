import type { WriteContext } from '../../core/context.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events.ts'
import { newId } from '../../core/ids.ts'
import { listOperation, operation } from '../../core/operation.ts'
import { mayComment, reachOf, type SpaceReach } from '../spaces/index.ts'
import { type CommentRow, commentsOfTarget } from './comments.loaders.ts'
import {
  DeleteComment,
  GetComment,
  ListComments,
  ListCommentsFilters,
  markdownIn,
  PostComment,
  UpdateComment,
} from './comments.model.ts'
import { findComment, getComment as getCommentAt, getTarget } from './comments.places.ts'
import { mayDeletePosted, mayEditPosted, mayReplyOrReact, mayResolve } from './comments.policy.ts'
import { changeReactions, changesReactions } from './reactions.ts'

export const listComments = listOperation({
  id: 'comments.list',
  input: ListComments,
  filters: ListCommentsFilters,
  scope: 'space:read',
  parent: (ctx, place) => getTarget(ctx.reads, place),
  list: () => commentsOfTarget,
})

export const getComment = operation({
  id: 'comments.get',
  input: GetComment,
  scope: 'space:read',
  writes: false,
  authorize: (ctx, input) => getCommentAt(ctx.reads, input, input.commentId),
  run: async (_ctx, _input, comment) => comment,
})

export const postComment = operation({
  id: 'comments.post',
  input: PostComment,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, input) => {
    const target = await getTarget(ctx.reads, input)
    const reach = await reachOf(ctx.reads, input.spaceId)
    if (!mayComment(reach)) throw forbidden('Commenting takes the role comment or higher on this space.')
    return { target, reach }
  },
  run: async (ctx, input, { target, reach }) => {
    const changeRequestId = target.id === input.spaceId ? null : target.id
    const id = newId('Comment')
    await ctx.tx.comment.create({
      data: {
        id,
        spaceId: input.spaceId,
        changeRequestId,
        targetId: target.id,
        revisionId: target.revisionId,
        pageId: input.page ?? null,
        nodeId: input.node ?? null,
        markdown: markdownIn(input.body),
        postedById: ctx.viewer.userId,
        postedAt: ctx.now(),
      },
    })
    await countOpen(ctx, { spaceId: input.spaceId, changeRequestId }, 1)
    emitAbout(ctx, reach, { id, changeRequestId }, 'comment.posted')
    return getCommentAt(ctx.reads, {}, id)
  },
})

export const updateComment = operation({
  id: 'comments.update',
  input: UpdateComment,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, input) => {
    const comment = await getCommentAt(ctx.reads, input, input.commentId)
    const reach = await reachOf(ctx.reads, comment.spaceId)
    if (input.body && !mayEditPosted(reach, comment)) {
      throw forbidden('Only its author or an admin of the space may edit a comment.')
    }
    if (input.resolved !== undefined && !mayResolve(reach, comment)) {
      throw forbidden('Resolving a comment is for its author and for the role edit or higher.')
    }
    if (changesReactions(input) && !mayReplyOrReact(reach)) {
      throw forbidden('Reacting takes the role comment or higher on this space.')
    }
    return { comment, reach }
  },
  run: async (ctx, input, { comment, reach }) => {
    const markdown = input.body && markdownIn(input.body)
    if (markdown !== undefined && markdown !== comment.markdown) {
      // Somebody may delete it between the check and here.
      const { count } = await ctx.tx.comment.updateMany({
        where: { id: comment.id },
        data: { markdown, editedAt: ctx.now() },
      })
      if (count === 0) throw notFound('This comment')
      emitAbout(ctx, reach, comment, 'comment.edited')
    }
    if (input.resolved !== undefined && (await settle(ctx, comment, input.resolved))) {
      emitAbout(ctx, reach, comment, input.resolved ? 'comment.resolved' : 'comment.reopened')
    }
    if (changesReactions(input) && (await changeReactions(ctx, { commentId: comment.id }, input))) {
      emitAbout(ctx, reach, comment, 'comment.reacted')
    }
    return readAgain(ctx, comment.id)
  },
})

/** Gives whether there was something to delete: deleting what is already gone succeeds as well. */
export const deleteComment = operation({
  id: 'comments.delete',
  input: DeleteComment,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, input) => {
    const comment = await findComment(ctx.reads, input, input.commentId)
    if (!comment) {
      await requireMayDeleteAt(ctx, input)
      return null
    }
    const reach = await reachOf(ctx.reads, comment.spaceId)
    if (!mayDeletePosted(reach, comment)) {
      throw forbidden('Only its author or an admin of the space may delete a comment.')
    }
    return { comment, reach }
  },
  run: async (ctx, input, found) => {
    const deleted = found
      ? await ctx.tx.$queryRaw<Pick<CommentRow, 'status'>[]>`
          DELETE FROM "Comment" WHERE "id" = ${found.comment.id} RETURNING "status"::text`
      : []
    if (found && deleted[0]) {
      if (deleted[0].status === 'open') await countOpen(ctx, found.comment, -1)
      emitAbout(ctx, found.reach, found.comment, 'comment.deleted')
    }
    return { deletedId: input.commentId, existed: deleted.length > 0 }
  },
})

/** Judges a deletion of something that is not there, by the place where it would have been. */
export async function requireMayDeleteAt(
  ctx: WriteContext,
  place: { spaceId?: string | undefined; changeRequestId?: string | undefined },
): Promise<void> {
  if (place.spaceId === undefined) return
  await getTarget(ctx.reads, { spaceId: place.spaceId, changeRequestId: place.changeRequestId })
  if (!mayComment(await reachOf(ctx.reads, place.spaceId))) {
    throw forbidden('Deleting comments takes the role comment or higher on this space.')
  }
}

/** A row as it is after this transaction's own writes. */
function readAgain(ctx: WriteContext, commentId: string): Promise<CommentRow> {
  ctx.reads.forget()
  return getCommentAt(ctx.reads, {}, commentId)
}

/** Resolves or reopens; false when it already was. The condition makes two at once count once. */
async function settle(ctx: WriteContext, comment: CommentRow, resolved: boolean): Promise<boolean> {
  const { count } = await ctx.tx.comment.updateMany({
    where: { id: comment.id, status: resolved ? 'open' : 'resolved' },
    data: resolved
      ? { status: 'resolved', resolvedAt: ctx.now(), resolvedById: ctx.viewer.userId }
      : { status: 'open', resolvedAt: null, resolvedById: null },
  })
  if (count > 0) await countOpen(ctx, comment, resolved ? -1 : 1)
  return count > 0
}

async function countOpen(
  ctx: WriteContext,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string | null },
  change: 1 | -1,
): Promise<void> {
  const data = { commentsOpen: { increment: change } }
  if (changeRequestId === null) await ctx.tx.space.updateMany({ where: { id: spaceId }, data })
  else await ctx.tx.changeRequest.updateMany({ where: { id: changeRequestId }, data })
}

function emitAbout(
  ctx: WriteContext,
  reach: SpaceReach,
  comment: { id: string; changeRequestId: string | null },
  type: EventType,
): void {
  ctx.emit({
    organizationId: reach.organizationId,
    spaceId: reach.spaceId,
    changeRequestId: comment.changeRequestId,
    type,
    subject: { comment: comment.id },
  })
}
