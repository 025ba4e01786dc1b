import { z } from 'zod'
import { defineList } from '../../core/lists/define-list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { listOperation } from '../../core/operations/operation.ts'

interface OwnRows {
  /** The name of the list; the operation is `{name}.list`. */
  name: string
  /** The name of the loader. */
  loader: string
  table: string
  /** SQL, with the alias `r`. */
  columns: string
  /** Which of them are listed. */
  condition?: string
  order: 'asc' | 'desc'
}

/** Rows that belong to one user, such as their sessions: a loader by id, and the list of the viewer's own, by id. */
export function ownRows<Row extends { id: string }>({
  name,
  loader,
  table,
  columns,
  condition,
  order,
}: OwnRows) {
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
  return {
    /** Those of other users are not found. */
    byId: loaderById<Row>({
      name: loader,
      scope: 'user:read',
      text: `SELECT ${columns} FROM "${table}" r WHERE r."id" = ANY($1) AND r."userId" = $2`,
    }),
    list: listOperation({
      id: `${name}.list`,
      input,
      filters: input,
      scope: 'user:read',
      parent: async (ctx) => ({ id: ctx.viewer.userId }),
      list: () => ofUser,
    }),
  }
}
