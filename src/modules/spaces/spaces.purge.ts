import { appendEvents } from '../../core/events/events.ts'
import { type PurgeOptions, purgeBelow, retentionEnd } from '../../core/purging.ts'
import type { Database } from '../../platform/database.ts'

/**
 * Permanently removes spaces that were deleted too long ago to be restored, with everything that belongs to
 * them, and returns their ids. Rows of a space are removed in batches, the space itself last, so that no
 * transaction is as large as the space.
 */
export async function purgeDeletedSpaces(database: Database, options: PurgeOptions): Promise<string[]> {
  const { now } = options
  const { rows: spaces } = await database.pool.query<{ id: string; organizationId: string }>(
    // The deletion date is cleared first, so that no node treats a partly removed space as restorable.
    `UPDATE "Space" SET "deletedAt" = to_timestamp(0) WHERE "deletedAt" <= $1 RETURNING "id", "organizationId"`,
    [retentionEnd(now)],
  )
  const purged: string[] = []
  for (const { id, organizationId } of spaces) {
    if (!(await purgeBelow(database, '"Space"', id, options))) break
    await database.transaction(async (tx) => {
      const { count } = await tx.space.deleteMany({ where: { id, deletedAt: { not: null } } })
      if (count === 0) return
      await appendEvents(
        tx,
        [{ organizationId, spaceId: id, type: 'space.purged', subject: { space: id } }],
        null,
        now,
      )
      purged.push(id)
    })
  }
  return purged
}
