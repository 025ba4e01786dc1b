import type { TestApp } from '../support/app.ts'

/** A copy of all rows of a database, to compare with and to restore. */
export interface Snapshot {
  /** Restores the tables that have changed. */
  restore(changed: string[]): Promise<void>
  /** The tables that differ from the snapshot. */
  changed(): Promise<string[]>
}

/** The copies are tables in the same database, so that a restore takes one round trip. */
export async function takeSnapshot({ db }: TestApp): Promise<Snapshot> {
  const { pool } = db.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  const tables = rows.map(({ name }) => name)
  // Rejected requests also update when a token was last used, and the instance's key is created on first use.
  const compared = tables.filter((name) => name !== 'ApiToken' && name !== 'InstanceKey')
  await pool.query(
    [
      'CREATE SCHEMA kept',
      ...tables.map((name) => `CREATE TABLE kept."${name}" AS TABLE public."${name}"`),
      // Comparing all tables takes longer than most requests, so triggers record the tables that were written to.
      'CREATE TABLE kept.written (name text)',
      `CREATE FUNCTION kept.note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO kept.written VALUES (TG_TABLE_NAME); RETURN NULL; END $$`,
      ...compared.map(
        (name) => `CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public."${name}"
          FOR EACH STATEMENT EXECUTE FUNCTION kept.note()`,
      ),
    ].join(';'),
  )
  return {
    restore: async (changed) => {
      const each = [...changed, 'ApiToken'].map(
        (name) => `DELETE FROM public."${name}"; INSERT INTO public."${name}" TABLE kept."${name}"`,
      )
      // Triggers, including those of foreign keys, do not fire for this role, so the order of tables does not matter.
      await pool.query(
        `BEGIN; SET LOCAL session_replication_role = replica; ${each.join(';')}; DELETE FROM kept.written; COMMIT`,
      )
    },
    changed: async () => {
      const written = await pool.query<{ name: string }>('SELECT DISTINCT name FROM kept.written')
      if (written.rows.length === 0) return []
      const differences = written.rows.map(
        ({ name }) => `SELECT '${name}' AS name WHERE EXISTS (
          (TABLE public."${name}" EXCEPT ALL TABLE kept."${name}")
          UNION ALL (TABLE kept."${name}" EXCEPT ALL TABLE public."${name}"))`,
      )
      const { rows: found } = await pool.query<{ name: string }>(differences.join(' UNION ALL '))
      return found.map(({ name }) => name)
    },
  }
}
