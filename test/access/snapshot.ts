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
  const tables = rows.map(({ name }) => `"${name}"`)
  await pool.query(
    ['CREATE SCHEMA kept', ...tables.map((name) => `CREATE TABLE kept.${name} AS TABLE public.${name}`)].join(
      ';',
    ),
  )
  // A token remembers when it was last used, also for what was refused; the instance's key is made when first needed.
  const compared = tables.filter((name) => name !== '"ApiToken"' && name !== '"InstanceKey"')
  const differences = compared
    .map(
      (name) => `SELECT '${name.slice(1, -1)}' AS name WHERE EXISTS (
        (TABLE public.${name} EXCEPT ALL TABLE kept.${name}) UNION ALL (TABLE kept.${name} EXCEPT ALL TABLE public.${name}))`,
    )
    .join(' UNION ALL ')
  return {
    restore: async (changed) => {
      const each = [...changed, 'ApiToken'].map(
        (name) => `DELETE FROM public."${name}"; INSERT INTO public."${name}" TABLE kept."${name}"`,
      )
      // Foreign keys are triggers, which this role does not fire: the order of tables does not matter then.
      await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${each.join(';')}; COMMIT`)
    },
    changed: async () => {
      const { rows: found } = await pool.query<{ name: string }>({ name: 'changed', text: differences })
      return found.map(({ name }) => name)
    },
  }
}
