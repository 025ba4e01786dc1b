import { holdsScope } from '../../core/access/viewer.ts'
import { DomainError, invalidField } from '../../core/errors.ts'
import type { PrepareContext, WriteContext } from '../../core/operations/context.ts'
import { listOperation, preparedOperation, readOperation } from '../../core/operations/operation.ts'
import { type EditableContent, getEditable, heldBy, MANY_PAGES_MS } from '../content/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { downloadArchive, IMMEDIATE_BYTES } from './archive/archive-download.ts'
import { applyPlan, type ImportPlan, planOf } from './import.applying.ts'
import { getImportRow, type ImportRow, importsOfSpace } from './import.loaders.ts'
import {
  GetImport,
  IMPORT_LIMITS,
  ImportArchive,
  ImportContent,
  ImportFile,
  type ImportMode,
  type ImportReport,
  ListImports,
  ListImportsFilters,
  modeOf,
  NO_REPORT,
} from './import.model.ts'
import { emitAboutImport, insertImport, reportOf, resultOf } from './import.records.ts'
import { type ImportSource, importEndings, importSources, isImportSource, sourceOfName } from './sources.ts'
import type { StorableContent } from './storable.ts'
import { importThreads, largeImportThreads } from './threads/import-threads.ts'
import { storeQuestion } from './threads/thread-blobs.ts'

export const IMPORT_JOB = 'content-import'

/** The result of an import. */
export interface Imported {
  row: ImportRow
  /** The revision of the change request: after the import, or before it if the import runs in the background. */
  revisionId: string
  /** What was left out and why, up to the maximum number, and the settings of the content. */
  report: ImportReport
}

/** The source of an import: its content, or the encrypted URL of one that is imported in the background. */
type Prepared = { plan: ImportPlan } | { sealedUrl: string }

/**
 * Imports content into a change request in one revision. Files that cannot be used are skipped. A large archive is
 * imported in the background.
 */
export const importIntoChangeRequest = preparedOperation({
  id: 'content.import',
  input: ImportContent,
  scope: 'space:write',
  serializeBy: heldBy,
  timeLimitMs: MANY_PAGES_MS,
  authorize: getEditable,
  prepare: async (ctx, input, editable): Promise<Prepared> => {
    const { url, source } = input
    requireSource(source)
    const content = await readSource(ctx, { source, url }, editable.space)
    if (content === null) return { sealedUrl: await ctx.tools.secrets.seal(url) }
    return { plan: await planOf(ctx, editable, content, modeOf(input)) }
  },
  run: async (ctx, input, editable, prepared): Promise<Imported> => {
    const { url, source } = input
    const mode = modeOf(input)
    if ('sealedUrl' in prepared) return importLater(ctx, editable, { url, source, mode, ...prepared })
    return applyAtOnce(ctx, editable, prepared.plan, { url, source, mode })
  },
})

/** Rejects a source that clients of the public API know, and that this server cannot read. */
export function requireSource(source: string): asserts source is ImportSource {
  if (isImportSource(source)) return
  const message = `must be one of ${importSources.join(', ')} (got ${source}, which is not supported)`
  throw new DomainError('invalid_input', `source: ${message}`, [{ path: ['source'], message }])
}

/** Writes the content of an import, and records it. */
export async function applyAtOnce(
  ctx: WriteContext,
  editable: EditableContent,
  plan: ImportPlan,
  given: { url: string; source: string; mode: string },
): Promise<Imported> {
  const startedAt = ctx.now()
  const report = reportOf(plan.content)
  const { revisionId, recorded: row } = await applyPlan(ctx, editable, plan, (revisionId) => {
    const result = resultOf(plan.content, revisionId, startedAt, report)
    return insertImport(ctx, editable, { ...given, startedAt, ...result })
  })
  const { organizationId } = editable.space
  emitAboutImport(ctx, row, organizationId, 'import.completed', { revision: revisionId })
  return { row, revisionId, report }
}

/** Imports a file that the caller sends: an archive, a Word document, or a page in HTML or Markdown. */
export const importFile = preparedOperation({
  id: 'content.importFile',
  input: ImportFile,
  scope: 'space:write',
  serializeBy: heldBy,
  timeLimitMs: MANY_PAGES_MS,
  authorize: getEditable,
  prepare: async (ctx, { files: [file], mode }, editable): Promise<UploadedPlan> => {
    const { name = '', bytes = Buffer.alloc(0) } = file ?? {}
    const source = sourceOfName(name)
    if (source === undefined) {
      const endings = importEndings.map((ending) => `.${ending}`).join(', ')
      throw invalidField(
        'files',
        `must have a name that ends in one of ${endings} (got ${JSON.stringify(name)})`,
      )
    }
    const given = { url: urlOfFile(name), source, mode: modeOf({ source, mode }) }
    const { tools, reads, signal } = ctx
    const content = await importThreads.run({
      organizationId: editable.space.organizationId,
      outbound: tools.outbound,
      git: tools.git,
      signal,
      ...given,
      uploaded: bytes,
      store: (blobs) => storeQuestion({ db: reads.db, files: tools.files }, editable.space.id, blobs),
    })
    if (content === null) throw new Error('The file was not read.')
    return { plan: await planOf(ctx, editable, content, given.mode), given }
  },
  run: (ctx, _input, editable, { plan, given }): Promise<Imported> => applyAtOnce(ctx, editable, plan, given),
})

interface UploadedPlan {
  plan: ImportPlan
  given: { url: string; source: ImportSource; mode: ImportMode }
}

/** What is recorded as the source of a file. */
const urlOfFile = (name: string): string => `file:///${encodeURIComponent(name)}`

/** Imports an archive on the disk of this machine. It is for the command line: no API has it. */
export const importArchive = preparedOperation({
  id: 'content.importArchive',
  input: ImportArchive,
  scope: 'space:write',
  serializeBy: heldBy,
  timeLimitMs: MANY_PAGES_MS,
  authorize: getEditable,
  prepare: async (ctx, { file, url, mode }, editable): Promise<ImportPlan> => {
    const content = await largeImportThreads.run({
      organizationId: editable.space.organizationId,
      outbound: ctx.tools.outbound,
      git: ctx.tools.git,
      source: 'zip',
      url,
      download: async () => file,
      store: (blobs) => storeQuestion({ db: ctx.reads.db, files: ctx.tools.files }, editable.space.id, blobs),
    })
    if (content === null) throw new Error('The archive was not read.')
    return planOf(ctx, editable, content, mode)
  },
  run: (ctx, { url, mode }, editable, plan): Promise<Imported> =>
    applyAtOnce(ctx, editable, plan, { url, source: 'zip', mode }),
})

/** The content of a source whose files are stored; null for a large archive. */
export async function readSource(
  { tools: { outbound, git, temporaryFiles, settings, files }, reads: { db }, signal }: PrepareContext,
  { source, url }: { source: ImportSource; url: string },
  { id: spaceId, organizationId }: EditableContent['space'],
): Promise<StorableContent | null> {
  const common = { outbound, signal }
  return temporaryFiles.use((newFile) =>
    importThreads.run({
      ...common,
      git,
      organizationId,
      source,
      url,
      download: () =>
        downloadArchive({
          ...common,
          url,
          newFile,
          maxBytes: settings.import.maxBytes,
          onlyUpTo: IMMEDIATE_BYTES,
          timeoutMs: IMPORT_LIMITS.immediateDownloadMs,
        }),
      store: (blobs) => storeQuestion({ db, files }, spaceId, blobs),
    }),
  )
}

/** Records an import, and the job that runs it. */
export async function importLater(
  ctx: WriteContext,
  editable: EditableContent,
  given: { url: string; source: string; mode: string; sealedUrl: string },
): Promise<Imported> {
  const { space, changeRequest } = editable
  const waiting = await ctx.tx.import.count({ where: { spaceId: space.id, state: 'running' } })
  if (waiting >= IMPORT_LIMITS.waiting) {
    const message = `${waiting} imports of this space are waiting; at most ${IMPORT_LIMITS.waiting} can wait. Try again later.`
    throw new DomainError('rate_limited', message)
  }
  const readsSpecs = holdsScope(ctx.viewer, 'openapi:read')
  const row = await insertImport(ctx, editable, { ...given, readsSpecs, state: 'running', stage: 'fetch' })
  const { organizationId } = space
  await ctx.enqueue(IMPORT_JOB, { importId: row.id }, { organizationId, jobKey: row.id, maxAttempts: 8 })
  emitAboutImport(ctx, row, organizationId, 'import.started')
  return { row, revisionId: changeRequest?.revisionId ?? '', report: NO_REPORT }
}

export const listImports = listOperation({
  id: 'imports.list',
  input: ListImports,
  filters: ListImportsFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  list: () => importsOfSpace,
})

export const getImport = readOperation({
  id: 'imports.get',
  input: GetImport,
  scope: 'space:read',
  read: (ctx, place) => getImportRow(ctx.reads, place),
})
