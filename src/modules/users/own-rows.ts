import { z } from 'zod'
import { defineList } from '../../core/lists/define-list.ts'
import { listOperation } from '../../core/operations/operation.ts'

interface OwnRows {
  /** The name of the list; the operation is `{name}.list`. */
  name: string
  table: string
  /** SQL, with the alias `r`. */
  columns: string
  /** Which of them are listed. */
  condition?: string
  order: 'asc' | 'desc'
}

/** The SQL of a loader of rows that belong to one user, such as sessions: those of other users are not found. */
export const ownRowById = ({ table, columns }: Pick<OwnRows, 'table' | 'columns'>): string =>
  `SELECT ${columns} FROM "${table}" r WHERE r."id" = ANY($1) AND r."userId" = $2`

/** The list of the viewer's own rows, by id. */
export function listOwnRows<Row extends { id: string }>({ name, table, columns, condition, order }: OwnRows) {
  const input = z.object({})
  const ofUser = defineList<{ id: string }, object, Row>({
    name,
    columns,
    from: `"${table}" r`,
    match: `r."userId" = p.key${condition === undefined ? '' : ` AND ${condition}`}`,
    key: (user) => user.id,
    sort: [{ sql: 'r."id"', type: 'text', value: (row) => row.id }],
    order: () => order,
  })
  return listOperation({
    id: `${name}.list`,
    input,
    filters: input,
    scope: 'user:read',
    parent: async (ctx) => ({ id: ctx.viewer.userId }),
    list: () => ofUser,
  })
}
