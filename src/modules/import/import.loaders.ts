import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type Import, Prisma, type Space } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { getSpaceRow, joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../spaces/index.ts'
import type { ImportReport } from './import.model.ts'

/** An import for callers: without its URL, which may contain secrets, and without its report. */
export type ImportRow = Omit<Import, 'sealedUrl' | 'skipped' | 'settings' | 'readsSpecs'>

const {
  sealedUrl: _url,
  skipped: _skipped,
  settings: _settings,
  readsSpecs: _readsSpecs,
  ...shown
} = Prisma.ImportScalarFieldEnum
export const IMPORT_COLUMNS = columnsOf('i', shown)

/** Imports into spaces that the caller may see. */
export const importById = loaderById<ImportRow>({
  name: 'importById',
  scope: 'space:read',
  text: `SELECT ${IMPORT_COLUMNS}, ${REACH_COLUMNS} FROM "Import" i
    JOIN "Space" s ON s."id" = i."spaceId" ${joinAccess('$2')} WHERE i."id" = ANY($1) AND ${NOT_DELETED}`,
  shape: (row, reads) => {
    noteReach(reads, row.spaceId, row)
    return row
  },
})

const REPORTS = statement<ImportReport & { id: string }>({
  name: 'importReports',
  text: `SELECT "id", "skipped", "settings" FROM "Import" WHERE "id" = ANY($1)`,
})

/** The reports of imports that the caller has loaded. */
export const importReportOf: LoaderDefinition<string, ImportReport> = {
  name: REPORTS.name,
  scope: 'space:read',
  batch: async ({ db }, ids) => {
    const rows = await db.query(REPORTS, [ids])
    const found = new Map(rows.map(({ id, skipped, settings }) => [id, { skipped, settings }]))
    return ids.map((id) => found.get(id) ?? null)
  },
}

/** Paths contain the space or the organization as well, which must match. */
interface ImportPlace {
  organizationId?: string | undefined
  spaceId?: string | undefined
  importId: string
}

export async function getImportRow(
  reads: RequestLoaders,
  { organizationId, spaceId, importId }: ImportPlace,
): Promise<ImportRow> {
  const found = await reads.load(importById, importId)
  if (!found || (spaceId !== undefined && found.spaceId !== spaceId)) throw notFound('This import')
  if (organizationId !== undefined) {
    const space = await getSpaceRow(reads, found.spaceId)
    if (space.organizationId !== organizationId) throw notFound('This import')
  }
  return found
}

/** The imports into a space, newest first. */
export const importsOfSpace = defineList<Space, object, ImportRow>({
  name: 'imports',
  columns: IMPORT_COLUMNS,
  from: '"Import" i',
  match: 'i."spaceId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'i."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
})
