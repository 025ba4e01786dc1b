import { DomainError, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { MAX_EMOJI, MAX_REACTIONS_PER_USER } from './comments.model.ts'

/** The comment or reply that is reacted to. */
type Subject = { commentId: string } | { replyId: string }

export interface ReactionChange {
  addedReactions?: string[] | undefined
  removedReactions?: string[] | undefined
}

export const changesReactions = ({ addedReactions, removedReactions }: ReactionChange) =>
  Boolean(addedReactions?.length || removedReactions?.length)

/**
 * Applies the viewer's reactions; true when anything changed. The unique index allows one reaction per user
 * and emoji, so adding one twice, even concurrently, adds it once.
 */
export async function changeReactions(
  ctx: WriteContext,
  subject: Subject,
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
  if (added.count > 0) await requireFewEmoji(ctx, subject)
  const data = { reactionCount: { increment: added.count - removed.count } }
  if ('commentId' in subject) await ctx.tx.comment.updateMany({ where: { id: subject.commentId }, data })
  else await ctx.tx.commentReply.updateMany({ where: { id: subject.replyId }, data })
  return added.count + removed.count > 0
}

/**
 * Counted after the change and under the lock of the comment or reply, so that concurrent requests cannot
 * exceed it.
 */
async function requireFewEmoji(ctx: WriteContext, subject: Subject): Promise<void> {
  const own = await ctx.tx.reaction.count({ where: { ...subject, userId: ctx.viewer.userId } })
  if (own > MAX_REACTIONS_PER_USER) {
    throw new DomainError(
      'conflict',
      `addedReactions: You would have ${own} different emoji on it; at most ${MAX_REACTIONS_PER_USER} are allowed. Remove some first.`,
    )
  }
  const emoji = await ctx.tx.reaction.groupBy({ by: ['emoji'], where: subject })
  if (emoji.length > MAX_EMOJI) {
    throw new DomainError(
      'conflict',
      `addedReactions: It would have ${emoji.length} different emoji; at most ${MAX_EMOJI} are allowed. React with one of the existing emoji.`,
    )
  }
}

/**
 * Locks the comment or reply until commit: a concurrent deletion waits or has already happened, and the
 * counts stay correct.
 */
async function keepFromDeletion(ctx: WriteContext, subject: Subject): Promise<void> {
  const kept =
    'commentId' in subject
      ? await ctx.tx.$executeRaw`SELECT 1 FROM "Comment" WHERE "id" = ${subject.commentId} FOR NO KEY UPDATE`
      : await ctx.tx
          .$executeRaw`SELECT 1 FROM "CommentReply" WHERE "id" = ${subject.replyId} FOR NO KEY UPDATE`
  if (kept === 0) throw notFound('commentId' in subject ? 'This comment' : 'This reply')
}
