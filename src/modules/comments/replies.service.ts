import { forbidden, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import {
  listOperation,
  operation,
  preparedOperation,
  readOperation,
} from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { recordContribution } from '../change-requests/index.ts'
import { reachOf } from '../spaces/index.ts'
import { repliesOfComment, replyById } from './comments.loaders.ts'
import {
  DeleteReply,
  GetReply,
  ListReplies,
  ListRepliesFilters,
  PostReply,
  UpdateReply,
} from './comments.model.ts'
import { mayReplyOrReact } from './comments.policy.ts'
import { requireMayDeleteAt } from './comments.service.ts'
import { findReply, getComment, getReply as getReplyAt } from './find-comment.ts'
import { editText, emitAboutPost, preparedBody, requireMayDelete, requireMayUpdate } from './posts.ts'
import { changeReactions, changesReactions } from './reactions.ts'

export const listReplies = listOperation({
  id: 'replies.list',
  input: ListReplies,
  filters: ListRepliesFilters,
  scope: 'space:read',
  parent: (ctx, input) => getComment(ctx.reads, input, input.commentId),
  list: () => repliesOfComment,
})

export const getReply = readOperation({
  id: 'replies.get',
  input: GetReply,
  scope: 'space:read',
  read: (ctx, input) => getReplyAt(ctx.reads, input, input.replyId),
})

export const postReply = preparedOperation({
  id: 'replies.post',
  input: PostReply,
  scope: 'space:write',
  ...preparedBody('body'),
  authorize: async (ctx, input) => {
    const comment = await getComment(ctx.reads, input, input.commentId)
    const reach = await reachOf(ctx.reads, comment.spaceId)
    if (!mayReplyOrReact(reach))
      throw forbidden('You need the comment role or higher in this space to reply.')
    return { comment, reach }
  },
  run: async (ctx, input, { comment, reach }, written) => {
    // Counted first: this locks the comment's row, so a concurrent deletion waits or has already happened.
    const { count } = await ctx.tx.comment.updateMany({
      where: { id: comment.id },
      data: { replyCount: { increment: 1 } },
    })
    if (count === 0) throw notFound('This comment')
    const id = newId('CommentReply')
    const { changeRequestId } = comment
    if (changeRequestId !== null) await recordContribution(ctx, changeRequestId)
    emitAboutPost(ctx, reach, { id, commentId: comment.id, changeRequestId }, 'reply.posted')
    const reply = await replyById.create(ctx.reads, 'CommentReply', {
      id,
      spaceId: comment.spaceId,
      commentId: comment.id,
      markdown: written ?? input.body.markdown ?? '',
      postedById: ctx.viewer.userId,
      postedAt: ctx.now(),
    })
    if (!reply) throw notFound('This reply')
    return reply
  },
})

export const updateReply = preparedOperation({
  id: 'replies.update',
  input: UpdateReply,
  scope: 'space:write',
  ...preparedBody('body'),
  authorize: async (ctx, input) => {
    const reply = await getReplyAt(ctx.reads, input, input.replyId)
    const reach = await reachOf(ctx.reads, reply.spaceId)
    requireMayUpdate('reply', reach, reply, input)
    return { reply, reach }
  },
  changes: ({ reply }) => rowOf('CommentReply', reply),
  run: async (ctx, input, { reply, reach }, written) => {
    if (await editText(ctx, 'reply', reply, written ?? input.body?.markdown)) {
      emitAboutPost(ctx, reach, reply, 'reply.edited')
    }
    ctx.reads.forget()
    // Sent in one round trip, because others wait for the reply from the first of these statements on.
    const [hasReacted, changed] = await Promise.all([
      changesReactions(input) && changeReactions(ctx, { replyId: reply.id }, input),
      getReplyAt(ctx.reads, {}, reply.id),
    ])
    if (hasReacted) emitAboutPost(ctx, reach, reply, 'reply.reacted')
    return changed
  },
})

/** Returns whether it existed: deleting a reply that is already deleted succeeds. */
export const deleteReply = operation({
  id: 'replies.delete',
  input: DeleteReply,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, input) => {
    const reply = await findReply(ctx.reads, input, input.replyId)
    if (!reply) {
      if (input.commentId !== undefined) await getComment(ctx.reads, input, input.commentId)
      await requireMayDeleteAt(ctx, input, { kind: 'reply', id: input.replyId })
      return null
    }
    const reach = await reachOf(ctx.reads, reply.spaceId)
    requireMayDelete('reply', reach, reply)
    return { reply, reach }
  },
  changes: (found) => rowOf('CommentReply', found?.reply),
  run: async (ctx, input, found) => {
    const { count } = found
      ? await ctx.tx.commentReply.deleteMany({ where: { id: found.reply.id } })
      : { count: 0 }
    if (found && count > 0) {
      await ctx.tx.comment.updateMany({
        where: { id: found.reply.commentId },
        data: { replyCount: { decrement: 1 } },
      })
      emitAboutPost(ctx, found.reach, found.reply, 'reply.deleted')
    }
    return { deletedId: input.replyId, existed: count > 0 }
  },
})
