import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import type { JobContext, PeriodicContext } from '../../../core/operations/module.ts'
import { readOperation } from '../../../core/operations/operation.ts'
import type { GitConnection } from '../../../generated/prisma/client.ts'
import { GitRemoteError, openRemote, tipOf } from '../../../platform/git/remote.ts'
import { failureMessage } from '../failure-message.ts'
import { syncKeyOf } from '../git.run.ts'
import { getTriggerable } from '../git.service.ts'
import { enqueueCheck, nextCheck } from './check-times.ts'
import { insertConnected } from './connected-operations.ts'
import { GetGitConnection } from './connection.model.ts'

const Payload = z.object({ spaceId: z.string() })
const CHECK_MS = 60_000
/** While operations of the space run, there is nothing to compare. */
const BUSY_MS = 60_000
/** Connections that one run of the periodic work enqueues. */
const OVERDUE = 1_000

/** The result of a check: the operation to request, or why it failed. */
type Outcome = 'import' | 'export' | 'busy' | 'nothing' | { error: string }

/** Access first: without it, no address is looked up. */
const beginCheck = readOperation({
  id: 'git.check',
  input: GetGitConnection,
  scope: 'space:write',
  read: getTriggerable,
})

/** The job: requests an import if the branch has commits that were not imported, and a failed export again. */
export async function checkConnection(payload: unknown, ctx: JobContext): Promise<void> {
  const { spaceId } = Payload.parse(payload)
  const { database, now } = ctx
  const connection = await database.prisma.gitConnection.findUnique({ where: { spaceId } })
  if (!connection?.checkAt) return
  const { checkAt } = connection
  if (checkAt > now()) return database.transaction((tx) => enqueueCheck(tx, spaceId, checkAt))
  await settle(ctx, connection, await look(ctx, connection))
}

async function look(ctx: JobContext, connection: GitConnection): Promise<Outcome> {
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(CHECK_MS)])
  try {
    return await compare(ctx, connection, signal)
  } catch (error) {
    if (ctx.signal.aborted) throw error
    const message = signal.aborted
      ? 'The server of the repository did not answer in time.'
      : failureMessage(error)
    if (message === undefined) throw error
    return { error: message }
  }
}

async function compare(ctx: JobContext, connection: GitConnection, signal: AbortSignal): Promise<Outcome> {
  const { spaceId, ref, directory, address, createdById } = connection
  if (createdById === null) {
    throw new DomainError(
      'forbidden',
      'The user who connected the repository no longer exists. Connect it again.',
    )
  }
  const space = await ctx.onBehalfOf(createdById, ['space:write']).call(beginCheck, { spaceId })
  const { prisma } = ctx.database
  const where = { spaceId, state: 'running' }
  if (await prisma.gitOperation.findFirst({ where, select: { id: true } })) return 'busy'
  if (connection.isExportDue && connection.exportOnMerge) return 'export'
  if (connection.importEveryMinutes === null) return 'nothing'
  const url = await ctx.secrets.open(connection.sealedUrl)
  const remote = await openRemote(ctx.outbound, url, 'git-upload-pack', signal)
  const tip = await tipOf(ctx.git, remote, ref, signal)
  if (tip === undefined) {
    if (connection.exportOnMerge) return 'nothing'
    throw new GitRemoteError(`The repository has no ${ref}. Check the name of the branch.`)
  }
  const key = syncKeyOf({ organizationId: space.organizationId, repository: address, ref, directory })
  const sync = await prisma.gitSync.findUnique({ where: { spaceId_key: { spaceId, key } } })
  return sync?.commit === tip ? 'nothing' : 'import'
}

/** Records a check and requests its operation, unless another node or a change of the settings came first. */
function settle({ database, now: clock }: JobContext, seen: GitConnection, outcome: Outcome): Promise<void> {
  const { spaceId } = seen
  return database.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "GitConnection" WHERE "spaceId" = ${spaceId} FOR NO KEY UPDATE`
    const connection = await tx.gitConnection.findUnique({ where: { spaceId } })
    if (connection?.checkAt?.getTime() !== seen.checkAt?.getTime() || connection?.version !== seen.version)
      return
    const now = clock()
    if (outcome === 'busy') {
      const checkAt = new Date(now.getTime() + BUSY_MS)
      await tx.gitConnection.update({ where: { spaceId }, data: { checkAt } })
      return enqueueCheck(tx, spaceId, checkAt)
    }
    const error = typeof outcome === 'object' ? outcome.error : null
    const checked =
      error !== null
        ? { error, failures: connection.failures + 1 }
        : outcome === 'nothing'
          ? { error: null, failures: 0 }
          : {}
    const checkAt = nextCheck({ ...connection, ...checked }, now)
    await tx.gitConnection.update({ where: { spaceId }, data: { ...checked, checkAt, checkedAt: now } })
    if (checkAt) await enqueueCheck(tx, spaceId, checkAt)
    if (outcome !== 'import' && outcome !== 'export') return
    const { createdById } = connection
    const commitMessage = 'Update pages'
    await insertConnected(tx, connection, { direction: outcome, createdById, now, commitMessage })
  })
}

/** Enqueues checks that are overdue because their job failed too often. */
export async function enqueueOverdueChecks({ database, now }: PeriodicContext): Promise<void> {
  // In a transaction, because it runs at every start: it does not need Prisma's engine there, which takes time to load.
  const overdue = await database.transaction((tx) =>
    tx.gitConnection.findMany({
      where: { checkAt: { lt: new Date(now.getTime() - CHECK_MS) } },
      select: { spaceId: true },
      orderBy: { checkAt: 'asc' },
      take: OVERDUE,
    }),
  )
  for (const { spaceId } of overdue) await database.transaction((tx) => enqueueCheck(tx, spaceId))
}
