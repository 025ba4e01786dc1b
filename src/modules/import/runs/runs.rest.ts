import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import type { Urls } from '../../../http/urls.ts'
import { listRoute, route, type View } from '../../../rest/route.ts'
import { requiredSpace } from '../../spaces/index.ts'
import type { ImportRow } from '../import.loaders.ts'
import { getImport } from '../import.service.ts'
import { RunStatus, runStatusOf } from './runs.model.ts'
import { cancelImportRun, listImportRuns, startImportRun } from './runs.service.ts'

const RestRun = z
  .object({
    object: z.literal('import-run'),
    id: z.string(),
    status: RunStatus,
    reason: z.string().optional().meta({ description: 'Why it failed.' }),
    source: z.union([
      z.object({ type: z.literal('website'), url: z.string() }),
      z.object({ type: z.literal('file'), files: z.array(z.string()) }),
    ]),
    target: z.object({ space: z.string(), changeRequest: z.string() }),
    createdBy: z.string().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    startedAt: Timestamp.optional(),
    completedAt: Timestamp.optional(),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'ImportRun' })

const path = '/org/:organizationId/imports'
const runUrl = (urls: Urls, organizationId: string, { id }: ImportRow) =>
  urls.api(`/org/${organizationId}/imports/${id}`)

async function toRestRun(row: ImportRow, { caller, urls }: View): Promise<z.input<typeof RestRun>> {
  const { organizationId } = await caller.load(requiredSpace, row.spaceId)
  return {
    object: 'import-run',
    id: row.id,
    status: runStatusOf(row),
    reason: row.error ?? undefined,
    source:
      row.source === 'website'
        ? { type: 'website', url: row.address }
        : { type: 'file', files: [row.address] },
    target: { space: row.spaceId, changeRequest: row.changeRequestId },
    createdBy: row.createdById ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: (row.endedAt ?? row.startedAt ?? row.createdAt).toISOString(),
    startedAt: row.startedAt?.toISOString(),
    completedAt: row.endedAt?.toISOString(),
    urls: { location: runUrl(urls, organizationId, row) },
  }
}

const run = { response: RestRun, present: toRestRun }

export const runRoutes = [
  listRoute(path, listImportRuns, {
    summary: 'List the imports into the spaces of an organization, newest first',
    item: RestRun,
    present: (rows, view) => Promise.all(rows.map((row) => toRestRun(row, view))),
  }),
  route('POST', path, startImportRun, {
    ...run,
    summary: 'Import a page of a website into a change request, in the background',
    status: 201,
  }),
  route('GET', `${path}/:importId`, getImport, {
    ...run,
    summary: 'Get an import into a space of an organization',
  }),
  route('POST', `${path}/:importId/cancel`, cancelImportRun, {
    ...run,
    summary: 'Cancel an import that waits or runs',
  }),
]
