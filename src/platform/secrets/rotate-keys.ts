import pg from 'pg'
import type { Secrets } from '../secrets.ts'

interface RotateOptions {
  pool: pg.Pool
  secrets: Secrets
  /** The column with encrypted texts of each table. */
  columns: readonly (readonly [table: string, column: string])[]
  onProgress?: (table: string, done: number, of: number) => void
}

interface RotateReport {
  /** How many texts of each column were encrypted again. */
  resealed: Record<string, number>
  /** Texts that no known key opens, by column. They are left as they are. */
  unreadable: Record<string, number>
}

const BATCH = 200

/**
 * Encrypts everything again with the current key, while the server runs. A text that has changed meanwhile is left: its
 * writer has encrypted it. Repeating it continues where it was interrupted.
 */
export async function rotateKeys({
  pool,
  secrets,
  columns,
  onProgress,
}: RotateOptions): Promise<RotateReport> {
  const prefix = await secrets.currentPrefix()
  const report: RotateReport = { resealed: {}, unreadable: {} }
  for (const [index, [table, column]] of columns.entries()) {
    onProgress?.(table, index, columns.length)
    const name = `${table}.${column}`
    const [from, field] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)]
    const unreadable = new Set<string>()
    let resealed = 0
    for (;;) {
      const { rows } = await pool.query<{ sealed: string }>(
        `SELECT DISTINCT ${field} AS "sealed" FROM ${from}
          WHERE NOT starts_with(${field}, $1) AND NOT ${field} = ANY($2) LIMIT ${BATCH}`,
        [prefix, [...unreadable]],
      )
      if (rows.length === 0) break
      const opened = await Promise.all(
        rows.map(async ({ sealed }) => {
          const secret = await secrets.open(sealed).catch(() => null)
          if (secret === null) unreadable.add(sealed)
          return secret === null ? [] : [{ sealed, again: await secrets.seal(secret) }]
        }),
      )
      const pairs = opened.flat()
      resealed += await keepingVersions(pool, (client) =>
        client.query(
          `UPDATE ${from} t SET ${field} = n."again" FROM unnest($1::text[], $2::text[]) n("sealed", "again")
            WHERE t.${field} = n."sealed"`,
          [pairs.map(({ sealed }) => sealed), pairs.map(({ again }) => again)],
        ),
      )
    }
    if (resealed > 0) report.resealed[name] = resealed
    if (unreadable.size > 0) report.unreadable[name] = unreadable.size
  }
  if (Object.keys(report.unreadable).length === 0) await secrets.forgetRetired()
  return report
}

/** Changes rows without raising their versions: a resource with the same secret has not changed for clients. */
async function keepingVersions(
  pool: pg.Pool,
  change: (client: pg.PoolClient) => Promise<pg.QueryResult>,
): Promise<number> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('BEGIN')
    await client.query("SET LOCAL quire.keeps_versions = 'on'")
    const { rowCount } = await change(client)
    await client.query('COMMIT')
    return rowCount ?? 0
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // After an error the transaction may be open, so the connection is closed.
    client.release(failure)
  }
}
