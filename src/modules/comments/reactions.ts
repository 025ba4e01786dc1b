import type { WriteContext } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'

export interface ReactionChange {
  addedReactions?: string[] | undefined
  removedReactions?: string[] | undefined
}

export const changesReactions = ({ addedReactions, removedReactions }: ReactionChange) =>
  Boolean(addedReactions?.length || removedReactions?.length)

/**
 * Applies the viewer's reactions; true when anything changed. The unique index makes a reaction one per user and emoji,
 * so adding twice, even at once from two places, is adding once.
 */
export async function changeReactions(
  ctx: WriteContext,
  subject: { commentId: string } | { replyId: string },
  { addedReactions = [], removedReactions = [] }: ReactionChange,
): Promise<boolean> {
  await keepFromDeletion(ctx, subject)
  const userId = ctx.viewer.userId
  const emojis = [...new Set(addedReactions)].filter((emoji) => !removedReactions.includes(emoji))
  const added = await ctx.tx.reaction.createMany({
    data: emojis.map((emoji) => ({ id: newId('Reaction'), ...subject, userId, emoji, reactedAt: ctx.now() })),
    skipDuplicates: true,
  })
  const removed = await ctx.tx.reaction.deleteMany({
    where: { ...subject, userId, emoji: { in: removedReactions } },
  })
  const data = { reactionCount: { increment: added.count - removed.count } }
  if ('commentId' in subject) await ctx.tx.comment.updateMany({ where: { id: subject.commentId }, data })
  else await ctx.tx.commentReply.updateMany({ where: { id: subject.replyId }, data })
  return added.count + removed.count > 0
}

/** Locks what is reacted to until commit: a deletion at the same moment either waits or has already won, and counts add up. */
async function keepFromDeletion(
  ctx: WriteContext,
  subject: { commentId: string } | { replyId: string },
): Promise<void> {
  const kept =
    'commentId' in subject
      ? await ctx.tx.$executeRaw`SELECT 1 FROM "Comment" WHERE "id" = ${subject.commentId} FOR NO KEY UPDATE`
      : await ctx.tx
          .$executeRaw`SELECT 1 FROM "CommentReply" WHERE "id" = ${subject.replyId} FOR NO KEY UPDATE`
  if (kept === 0) throw notFound('commentId' in subject ? 'This comment' : 'This reply')
}
