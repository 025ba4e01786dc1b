import { DomainError, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operations/context.ts'
import { listOperation, operation } from '../../../core/operations/operation.ts'
import { type EditableContent, getEditable } from '../../content/index.ts'
import { getOrganizationRow } from '../../organizations/index.ts'
import { getSpaceRow } from '../../spaces/index.ts'
import { getImportRow, type ImportRow } from '../import.loaders.ts'
import { emitAboutImport } from '../import.records.ts'
import { importLater } from '../import.service.ts'
import { importsOfOrganization } from './runs.loaders.ts'
import { CancelRun, ListRuns, RunFilters, StartRun } from './runs.model.ts'

export const listImportRuns = listOperation({
  id: 'imports.listRuns',
  input: ListRuns,
  filters: RunFilters,
  scope: 'space:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: () => importsOfOrganization,
})

/** Imports a page of a website in the background. */
export const startImportRun = operation({
  id: 'imports.start',
  input: StartRun,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, { organizationId, target }) => {
    const { space: spaceId, changeRequest: changeRequestId } = target
    const space = await getSpaceRow(ctx.reads, spaceId)
    if (space.organizationId !== organizationId) throw notFound('This space')
    return getEditable(ctx, { spaceId, changeRequestId })
  },
  run: async (ctx, { source: { url } }, editable): Promise<ImportRow> => {
    const sealedUrl = await ctx.tools.secrets.seal(url)
    const { row } = await importLater(ctx, editable, { url, source: 'website', mode: 'add', sealedUrl })
    return row
  },
})

interface Cancelled extends EditableContent {
  row: ImportRow
}

async function getCancellable(
  ctx: Context,
  place: { organizationId?: string | undefined; importId: string },
): Promise<Cancelled> {
  const row = await getImportRow(ctx.reads, place)
  const { spaceId, changeRequestId } = row
  return { row, ...(await getEditable(ctx, { spaceId, changeRequestId })) }
}

/** Ends an import that waits or runs: nothing of it is applied. Cancelling it again changes nothing. */
export const cancelImportRun = operation({
  id: 'imports.cancel',
  input: CancelRun,
  scope: 'space:write',
  writes: true,
  authorize: getCancellable,
  run: async (ctx, place, { row, space }) => {
    // The job writes its result only while the import is running, in the transaction that applies it.
    const { count } = await ctx.tx.import.updateMany({
      where: { id: row.id, state: 'running' },
      data: { state: 'cancelled', endedAt: ctx.now(), sealedUrl: null },
    })
    if (count > 0) emitAboutImport(ctx, row, space.organizationId, 'import.cancelled')
    ctx.reads.forget()
    const now = await getImportRow(ctx.reads, place)
    if (now.state !== 'cancelled') throw new DomainError('conflict', 'The import has ended already.')
    return now
  },
})
