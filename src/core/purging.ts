import type { Database } from '../platform/database.ts'

/** The time during which a deleted space or organization can be restored. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** The time before which a deletion is final. */
export const retentionEnd = (now: Date) => new Date(now.getTime() - RETENTION_MS)

/**
 * The number of rows that one statement removes. Each statement is a transaction of its own, short enough
 * not to block others.
 */
const BATCH = 1000

export interface PurgeOptions {
  now: Date
  /** Stops between two batches; the next run continues. */
  signal?: AbortSignal
  batch?: number
}

/** A table whose rows are deleted with a row of another one. PostgreSQL quotes the names. */
interface TableBelow {
  table: string
  /** The column that refers to the other table. */
  column: string
  /** Its primary key, if that is one column. */
  key: string | null
  /** The column by which its rows refer to each other, and keep each other from being deleted. */
  parent: string | null
  /** Whether further tables are below it. */
  isInner: boolean
}

/**
 * Removes what is deleted with a row of a table, in batches, so that no transaction is as large as all of it. With
 * `isDeep`, each row of a table that has tables below it is emptied in the same way first. Returns false if it was
 * stopped.
 */
export async function purgeBelow(
  database: Pick<Database, 'pool'>,
  table: string,
  id: string,
  { batch = BATCH, signal, isDeep = false }: Omit<PurgeOptions, 'now'> & { isDeep?: boolean },
): Promise<boolean> {
  const { pool } = database
  for (const { table: below, column, key, parent, isInner } of await tablesBelow(database, table)) {
    if (isDeep && isInner && key !== null) {
      if (parent !== null) await pool.query(`UPDATE ${below} SET ${parent} = NULL WHERE ${column} = $1`, [id])
      const { rows } = await pool.query<{ id: string }>(
        `SELECT ${key} AS "id" FROM ${below} WHERE ${column} = $1`,
        [id],
      )
      for (const row of rows) {
        if (!(await purgeBelow(database, below, row.id, { batch, ...(signal ? { signal } : {}) })))
          return false
        await pool.query(`DELETE FROM ${below} WHERE ${key} = $1`, [row.id])
      }
    }
    let removed = batch
    while (removed === batch && !signal?.aborted) {
      const result = await pool.query(
        `DELETE FROM ${below} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${below} WHERE ${column} = $1 LIMIT $2))`,
        [id, batch],
      )
      removed = result.rowCount ?? 0
    }
  }
  return !signal?.aborted
}

/**
 * The tables below a table, read from the database catalog, so that modules need not declare them. Tables that others
 * do not let go before their own rows come last. Of the others, those with the fewest dependents come first, so that the
 * comments of a batch of change requests are already removed.
 */
async function tablesBelow({ pool }: Pick<Database, 'pool'>, table: string): Promise<TableBelow[]> {
  const { rows } = await pool.query<TableBelow>(
    `WITH RECURSIVE cascades AS (SELECT conrelid, confrelid, conkey[1] AS place FROM pg_constraint
        WHERE contype = 'f' AND confdeltype = 'c'),
      takes AS (SELECT conrelid AS top, conrelid AS also FROM cascades
        UNION SELECT t.top, c.conrelid FROM takes t JOIN cascades c ON c.confrelid = t.also),
      restricts AS (SELECT conrelid, confrelid, conkey[1] AS place FROM pg_constraint
        WHERE contype = 'f' AND confdeltype = 'r')
    SELECT c.conrelid::regclass::text AS "table", quote_ident(a.attname) AS "column",
      (SELECT quote_ident(k.attname) FROM pg_index i JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = i.indkey[0]
        WHERE i.indrelid = c.conrelid AND i.indisprimary AND i.indnkeyatts = 1) AS "key",
      (SELECT quote_ident(s.attname) FROM restricts r JOIN pg_attribute s ON s.attrelid = r.conrelid AND s.attnum = r.place
        WHERE r.conrelid = c.conrelid AND r.confrelid = c.conrelid) AS "parent",
      EXISTS (SELECT 1 FROM cascades below WHERE below.confrelid = c.conrelid) AS "isInner"
    FROM cascades c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.place
    WHERE c.confrelid = $1::regclass
    ORDER BY (SELECT count(*) FROM restricts r WHERE r.confrelid = c.conrelid AND r.conrelid <> c.conrelid),
      (SELECT count(*) FROM takes WHERE top = c.conrelid), 1`,
    [table],
  )
  return rows
}
