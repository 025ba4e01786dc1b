import type { Prisma } from '../generated/prisma/client.ts'
import { type Statement, statement } from '../platform/statements/statement.ts'
import type { WriteContext } from './operations/context.ts'

/** A row of an export: its position in its list, and what it contains. */
export interface ExportedRow {
  key: string
  data: object
}

/** What a table has about users. */
export interface PersonalData {
  readonly table: Prisma.ModelName
  /** All of its columns with the id of a user. */
  readonly columns: readonly string[]
  /**
   * What happens to the rows of a user who is deleted: `keep` for what others still need, where the user is then
   * shown as a former member, or what removes them, in the transaction of the deletion.
   */
  readonly onErasure:
    | 'keep'
    | ((ctx: WriteContext, user: { id: string; email: string | null }) => Promise<unknown>)
  /** The lists of an export, by name. Absent for tables with nothing that the user does not have anyway. */
  readonly exported?: Readonly<Record<string, Statement<ExportedRow>>>
}

/** The declarations of all modules, in the order in which they are loaded: a module follows those that it imports. */
export const personalData: PersonalData[] = []

/** For a table whose rows stay and are no part of exports. */
export const keptTable = (table: Prisma.ModelName, ...columns: readonly string[]): PersonalData => ({
  table,
  columns,
  onErasure: 'keep',
})

/**
 * A list of an export: the fields of rows `r` of a user ($1), those after a key ($2), at most $3 of them. There is no
 * index by user for most tables, because exports are rare and writes are not.
 */
export function exportedRows({
  name,
  from,
  user,
  fields,
  key = { sql: 'r."id"', type: 'text' },
}: {
  name: string
  /** The table with the alias `r`. */
  from: string
  /** The column with the id of the user, and further conditions. */
  user: string
  /** The columns, or SQL by name. */
  fields: readonly string[] | Readonly<Record<string, string>>
  key?: { sql: string; type: 'text' | 'bigint' }
}): Statement<ExportedRow> {
  const columns = Array.isArray(fields)
    ? Object.fromEntries((fields as readonly string[]).map((field) => [field, `r."${field}"`]))
    : (fields as Readonly<Record<string, string>>)
  const pairs = Object.entries(columns).map(([field, sql]) => `'${field}', ${sql}`)
  const after = key.type === 'text' ? '$2' : `coalesce(nullif($2::text, ''), '0')::${key.type}`
  return statement<ExportedRow>({
    name: `exported_${name}`,
    text: `SELECT ${key.sql}::text AS "key", jsonb_build_object(${pairs.join(', ')}) AS "data"
    FROM ${from} WHERE ${user} = $1 AND ${key.sql} > ${after} ORDER BY ${key.sql} LIMIT $3`,
  })
}
