import type { Database } from '../../platform/database.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Events that one transaction removes: few enough not to be noticed. */
const BATCH = 1000

export interface RetentionOptions {
  now: Date
  /** Days that events are kept; 0 keeps them for ever. */
  days: number
  /** Ends the work between two batches; the next run takes it up where it stopped. */
  signal?: AbortSignal
  batch?: number
}

const WITH_OLD_ONES = {
  name: 'organizationsWithOldEvents',
  text: `SELECT o."id" FROM "Organization" o WHERE (SELECT e."occurredAt" FROM "Event" e
    WHERE e."organizationId" = o."id" ORDER BY e."position" LIMIT 1) < $1`,
}

/** Removes what happened longer ago than events are kept, from the beginning of each log, and gives how many. */
export async function removeOldEvents(database: Database, options: RetentionOptions): Promise<number> {
  const { now, days, signal, batch = BATCH } = options
  if (days === 0) return 0
  const before = new Date(now.getTime() - days * DAY_MS)
  let removed = 0
  for (const { id } of await database.query<{ id: string }>(WITH_OLD_ONES, [before])) {
    let last = batch
    while (last === batch && !signal?.aborted) {
      last = await removeFirst(database, id, { before, batch })
      removed += last
    }
  }
  return removed
}

/** One transaction removes the events and says so: no reader finds them gone and the log silent about it. */
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
    // Only from the beginning: clocks of nodes differ, and a gap in the log would be noticed by no cursor.
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
