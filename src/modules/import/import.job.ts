import { z } from 'zod'
import { DomainError, notFound } from '../../core/errors.ts'
import { appendEvents } from '../../core/events/events.ts'
import { idField } from '../../core/fields.ts'
import type { Caller } from '../../core/operations/caller.ts'
import type { Context } from '../../core/operations/context.ts'
import type { JobContext } from '../../core/operations/module.ts'
import { operation, preparedOperation } from '../../core/operations/operation.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { type EditableContent, getEditable, heldBy, MANY_PAGES_MS } from '../content/index.ts'
import { downloadArchive } from './archive/archive-download.ts'
import { applyPlan, planOf } from './import.applying.ts'
import { IMPORT_LIMITS, ImportMode } from './import.model.ts'
import { emitAboutImport, resultOf } from './import.records.ts'
import { importProgress } from './import-progress.ts'
import { isImportSource } from './sources.ts'
import type { StorableContent } from './storable.ts'
import { largeImportThreads } from './threads/import-threads.ts'
import { storeQuestion } from './threads/thread-blobs.ts'

const Payload = z.object({ importId: z.string() })
const Place = z.object({ importId: idField('Import', 'The import.') })

/** After this many attempts, an unexpected error ends the import. */
const LAST_ATTEMPT = 4

interface Running extends EditableContent {
  row: Import
}

const ROW = statement<Import>({ name: 'importRow', text: `SELECT * FROM "Import" WHERE "id" = $1` })

/** The import and its change request, if its user may still import into it. */
async function getRunning(ctx: Context, { importId }: z.output<typeof Place>): Promise<Running> {
  const [row] = await ctx.reads.db.query(ROW, [importId])
  if (!row) throw notFound('This import')
  const { spaceId, changeRequestId } = row
  return { row, ...(await getEditable(ctx, { spaceId, changeRequestId })) }
}

/** The first step: checks access, before any address is looked up. */
const beginImport = operation({
  id: 'imports.begin',
  input: Place,
  scope: 'space:write',
  writes: true,
  authorize: getRunning,
  run: async (ctx, _input, { row }) => {
    const { count } = await ctx.tx.import.updateMany({
      where: { id: row.id, state: 'running' },
      data: { startedAt: row.startedAt ?? ctx.now() },
    })
    if (count === 0) throw ended()
  },
})

/** The last step: writes the content and the end of the import in one transaction, so it is applied once. */
const applyImport = preparedOperation({
  id: 'imports.apply',
  input: Place.extend({ content: z.custom<StorableContent>() }),
  scope: 'space:write',
  serializeBy: async ({ importId }, ctx) => {
    const { row } = await getRunning(ctx, { importId })
    return heldBy(row)
  },
  timeLimitMs: MANY_PAGES_MS,
  authorize: getRunning,
  prepare: (ctx, { content }, running) => planOf(ctx, running, content, ImportMode.parse(running.row.mode)),
  run: async (ctx, _input, running, plan) => {
    const { id } = running.row
    const { revisionId, recorded } = await applyPlan(ctx, running, plan, (revisionId) =>
      ctx.tx.import.updateMany({
        where: { id, state: 'running' },
        data: { ...resultOf(plan.content, revisionId, ctx.now()), sealedUrl: null },
      }),
    )
    // Another node has taken the job over and finished it.
    if (recorded.count === 0) throw ended()
    const { organizationId } = running.space
    emitAboutImport(ctx, running.row, organizationId, 'import.completed', { revision: revisionId })
  },
})

const ended = () => new DomainError('conflict', 'The import has ended already.')

/**
 * The job: imports a large archive. Nothing of it is kept on this node: if the node dies, another one downloads the archive
 * again.
 */
export async function runImport(payload: unknown, ctx: JobContext): Promise<void> {
  const { importId: id } = Payload.parse(payload)
  const row = await ctx.database.prisma.import.findUnique({ where: { id } })
  if (row?.state !== 'running') return
  const deadline = AbortSignal.timeout(IMPORT_LIMITS.importMs)
  try {
    await perform(ctx, row, AbortSignal.any([ctx.signal, deadline]))
  } catch (error) {
    // The node stops: another one runs the import again.
    if (ctx.signal.aborted) throw error
    const expected = deadline.aborted
      ? `It took longer than ${IMPORT_LIMITS.importMs / 60_000} minutes. Import it in parts, or try again later.`
      : messageOf(error)
    if (expected === undefined && ctx.attempt < LAST_ATTEMPT) throw error
    await recordFailure(
      ctx,
      row,
      expected ?? 'It failed because of an error of this server. Try again later.',
    )
    if (expected === undefined) throw error
  }
}

/** The message of an error that the user can do something about. Undefined for one to retry. */
const messageOf = (error: unknown): string | undefined =>
  error instanceof DomainError && error.reason !== 'unavailable' ? error.message : undefined

async function perform(ctx: JobContext, row: Import, signal: AbortSignal): Promise<void> {
  const { id: importId, createdById, source, sealedUrl, readsSpecs } = row
  // The user who requested it was deleted.
  if (createdById === null) throw new DomainError('forbidden', 'The user who requested it no longer exists.')
  if (sealedUrl === null || !isImportSource(source)) throw new Error(`The import ${importId} has no URL.`)
  const caller: Caller = ctx.onBehalfOf(
    createdById,
    readsSpecs ? ['space:write', 'openapi:read'] : ['space:write'],
  )
  await caller.call(beginImport, { importId })
  const url = await ctx.secrets.open(sealedUrl)
  const progress = importProgress(ctx, row)
  const content = await ctx.temporaryFiles.use((newFile) =>
    largeImportThreads.run({
      organizationId: ctx.organizationId,
      source,
      url,
      outbound: ctx.outbound,
      git: ctx.git,
      signal,
      download: async () => {
        await progress.report('fetch', 0, undefined)
        const { outbound, settings } = ctx
        const { downloadMs: timeoutMs } = IMPORT_LIMITS
        const maxBytes = settings.import.maxBytes
        const onProgress = (done: number, total: number | undefined) => progress.report('fetch', done, total)
        return downloadArchive({ outbound, url, newFile, maxBytes, timeoutMs, signal, onProgress })
      },
      store: async (question) => {
        signal.throwIfAborted()
        await storeQuestion({ db: ctx.database, files: ctx.files }, row.spaceId, question)
        await progress.report('read', question.done, question.total)
      },
    }),
  )
  if (content === null) throw new Error('The archive was not downloaded.')
  await progress.report('write', 0, content.importedResources)
  await caller.call(applyImport, { importId, content })
}

/** Ends an import that failed. Nothing of it was applied. */
function recordFailure({ database, now }: JobContext, row: Import, error: string): Promise<void> {
  const { id, spaceId, changeRequestId, createdById } = row
  const endedAt = now()
  return database.transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id, state: 'running' },
      data: { state: 'failure', error: error.slice(0, 2_000), endedAt, sealedUrl: null },
    })
    const space = count > 0 ? await tx.space.findUnique({ where: { id: spaceId } }) : null
    if (!space) return
    const { organizationId } = space
    const subject = { import: id, changeRequest: changeRequestId }
    const event = { organizationId, spaceId, changeRequestId, type: 'import.failed', subject } as const
    await appendEvents(tx, [event], createdById, endedAt)
  })
}
