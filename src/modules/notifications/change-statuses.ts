import type { WriteContext } from '../../core/operations/context.ts'
import { announce } from '../../platform/announce.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { INBOX_CHANNEL } from './inbox-channel.ts'
import type { NotificationStatus } from './notifications.model.ts'

/** Locks the inbox until commit, before its notifications: all writers of them do so in this order. */
const DRAW = statement<{ number: string }>({
  name: 'drawNotificationNumber',
  text: `UPDATE "NotificationInbox" SET "lastNumber" = "lastNumber" + 1 WHERE "userId" = $1
    RETURNING "lastNumber"::text AS "number"`,
})

const CHANGE = statement<{ changed: number }>({
  name: 'changeNotificationStatuses',
  text: `WITH former AS (
      SELECT n."id", n."status" FROM "Notification" n WHERE n."userId" = $1 AND n."status" <> $2::"NotificationStatus"
        AND CASE WHEN $3::text[] IS NULL THEN n."status" <> 'done' ELSE n."id" = ANY($3) END
        AND ($4::text IS NULL OR n."spaceId" = $4) AND ($5::bigint IS NULL OR n."number" <= $5)),
    changed AS (
      UPDATE "Notification" n SET "status" = $2::"NotificationStatus", "number" = $6::bigint, "updatedAt" = $7::timestamptz
      FROM former WHERE n."id" = former."id"
      RETURNING n."scopeId", (n."status" = 'unread')::int - (former."status" = 'unread')::int AS "difference"),
    counted AS (
      UPDATE "NotificationCount" k SET "unread" = k."unread" + d."difference"
      FROM (SELECT "scopeId", sum("difference") AS "difference" FROM changed GROUP BY "scopeId") d
      WHERE k."userId" = $1 AND k."scopeId" = d."scopeId" AND d."difference" <> 0)
    SELECT count(*)::int AS "changed" FROM changed`,
})

interface Change {
  status: NotificationStatus
  /** All in the inbox if omitted. */
  ids?: readonly string[] | undefined
  spaceId?: string | undefined
  /** The last number of the log that counts. */
  upTo?: bigint | undefined
}

/** Changes the status of notifications of the viewer, and the counts. Returns how many have changed. */
export async function changeStatuses(
  ctx: WriteContext,
  { status, ids, spaceId, upTo }: Change,
): Promise<number> {
  const { userId } = ctx.viewer
  const db: Queryable = ctx.reads.db
  const [drawn] = await db.query(DRAW, [userId])
  // Nobody has told this user of anything yet.
  if (!drawn) return 0
  const last = upTo === undefined ? null : String(upTo)
  const values = [userId, status, ids ?? null, spaceId ?? null, last, drawn.number, ctx.now()]
  const [result] = await db.query(CHANGE, values)
  const changed = result?.changed ?? 0
  if (changed > 0) await announce(ctx.tx, INBOX_CHANNEL, userId)
  return changed
}
