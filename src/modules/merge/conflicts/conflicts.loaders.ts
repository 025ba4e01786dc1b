import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import type { Condition } from '../../../core/lists/definitions.ts'
import { loaderById, readOf } from '../../../core/lists/loaders.ts'
import { longColumn, longValue } from '../../../core/lists/long-values.ts'
import { type Conflict, Prisma } from '../../../generated/prisma/client.ts'
import type { ChangeRequestRow } from '../../change-requests/index.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../../spaces/index.ts'
import type { ConflictFilters } from './conflicts.model.ts'
import type { ConflictDetail } from './conflicts.store.ts'

const { detail: _detail, detailBytes: _bytes, ...fields } = Prisma.ConflictScalarFieldEnum
const COLUMNS = `${columnsOf('x', fields)}, ${longColumn('x."detail"', 'detail', 'x."detailBytes"')}`

/**
 * A conflict contains up to three versions of the text of a page. Long details are read only when they are needed.
 */
export type ConflictRow = Omit<Conflict, 'detail'> & { detail: ConflictDetail | null }

const detail = longValue<ConflictDetail>({
  name: 'conflictDetail',
  scope: 'space:read',
  text: `SELECT "id", "detail" AS "value" FROM "Conflict" WHERE "id" = ANY($1)`,
})

const GONE: ConflictDetail = { base: null, primary: null, changed: null }

/** Both versions of a conflict that the caller can see, and their common base. */
export const conflictDetail = readOf(
  'space:read',
  async (reads, row: Pick<ConflictRow, 'id' | 'detail' | 'detailBytes'>): Promise<ConflictDetail> =>
    (await detail.read(reads, { id: row.id, value: row.detail, bytes: row.detailBytes })) ?? GONE,
)

/** Conflicts in spaces that the viewer can see. */
export const conflictById = loaderById<ConflictRow>({
  name: 'conflictById',
  scope: 'space:read',
  text: `SELECT ${COLUMNS}, ${REACH_COLUMNS} FROM "Conflict" x
    JOIN "Space" s ON s."id" = x."spaceId" ${joinAccess('$2')} WHERE x."id" = ANY($1) AND ${NOT_DELETED}`,
  shape: (row, reads) => {
    noteReach(reads, row.spaceId, row)
    return row
  },
})

function conditions({ resolved }: ConflictFilters): Condition[] {
  return resolved === undefined ? [] : [{ sql: '(x."resolution" IS NOT NULL) = ?', value: resolved }]
}

/** The conflicts of a change request, oldest first. */
export const conflictsOfChangeRequest = defineList<ChangeRequestRow, ConflictFilters, ConflictRow>({
  name: 'conflicts',
  columns: COLUMNS,
  from: '"Conflict" x',
  match: 'x."changeRequestId" = p.key',
  key: (changeRequest) => changeRequest.id,
  conditions,
  sort: [{ sql: 'x."id"', type: 'text', value: (conflict) => conflict.id }],
  order: () => 'asc',
})
