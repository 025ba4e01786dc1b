import { columnsOf } from '../../../core/lists/columns.ts'
import type { Condition, ListDefinition } from '../../../core/lists/list.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { type Conflict, Prisma } from '../../../generated/prisma/client.ts'
import type { ChangeRequestRow } from '../../change-requests/index.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../../spaces/index.ts'
import type { ConflictFilters } from './conflicts.model.ts'

const COLUMNS = columnsOf('x', Prisma.ConflictScalarFieldEnum)

export type ConflictRow = Conflict

/** Conflicts in spaces that the viewer may see. */
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
export const conflictsOfChangeRequest: ListDefinition<ChangeRequestRow, ConflictFilters, ConflictRow> = {
  name: 'conflicts',
  columns: COLUMNS,
  from: '"Conflict" x',
  match: 'x."changeRequestId" = p.key',
  key: (changeRequest) => changeRequest.id,
  conditions,
  sort: [{ sql: 'x."id"', type: 'text', value: (conflict) => conflict.id }],
  order: () => 'asc',
}
