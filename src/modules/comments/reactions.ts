import { DomainError, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { statement } from '../../platform/statements/statement.ts'
import { MAX_EMOJI, MAX_REACTIONS_PER_USER } from './comments.model.ts'

/** The comment or reply that is reacted to. */
type Subject = { commentId: string } | { replyId: string }

export interface ReactionChange {
  addedReactions?: string[] | undefined
  removedReactions?: string[] | undefined
}

export const changesReactions = ({ addedReactions, removedReactions }: ReactionChange) =>
  Boolean(addedReactions?.length || removedReactions?.length)

/** The statements that change the reactions to a comment or a reply. */
const statementsFor = (table: string, column: string) => ({
  // Locked until commit: a concurrent deletion waits or has already happened, and limits are compared one by one.
  lock: statement({
    name: `reactLock${table}`,
    text: `SELECT 1 FROM "${table}" WHERE "id" = $1 FOR NO KEY UPDATE`,
  }),
  change: statement<{ added: number; removed: number }>({
    name: `reactChange${table}`,
    text: `WITH added AS (
        INSERT INTO "Reaction" ("id", "${column}", "userId", "emoji", "reactedAt")
        SELECT n.id, kept."id", $2, n.emoji, $5::timestamptz FROM "${table}" kept, unnest($3::text[], $4::text[]) AS n(id, emoji)
        WHERE kept."id" = $1 ON CONFLICT DO NOTHING RETURNING 1
      ), removed AS (
        DELETE FROM "Reaction" WHERE "${column}" = $1 AND "userId" = $2 AND "emoji" = ANY($6) RETURNING 1
      ), changed AS (
        SELECT (SELECT count(*)::int FROM added) AS "added", (SELECT count(*)::int FROM removed) AS "removed"
      )
      UPDATE "${table}" p SET "reactionCount" = p."reactionCount" + c."added" - c."removed" FROM changed c
      WHERE p."id" = $1 RETURNING c."added", c."removed"`,
  }),
  count: statement<Counts>({
    name: `reactCount${table}`,
    text: `SELECT count(*) FILTER (WHERE "userId" = $2)::int AS "own", count(DISTINCT "emoji")::int AS "emoji"
      FROM "Reaction" WHERE "${column}" = $1`,
  }),
})

const OF_COMMENT = statementsFor('Comment', 'commentId')
const OF_REPLY = statementsFor('CommentReply', 'replyId')

/**
 * Applies the viewer's reactions; true when anything changed. The unique index allows one reaction per user
 * and emoji, so adding one twice, even concurrently, adds it once. All statements are sent at once: others wait for
 * the lock only as long as it takes to read the result and to commit.
 */
export async function changeReactions(
  ctx: WriteContext,
  subject: Subject,
  { addedReactions = [], removedReactions = [] }: ReactionChange,
): Promise<boolean> {
  const { lock, change, count } = 'commentId' in subject ? OF_COMMENT : OF_REPLY
  const id = 'commentId' in subject ? subject.commentId : subject.replyId
  const { db, viewer } = ctx.reads
  const { userId } = viewer
  const emojis = [...new Set(addedReactions)].filter((emoji) => !removedReactions.includes(emoji))
  const ids = emojis.map(() => newId('Reaction'))
  const [, [changed], [counts]] = await Promise.all([
    db.query(lock, [id]),
    db.query(change, [id, userId, ids, emojis, ctx.now(), removedReactions]),
    emojis.length > 0 ? db.query(count, [id, userId]) : [],
  ])
  if (!changed) throw notFound('commentId' in subject ? 'This comment' : 'This reply')
  if (changed.added > 0 && counts) requireFewEmoji(counts)
  return changed.added + changed.removed > 0
}

interface Counts {
  /** Different emoji of the viewer. */
  own: number
  /** Different emoji of all users. */
  emoji: number
}

/** Counted after the change and under the lock, so that concurrent requests cannot exceed the limits. */
function requireFewEmoji({ own, emoji }: Counts): void {
  if (own > MAX_REACTIONS_PER_USER) {
    throw new DomainError(
      'conflict',
      `addedReactions: You would have ${own} different emoji on it; at most ${MAX_REACTIONS_PER_USER} are allowed. Remove some first.`,
    )
  }
  if (emoji > MAX_EMOJI) {
    throw new DomainError(
      'conflict',
      `addedReactions: It would have ${emoji} different emoji; at most ${MAX_EMOJI} are allowed. React with one of the existing emoji.`,
    )
  }
}
