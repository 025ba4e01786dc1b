import type { WriteContext } from '../../core/context.ts'
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
  const userId = ctx.viewer.userId
  const emojis = [...new Set(addedReactions)].filter((emoji) => !removedReactions.includes(emoji))
  const added = await ctx.tx.reaction.createMany({
    data: emojis.map((emoji) => ({ id: newId('Reaction'), ...subject, userId, emoji, reactedAt: ctx.now() })),
    skipDuplicates: true,
  })
  const removed = await ctx.tx.reaction.deleteMany({
    where: { ...subject, userId, emoji: { in: removedReactions } },
  })
  return added.count + removed.count > 0
}
