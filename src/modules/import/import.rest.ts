import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { MAX_FILE_BYTES } from '../../core/files/inspect-upload.ts'
import type { Urls } from '../../http/urls.ts'
import { listRoute, type Route, route, type View } from '../../rest/route.ts'
import { changeRequestUrl } from '../change-requests/index.ts'
import { spaceUrl } from '../spaces/index.ts'
import { type ImportRow, importReportOf } from './import.loaders.ts'
import {
  ImportMode,
  type ImportReport,
  ImportSourceField,
  ImportStage,
  ImportState,
  NO_REPORT,
} from './import.model.ts'
import { getImport, importFile, importIntoChangeRequest, listImports } from './import.service.ts'
import { type ImportedInPlace, importInPlace } from './import-in-place.ts'

const importShape = {
  object: z.literal('import'),
  id: z.string(),
  space: z.string(),
  changeRequest: z.string(),
  source: ImportSourceField,
  url: z.string(),
  mode: ImportMode,
  state: ImportState,
  stage: ImportStage,
  done: z.int(),
  total: z.int().optional(),
  importedResources: z.int(),
  totalResources: z.int(),
  skippedResources: z.int(),
  revision: z.string().optional(),
  error: z.string().optional(),
  actor: z.string().optional(),
  createdAt: Timestamp,
  startedAt: Timestamp.optional(),
  endedAt: Timestamp.optional(),
}
const importReport = {
  skipped: z.array(z.object({ path: z.string(), reason: z.string(), line: z.int().optional() })),
}
const RestSummary = z.object(importShape).meta({ id: 'ImportSummary' })
const RestImport = z
  .object({
    ...importShape,
    ...importReport,
    redirects: z.record(z.string(), z.string()),
    tags: z.unknown().optional(),
  })
  .meta({ id: 'Import' })

const toSummary = (row: ImportRow): z.input<typeof RestSummary> => ({
  object: 'import',
  id: row.id,
  space: row.spaceId,
  changeRequest: row.changeRequestId,
  source: ImportSourceField.parse(row.source),
  url: row.address,
  mode: ImportMode.parse(row.mode),
  state: ImportState.parse(row.state),
  stage: ImportStage.parse(row.stage),
  done: row.done,
  total: row.total ?? undefined,
  importedResources: row.importedResources,
  totalResources: row.totalResources,
  skippedResources: row.skippedResources,
  revision: row.revisionId ?? undefined,
  error: row.error ?? undefined,
  actor: row.createdById ?? undefined,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString(),
  endedAt: row.endedAt?.toISOString(),
})

function toRestImport(
  row: ImportRow,
  { skipped, settings: { redirects = {}, tags } }: ImportReport,
): z.input<typeof RestImport> {
  return { ...toSummary(row), skipped, redirects, tags }
}

/** The form is read with its file. */
const FORM_BYTES = 32 * 1024 * 1024
const importUrl = (urls: Urls, { spaceId, id }: ImportRow) => `${spaceUrl(urls, spaceId)}/imports/${id}`
const isRunning = ({ state }: ImportRow) => state === 'running'

const RestImportedInPlace = z
  .object({
    revision: z.string().meta({ description: 'The revision after the import.' }),
    importedResources: z.int(),
    totalResources: z.int(),
    skipped: importReport.skipped,
  })
  .meta({ id: 'ImportContentResult' })

const inPlace = {
  status: 201,
  response: RestImportedInPlace,
  present: ({ revisionId, importedResources, totalResources, skipped }: ImportedInPlace) => ({
    revision: revisionId,
    importedResources,
    totalResources,
    skipped: [...skipped],
  }),
  location: ({ spaceId, revisionId }: ImportedInPlace, { urls }: View) =>
    `${spaceUrl(urls, spaceId)}/revisions/${revisionId}`,
}

export const routes: Route[] = [
  route('POST', '/spaces/:spaceId/content/import', importInPlace, {
    ...inPlace,
    summary: 'Import content into a space that is edited directly',
  }),
  route('POST', '/spaces/:spaceId/content/page/:pageId/import', importInPlace, {
    ...inPlace,
    summary: 'Import content below a page of a space that is edited directly',
  }),
  route(
    'POST',
    '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/import',
    importInPlace,
    { ...inPlace, summary: 'Import content below a page of a change request' },
  ),
  route('POST', '/spaces/:spaceId/change-requests/:changeRequestId/content/import', importIntoChangeRequest, {
    summary: 'Import content into a change request. Large archives are imported in the background (202)',
    status: 201,
    otherStatus: { status: 202, when: ({ row }) => isRunning(row) },
    response: RestImport,
    present: ({ row, report }) => toRestImport(row, report),
    location: ({ row }, { urls }) =>
      isRunning(row)
        ? importUrl(urls, row)
        : `${changeRequestUrl(urls, row.spaceId, row.changeRequestId)}/content`,
  }),
  route('POST', '/spaces/:spaceId/change-requests/:changeRequestId/content/import/file', importFile, {
    summary: 'Import a file from a form into a change request: an archive, a Word document, HTML or Markdown',
    status: 201,
    response: RestImport,
    present: ({ row, report }) => toRestImport(row, report),
    location: ({ row }, { urls }) => `${changeRequestUrl(urls, row.spaceId, row.changeRequestId)}/content`,
    bodyLimit: FORM_BYTES,
    upload: { files: 1, bytes: MAX_FILE_BYTES },
  }),
  listRoute('/spaces/:spaceId/imports', listImports, {
    summary: 'List the imports into the change requests of a space, newest first',
    item: RestSummary,
    present: (rows) => rows.map(toSummary),
  }),
  route('GET', '/spaces/:spaceId/imports/:importId', getImport, {
    summary: 'Get an import with its progress and its report',
    response: RestImport,
    present: async (row, { caller }) =>
      toRestImport(row, (await caller.load(importReportOf, row.id)) ?? NO_REPORT),
  }),
]
