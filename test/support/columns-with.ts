import type { Database } from '../../src/platform/database.ts'

/** The columns of all tables that contain one of these texts, in any case. */
export async function columnsWith({ pool }: Database, texts: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector')`,
  )
  const found: string[] = []
  for (const { table, column } of rows) {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM "${table}" WHERE "${column}"::text ILIKE ANY($1) LIMIT 1`,
      [texts.map((text) => `%${text}%`)],
    )
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found
}
