import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '../../core/errors.ts'
import { appendEvents } from '../../core/events/events.ts'
import type { JobContext } from '../../core/operations/module.ts'
import type { GitOperation, Prisma } from '../../generated/prisma/client.ts'
import { GitMissing, GitStopped } from '../../platform/git/process.ts'
import { GitRemoteError } from '../../platform/git/transport.ts'
import { enqueue } from '../../platform/queue.ts'
import { exportSpace } from './exporting/export-space.ts'
import { GIT_LIMITS, type GitOptions, type GitReport, type GitStage } from './git.model.ts'
import type { OperationRun } from './git.run.ts'
import { GIT_JOB } from './git.service.ts'
import { beginOperation, finishWithoutChange } from './git.steps.ts'
import { importRepository } from './importing/import-repository.ts'

const Payload = z.object({ spaceId: z.string() })

/** The number of operations of one space before other jobs can run. */
const IN_A_ROW = 20
/** After this many attempts, an unexpected error ends the operation. */
const LAST_ATTEMPT = 4

/** The job: runs the operations of one space in the order of their requests. */
export async function runGitOperations(payload: unknown, ctx: JobContext): Promise<void> {
  const { spaceId } = Payload.parse(payload)
  for (let ended = 0; ended < IN_A_ROW; ended++) {
    ctx.signal.throwIfAborted()
    const row = await ctx.database.prisma.gitOperation.findFirst({
      where: { spaceId, state: 'running' },
      orderBy: { id: 'asc' },
    })
    if (!row) return
    await runOperation(ctx, row)
  }
  await ctx.database.transaction((tx) => enqueue(tx, GIT_JOB, { spaceId }, { jobKey: spaceId }))
}

async function runOperation(ctx: JobContext, row: GitOperation): Promise<void> {
  const deadline = AbortSignal.timeout(GIT_LIMITS.operationMs)
  const failed: Failure = { error: '', report: undefined }
  try {
    await perform(ctx, row, AbortSignal.any([ctx.signal, deadline]), failed)
  } catch (error) {
    // The node stops: another one runs the operation again.
    if (ctx.signal.aborted) throw error
    const expected = deadline.aborted
      ? `It took longer than ${GIT_LIMITS.operationMs / 60_000} minutes. Split the repository, or try again later.`
      : messageOf(error)
    if (expected === undefined && ctx.attempt < LAST_ATTEMPT) throw error
    failed.error = expected ?? 'It failed because of an error of this server. Try again later.'
    await recordFailure(ctx, row, failed)
    if (expected === undefined) throw error
  }
}

async function perform(
  ctx: JobContext,
  row: GitOperation,
  signal: AbortSignal,
  failed: Failure,
): Promise<void> {
  // The user who requested it was deleted.
  if (row.createdById === null)
    throw new DomainError('forbidden', 'The user who requested it no longer exists.')
  if (row.sealedUrl === null) throw new Error(`The operation ${row.id} has no URL.`)
  const caller = ctx.onBehalfOf(row.createdById, ['space:write'])
  // Access first: without it, no address is looked up.
  const begun = await caller.call(beginOperation, { operationId: row.id })
  if (begun.isOutdated) {
    await caller.call(finishWithoutChange, { operationId: row.id, finished: { result: 'skipped' } })
    return
  }
  const options = row.options as unknown as GitOptions
  const cacheKey = `${begun.space.organizationId} ${options.repoCacheID ?? row.address}`
  const run: OperationRun = {
    ctx,
    caller,
    row,
    options,
    url: await ctx.secrets.open(row.sealedUrl),
    space: begun.space,
    cacheKey,
    syncKey: syncKeyOf(cacheKey, row.ref, options.directory),
    signal,
    stage: async (stage: GitStage) => {
      signal.throwIfAborted()
      await ctx.database.prisma.gitOperation.updateMany({ where: { id: row.id }, data: { stage } })
    },
    reportOnFailure: (report) => {
      failed.report = report
    },
  }
  await (row.direction === 'import' ? importRepository(run) : exportSpace(run))
}

/** A space is synced with a folder of a branch of a repository. */
const syncKeyOf = (cacheKey: string, ref: string, directory: string): string =>
  createHash('sha256')
    .update(JSON.stringify([cacheKey, ref, directory]))
    .digest('base64url')
    .slice(0, 32)

/** The message of an error that the user can do something about. Undefined for one to retry. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof DomainError) return error.reason === 'unavailable' ? undefined : error.message
  if (error instanceof GitRemoteError) return error.message
  if (error instanceof GitMissing) return 'This server has no git. Ask its operator to install it.'
  if (error instanceof GitStopped) return `Git failed: ${error.message} Try again, or check the repository.`
  return undefined
}

interface Failure {
  error: string
  report: GitReport | undefined
}

/** Ends an operation that failed. Nothing of it was applied. */
function recordFailure(
  { database, now }: JobContext,
  { id, spaceId, direction, createdById }: GitOperation,
  { error, report }: Failure,
): Promise<void> {
  const endedAt = now()
  return database.transaction(async (tx) => {
    const { count } = await tx.gitOperation.updateMany({
      where: { id, state: 'running' },
      data: {
        state: 'failure',
        error,
        endedAt,
        sealedUrl: null,
        ...(report ? { report: report as unknown as Prisma.InputJsonObject } : {}),
      },
    })
    const space = count > 0 ? await tx.space.findUnique({ where: { id: spaceId } }) : null
    if (!space) return
    const type = direction === 'import' ? 'git.import_failed' : 'git.export_failed'
    const { organizationId } = space
    const event = { organizationId, spaceId, type, subject: { gitOperation: id } } as const
    await appendEvents(tx, [event], createdById, endedAt)
  })
}
