import type pg from 'pg'
import type { BackedUpTable } from './format.ts'

/** The record of migrations is part of the header: the restored database makes its own. */
const MIGRATIONS_TABLE = '_prisma_migrations'
/** Running nodes are those of this database, and not of a restored one. */
const NODES_TABLE = 'Node'

/** The tables of the instance with their columns, without those that PostgreSQL computes. */
export async function tablesOf(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `SELECT c.relname AS "name", array_agg(a.attname::text ORDER BY a.attnum) AS "columns"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname NOT IN ('${MIGRATIONS_TABLE}', '${NODES_TABLE}')
      GROUP BY c.relname ORDER BY c.relname`,
  )
  return rows
}

export async function sequencesOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS "name", last_value::text AS "value" FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS "name" FROM "${MIGRATIONS_TABLE}"
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return rows.map(({ name }) => name)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

export async function foreignKeysOf(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS "name", pg_get_constraintdef(oid) AS "definition"
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  )
  return rows
}
