import type pg from 'pg'

/** Rows of a table as text, in the order of its columns. */
interface TableRows {
  table: string
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
}

const ROWS_PER_STATEMENT = 1_000

const quoted = (name: string) => `"${name}"`

/** The rows that the transaction of a revision has inserted or changed, by table. */
export async function rowsWrittenWith(
  client: pg.Client,
  revisionId: string,
  tables: readonly string[],
): Promise<TableRows[]> {
  const found: TableRows[] = []
  for (const table of tables) {
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [quoted(table)],
    )
    const texts = columns.map(({ name }) => `${quoted(name)}::text`)
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT ${texts.join(', ')} FROM ${quoted(table)}
        WHERE xmin = (SELECT xmin FROM "Revision" WHERE "id" = $1)`,
      values: [revisionId],
      rowMode: 'array',
    })
    found.push({ table, columns, rows })
  }
  return found
}

/** Writes the same rows to another space in one transaction, with nothing around it. Returns the milliseconds. */
export async function writeBare(
  client: pg.Client,
  written: readonly TableRows[],
  spaceId: string,
): Promise<number> {
  const statements = written.flatMap(({ table, columns, rows }) => {
    const names = columns.map(({ name }) => quoted(name)).join(', ')
    const arrays = columns.map((_column, at) => `$${at + 1}::text[]`).join(', ')
    const values = columns.map(({ type }, at) => `v.c${at}::${type}`).join(', ')
    const aliases = columns.map((_column, at) => `c${at}`).join(', ')
    const text = `INSERT INTO ${quoted(table)} (${names}) SELECT ${values} FROM unnest(${arrays}) AS v(${aliases})`
    return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, part) => {
      const own = rows.slice(part * ROWS_PER_STATEMENT, (part + 1) * ROWS_PER_STATEMENT)
      const valuesOf = columns.map(({ name }, at) =>
        own.map((row) => (name === 'spaceId' ? spaceId : (row[at] ?? null))),
      )
      return { text, values: valuesOf }
    })
  })
  const begun = performance.now()
  await client.query('BEGIN')
  for (const statement of statements) await client.query(statement)
  await client.query('COMMIT')
  return performance.now() - begun
}
