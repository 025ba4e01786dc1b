import { type PurgeOptions, purgeBelow, retentionEnd } from '../../core/purging.ts'
import type { Database } from '../../platform/database.ts'

/**
 * Permanently removes organizations that were deleted too long ago to be restored, with everything that they have, and
 * returns their ids. The organization itself is removed last, so that a run that was stopped or killed is continued by
 * the next one. Objects in a bucket that no row refers to any more are removed like those of spaces.
 */
export async function purgeDeletedOrganizations(
  database: Database,
  options: PurgeOptions,
): Promise<string[]> {
  const { pool } = database
  const { rows: organizations } = await pool.query<{ id: string }>(
    // The deletion date is cleared first, so that no node treats a partly removed organization as restorable.
    `UPDATE "Organization" SET "deletedAt" = to_timestamp(0) WHERE "deletedAt" <= $1 RETURNING "id"`,
    [retentionEnd(options.now)],
  )
  const purged: string[] = []
  for (const { id } of organizations) {
    if (!(await purgeBelow(database, '"Organization"', id, { ...options, isDeep: true }))) break
    await pool.query(`DELETE FROM "QueuedJob" WHERE "organizationId" = $1 AND "lockedUntil" IS NULL`, [id])
    await pool.query(`DELETE FROM "Organization" WHERE "id" = $1 AND "deletedAt" IS NOT NULL`, [id])
    purged.push(id)
  }
  return purged
}
