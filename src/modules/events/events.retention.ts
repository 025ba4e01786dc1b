import type { Database } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The number of events that one transaction removes, small enough not to block others. */
const BATCH = 1000

interface RetentionOptions {
  now: Date
  /** The number of days to keep events; 0 keeps them forever. */
  days: number
  /** Stops between two batches; the next run continues. */
  signal?: AbortSignal
  batch?: number
}

const WITH_OLD_ONES = statement<{ id: string }>({
  name: 'organizationsWithOldEvents',
  text: `SELECT o."id" FROM "Organization" o WHERE (SELECT e."occurredAt" FROM "Event" e
    WHERE e."organizationId" = o."id" ORDER BY e."position" LIMIT 1) < $1`,
})

/**
 * Removes events that are older than the retention, from the beginning of each log, and returns their
 * number.
 */
export async function removeOldEvents(database: Database, options: RetentionOptions): Promise<number> {
  const { now, days, signal, batch = BATCH } = options
  if (days === 0) return 0
  const before = new Date(now.getTime() - days * DAY_MS)
  let removed = 0
  for (const { id } of await database.query(WITH_OLD_ONES, [before])) {
    let last = batch
    while (last === batch && !signal?.aborted) {
      last = await removeFirst(database, id, { before, batch })
      removed += last
    }
  }
  return removed
}

/**
 * One transaction removes the events and records it: no reader finds events missing without a record of
 * their removal.
 */
function removeFirst(
  { transaction }: Database,
  organizationId: string,
  { before, batch }: { before: Date; batch: number },
): Promise<number> {
  return transaction(async (tx) => {
    const first = await tx.event.findMany({
      where: { organizationId },
      orderBy: { position: 'asc' },
      take: batch,
      select: { position: true, occurredAt: true },
    })
    // Only from the beginning: the clocks of nodes differ, and no cursor would notice a gap in the log.
    const keepFrom = first.findIndex(({ occurredAt }) => occurredAt >= before)
    const old = keepFrom === -1 ? first : first.slice(0, keepFrom)
    const end = old.at(-1)
    if (!end) return 0
    const { count } = await tx.event.deleteMany({
      where: { organizationId, position: { lte: end.position } },
    })
    await tx.$executeRaw`INSERT INTO "EventLog" ("organizationId", "removedTo") VALUES (${organizationId}, ${end.position})
      ON CONFLICT ("organizationId") DO UPDATE SET "removedTo" = greatest("EventLog"."removedTo", excluded."removedTo")`
    return count
  })
}
