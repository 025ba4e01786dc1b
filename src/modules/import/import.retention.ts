import type { PeriodicContext } from '../../core/operations/module.ts'

const BATCH = 500

/** Removes imports that ended before the retention of events. */
export async function removeOldImports(ctx: PeriodicContext): Promise<number> {
  const { database, now, signal } = ctx
  const { eventRetentionDays } = ctx.settings
  if (eventRetentionDays === 0) return 0
  const before = new Date(now.getTime() - eventRetentionDays * 24 * 60 * 60 * 1000)
  let removed = 0
  for (let last = BATCH; last === BATCH && !signal.aborted; ) {
    const { rowCount } = await database.pool.query(
      `DELETE FROM "Import" WHERE "id" = ANY(ARRAY(SELECT "id" FROM "Import" WHERE "endedAt" < $1
        ORDER BY "endedAt" LIMIT $2))`,
      [before, BATCH],
    )
    last = rowCount ?? 0
    removed += last
  }
  return removed
}
