import type { Database } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { RETENTION_DAYS } from './notifications.model.ts'

/** The number of rows that one statement removes. */
const BATCH = 1_000
const DAY_MS = 86_400_000

/** Inboxes are locked before their notifications, in the order of users, as all writers do. */
const REMOVE = statement<{ removed: number }>({
  name: 'removeOldNotifications',
  text: `WITH old AS MATERIALIZED (SELECT n."id", n."userId" FROM "Notification" n WHERE n."createdAt" < $1
      ORDER BY n."createdAt" LIMIT $2::int),
    locked AS MATERIALIZED (SELECT x."userId" FROM "NotificationInbox" x
      WHERE x."userId" IN (SELECT "userId" FROM old) ORDER BY x."userId" FOR UPDATE),
    gone AS (DELETE FROM "Notification" n USING old JOIN locked ON locked."userId" = old."userId" WHERE n."id" = old."id"
      RETURNING n."userId", n."scopeId", n."status", n."number"),
    counted AS (UPDATE "NotificationCount" k SET "unread" = k."unread" - g."unread"
      FROM (SELECT "userId", "scopeId", count(*) AS "unread" FROM gone WHERE "status" = 'unread' GROUP BY 1, 2) g
      WHERE k."userId" = g."userId" AND k."scopeId" = g."scopeId"),
    noted AS (UPDATE "NotificationInbox" x SET "removedTo" = greatest(x."removedTo", g."number")
      FROM (SELECT "userId", max("number") AS "number" FROM gone GROUP BY 1) g WHERE x."userId" = g."userId")
    SELECT count(*)::int AS "removed" FROM gone`,
})

const REMOVE_CODES = statement({
  name: 'removeOldMailStopCodes',
  text: `DELETE FROM "MailStopCode" WHERE "createdAt" < $1`,
})

/** Removes notifications that are past their retention, and codes of mails that are as old. */
export async function removeOldNotifications(
  database: Database,
  { now, signal, batch = BATCH }: { now: Date; signal?: AbortSignal; batch?: number },
): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  await database.query(REMOVE_CODES, [new Date(now.getTime() - 4 * RETENTION_DAYS * DAY_MS)])
  let removed = 0
  let last = batch
  while (last === batch && !signal?.aborted) {
    const [result] = await database.query(REMOVE, [before, batch])
    last = result?.removed ?? 0
    removed += last
  }
  return removed
}
