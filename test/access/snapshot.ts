import type { TestApp } from '../support/app.ts'

/** The rows of a database as they were, to go back to and to compare with. */
export interface Snapshot {
  /** Goes back, in the tables that were found to be changed. */
  restore(changed: string[]): Promise<void>
  /** The tables that are not as they were. */
  changed(): Promise<string[]>
}

/** The copies are tables of the same database, so that going back costs one round trip. */
export async function takeSnapshot({ db }: TestApp): Promise<Snapshot> {
  const { pool } = db.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  const tables = rows.map(({ name }) => name)
  // A token remembers when it was last used, also for what was refused; the instance's key is made when first needed.
  const compared = tables.filter((name) => name !== 'ApiToken' && name !== 'InstanceKey')
  await pool.query(
    [
      'CREATE SCHEMA kept',
      ...tables.map((name) => `CREATE TABLE kept."${name}" AS TABLE public."${name}"`),
      // Comparing all tables takes longer than most requests, so statements note the tables that they write to.
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
      // Triggers, which foreign keys are too, do not fire for this role: the order of tables does not matter then.
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
