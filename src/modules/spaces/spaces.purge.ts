import { appendEvents } from '../../core/events/events.ts'
import type { Database } from '../../platform/database.ts'
import { retentionEnd } from './spaces.loaders.ts'

/**
 * The number of rows that one statement removes. Each statement is a transaction of its own, short enough
 * not to block others.
 */
const BATCH = 1000

interface PurgeOptions {
  now: Date
  /** Stops between two batches; the next run continues. */
  signal?: AbortSignal
  batch?: number
}

/**
 * Permanently removes spaces that were deleted too long ago to be restored, with everything that belongs to
 * them, and returns their ids. Rows of a space are removed in batches, the space itself last, so that no
 * transaction is as large as the space.
 */
export async function purgeDeletedSpaces(database: Database, options: PurgeOptions): Promise<string[]> {
  const { now, signal, batch = BATCH } = options
  const { rows: spaces } = await database.pool.query<{ id: string; organizationId: string }>(
    // The deletion date is cleared first, so that no node treats a partly removed space as restorable.
    `UPDATE "Space" SET "deletedAt" = to_timestamp(0) WHERE "deletedAt" <= $1 RETURNING "id", "organizationId"`,
    [retentionEnd(now)],
  )
  const below = await tablesBelowSpaces(database)
  const purged: string[] = []
  for (const { id, organizationId } of spaces) {
    for (const { table, column } of below) {
      let removed = batch
      while (removed === batch && !signal?.aborted) {
        const result = await database.pool.query(
          `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${column} = $1 LIMIT $2))`,
          [id, batch],
        )
        removed = result.rowCount ?? 0
      }
    }
    if (signal?.aborted) break
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

/**
 * The tables whose rows are deleted with their space, read from the database catalog, so that modules need
 * not declare them. Tables with the fewest dependents come first, so that the comments of a batch of change
 * requests are already removed. PostgreSQL quotes the names.
 */
async function tablesBelowSpaces({ pool }: Database): Promise<{ table: string; column: string }[]> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `WITH RECURSIVE cascades AS (SELECT conrelid, confrelid, conkey[1] AS place FROM pg_constraint
        WHERE contype = 'f' AND confdeltype = 'c'),
      takes AS (SELECT conrelid AS top, conrelid AS also FROM cascades
        UNION SELECT t.top, c.conrelid FROM takes t JOIN cascades c ON c.confrelid = t.also)
    SELECT c.conrelid::regclass::text AS "table", quote_ident(a.attname) AS "column" FROM cascades c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.place
      WHERE c.confrelid = '"Space"'::regclass
      ORDER BY (SELECT count(*) FROM takes WHERE top = c.conrelid), 1`,
  )
  return rows
}
