import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type GitOperation, Prisma, type Space } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../spaces/index.ts'
import { type GitReport, reportLists } from './git.model.ts'

/** An operation for callers: without its URL, which may contain credentials, and without its report. */
export type GitOperationRow = Omit<GitOperation, 'sealedUrl' | 'report' | 'options'> & { dryRun: boolean }

const { sealedUrl: _url, report: _report, options: _options, ...shown } = Prisma.GitOperationScalarFieldEnum
const COLUMNS = `${columnsOf('g', shown)}, coalesce((g."options" ->> 'dryRun')::boolean, false) AS "dryRun"`

/** Operations on spaces that the caller may see. */
export const gitOperationById = loaderById<GitOperationRow>({
  name: 'gitOperationById',
  scope: 'space:read',
  text: `SELECT ${COLUMNS}, ${REACH_COLUMNS} FROM "GitOperation" g
    JOIN "Space" s ON s."id" = g."spaceId" ${joinAccess('$2')} WHERE g."id" = ANY($1) AND ${NOT_DELETED}`,
  shape: (row, reads) => {
    noteReach(reads, row.spaceId, row)
    return row
  },
})

const REPORTS = statement<{ id: string; report: Partial<GitReport> }>({
  name: 'gitReports',
  text: `SELECT "id", "report" FROM "GitOperation" WHERE "id" = ANY($1)`,
})

/** The reports of operations that the caller has loaded. */
export const gitReportOf: LoaderDefinition<string, GitReport> = {
  name: REPORTS.name,
  scope: 'space:read',
  batch: async ({ db }, ids) => {
    const rows = await db.query(REPORTS, [ids])
    const found = new Map(rows.map(({ id, report }) => [id, report]))
    return ids.map((id) => ({ ...emptyReport(), ...found.get(id) }))
  },
}

export const emptyReport = (): GitReport =>
  Object.fromEntries(reportLists.map((list) => [list, []])) as unknown as GitReport

export async function getGitOperationRow(
  reads: RequestLoaders,
  { spaceId, operationId }: { spaceId?: string | undefined; operationId: string },
): Promise<GitOperationRow> {
  const found = await reads.load(gitOperationById, operationId)
  if (!found || (spaceId !== undefined && found.spaceId !== spaceId)) throw notFound('This Git operation')
  return found
}

/** The operations of a space, newest first. */
export const gitOperationsOfSpace = defineList<Space, object, GitOperationRow>({
  name: 'gitOperations',
  columns: COLUMNS,
  from: '"GitOperation" g',
  match: 'g."spaceId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'g."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
})
