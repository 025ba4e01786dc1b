import { vi } from 'vitest'
import type { TestApp } from './app.ts'
import { WAIT } from './live.ts'

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

/**
 * Runs `work` while another transaction has changed a row and not committed yet. It commits as soon as `work` waits
 * for it, so that rows that `work` has read are outdated.
 */
export async function whileChanged<Result>(
  t: TestApp,
  change: { sql: string; values: unknown[] },
  work: () => Promise<Result>,
): Promise<Result> {
  const { pool } = t.db.database
  const other = await pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(change.sql, change.values)
    const result = work()
    await vi.waitFor(async () => {
      // On another connection: within a transaction the result would not change.
      if ((await pool.query(WAITING)).rowCount === 0) throw new Error('it does not wait')
    }, WAIT)
    await other.query('COMMIT')
    return await result
  } finally {
    other.release(true)
  }
}
