import { z } from 'zod'
import { DomainError } from '../../core/errors.ts'
import { appendEvents } from '../../core/events/events.ts'
import type { JobContext } from '../../core/operations/module.ts'
import type { GitOperation, Prisma } from '../../generated/prisma/client.ts'
import { ProgressLog } from '../content/index.ts'
import { insertConnected, recordInConnection } from './connection/connected-operations.ts'
import { exportSpace } from './exporting/export-space.ts'
import { NotImported } from './exporting/start-of-export.ts'
import { failureMessage } from './failure-message.ts'
import { GIT_LIMITS, type GitOptions, type GitReport, type GitStage } from './git.model.ts'
import { enqueueOperations } from './git.requests.ts'
import { cacheKeyOf, type OperationRun, syncKeyOf } from './git.run.ts'
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
  await ctx.database.transaction((tx) => enqueueOperations(tx, spaceId))
}

async function runOperation(ctx: JobContext, row: GitOperation, isImported = false): Promise<void> {
  const deadline = AbortSignal.timeout(GIT_LIMITS.operationMs)
  const failed: Failure = { error: '', report: undefined }
  try {
    await perform(ctx, row, AbortSignal.any([ctx.signal, deadline]), failed)
  } catch (error) {
    // The node stops: another one runs the operation again.
    if (ctx.signal.aborted) throw error
    if (error instanceof NotImported && !isImported && (await importFirst(ctx, row))) {
      return runOperation(ctx, row, true)
    }
    const expected = deadline.aborted
      ? `It took longer than ${GIT_LIMITS.operationMs / 60_000} minutes. Split the repository, or try again later.`
      : (failureMessage(error) ?? ((await isSpaceGone(ctx, row)) ? 'The space was deleted.' : undefined))
    if (expected === undefined && ctx.attempt < LAST_ATTEMPT) throw error
    failed.error = expected ?? 'It failed because of an error of this server. Try again later.'
    await recordFailure(ctx, row, failed)
    if (expected === undefined) throw error
  }
}

/** Whether the space was removed while an operation ran: then every step of it misses something. */
async function isSpaceGone({ database }: JobContext, { spaceId }: GitOperation): Promise<boolean> {
  return (await database.prisma.space.count({ where: { id: spaceId, deletedAt: null } })) === 0
}

/**
 * Imports the commits that an export of a connection has to build upon. If this node dies, the export runs again and
 * continues the same import. False if there is no connection any more.
 */
async function importFirst(
  ctx: JobContext,
  { spaceId, address, ref, options }: GitOperation,
): Promise<boolean> {
  if ((options as unknown as GitOptions).isConnected !== true) return false
  const id = await ctx.database.transaction(async (tx) => {
    const connection = await tx.gitConnection.findFirst({ where: { spaceId, address, ref } })
    if (!connection) return undefined
    const isConnected = { path: ['isConnected'], equals: true }
    const where = { spaceId, address, ref, direction: 'import', state: 'running', options: isConnected }
    const { createdById } = connection
    const now = ctx.now()
    return (
      (await tx.gitOperation.findFirst({ where, orderBy: { id: 'asc' } })) ??
      (await insertConnected(tx, connection, { direction: 'import', createdById, now }))
    ).id
  })
  const row = id === undefined ? null : await ctx.database.prisma.gitOperation.findUnique({ where: { id } })
  if (!row) return false
  await runOperation(ctx, row)
  return true
}

async function perform(
  ctx: JobContext,
  { id, createdById }: GitOperation,
  signal: AbortSignal,
  failed: Failure,
): Promise<void> {
  // The user who requested it was deleted.
  if (createdById === null) throw new DomainError('forbidden', 'The user who requested it no longer exists.')
  const caller = ctx.onBehalfOf(createdById, ['space:write'])
  // Access first: without it, no address is looked up.
  const { row, space, isOutdated } = await caller.call(beginOperation, { operationId: id })
  if (row.sealedUrl === null) throw new Error(`The operation ${id} has no URL.`)
  if (isOutdated) {
    await caller.call(finishWithoutChange, { operationId: id, finished: { result: 'skipped' } })
    return
  }
  const options = row.options as unknown as GitOptions
  const { organizationId } = space
  const repository = options.repoCacheID ?? row.address
  const { ref } = row
  const url = await ctx.secrets.open(row.sealedUrl)
  const progress = new ProgressLog<GitStage>(ctx, {
    spaceId: space.id,
    createdById,
    event: { type: 'git.progressed', subject: { gitOperation: id } },
    write: (tx, data) => tx.gitOperation.updateMany({ where: { id, state: 'running' }, data }),
  })
  const run: OperationRun = {
    ctx,
    caller,
    row,
    options,
    url,
    space,
    cacheKey: cacheKeyOf(organizationId, url),
    syncKey: syncKeyOf({ organizationId, repository, ref, directory: options.directory }),
    signal,
    stage: async (stage, done, total) => {
      signal.throwIfAborted()
      await progress.report(stage, done, total)
    },
    reportOnFailure: (report) => {
      failed.report = report
    },
  }
  await (row.direction === 'import' ? importRepository(run) : exportSpace(run))
}

interface Failure {
  error: string
  report: GitReport | undefined
}

/** Ends an operation that failed. Nothing of it was applied. */
function recordFailure(
  { database, now }: JobContext,
  row: GitOperation,
  { error, report }: Failure,
): Promise<void> {
  const { id, spaceId, direction, createdById } = row
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
    await recordInConnection(tx, row, { error, now: endedAt })
    const type = direction === 'import' ? 'git.import_failed' : 'git.export_failed'
    const { organizationId } = space
    const event = { organizationId, spaceId, type, subject: { gitOperation: id } } as const
    await appendEvents(tx, [event], createdById, endedAt)
  })
}
