import { holdsScope } from '../../../core/access/viewer.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation, preparedOperation, readOperation } from '../../../core/operations/operation.ts'
import type { GitConnection, GitOperation, Space } from '../../../generated/prisma/client.ts'
import { getTriggerable, prepareUrl, withoutCredentials } from '../git.service.ts'
import { enqueueCheck } from './check-times.ts'
import { getConnectionRow } from './connection.loaders.ts'
import { ConnectGitRepository, DisconnectGitRepository, GetGitConnection } from './connection.model.ts'

export const getGitConnection = readOperation({
  id: 'git.getConnection',
  input: GetGitConnection,
  scope: 'space:read',
  read: (ctx, { spaceId }) => getConnectionRow(ctx.reads, spaceId),
})

const connectionOf = ({ id }: Space) => ({ table: 'GitConnection', where: { spaceId: id } }) as const

/** Replaces the connection of a space. The branch is checked at once. The same connection again changes nothing. */
export const connectGitRepository = preparedOperation({
  id: 'git.connect',
  input: ConnectGitRepository,
  scope: 'space:write',
  authorize: getTriggerable,
  changes: connectionOf,
  prepare: prepareUrl,
  run: async (
    ctx,
    { spaceId, url, ref, repoProjectDirectory: directory = '', ...input },
    space,
    sealedUrl,
  ) => {
    const { exportOnMerge, importEveryMinutes } = input
    const settings = { address: withoutCredentials(url), ref, directory, exportOnMerge, importEveryMinutes }
    const { userId: createdById } = ctx.viewer
    const user = { createdById, readsSpecs: holdsScope(ctx.viewer, 'openapi:read') }
    const before = await locked(ctx, spaceId)
    if (before && isSame(before, { ...settings, ...user })) {
      if ((await ctx.tools.secrets.open(before.sealedUrl)) === url)
        return getConnectionRow(ctx.reads, spaceId)
    }
    const now = ctx.now()
    const isChecked = importEveryMinutes !== null || before?.isExportDue === true
    const checks = { checkAt: isChecked ? now : null, failures: 0, error: null }
    const data = { ...settings, ...user, ...checks, sealedUrl, updatedAt: now }
    await ctx.tx.gitConnection.upsert({
      where: { spaceId },
      create: { ...data, spaceId, createdAt: now },
      update: data,
    })
    if (before) await redirectWaiting(ctx, spaceId, { ...settings, sealedUrl })
    if (isChecked) await enqueueCheck(ctx.tx, spaceId)
    emitAbout(ctx, space, 'git.connected')
    ctx.reads.forget()
    return getConnectionRow(ctx.reads, spaceId)
  },
})

/** Removes the connection of a space, and its operations that have not started. */
export const disconnectGitRepository = operation({
  id: 'git.disconnect',
  input: DisconnectGitRepository,
  scope: 'space:write',
  writes: true,
  authorize: getTriggerable,
  changes: connectionOf,
  run: async (ctx, { spaceId }, space) => {
    const { count } = await ctx.tx.gitConnection.deleteMany({ where: { spaceId } })
    if (count > 0) {
      await endWaiting(ctx, space)
      emitAbout(ctx, space, 'git.disconnected')
    }
    return { existed: count > 0, spaceId }
  },
})

const DISCONNECTED = 'The space was disconnected from the repository before it started.'

/** Ends the operations of the connection that have not started. */
async function endWaiting(ctx: WriteContext, { id: spaceId, organizationId }: Space): Promise<void> {
  const ended = await ctx.tx.$queryRaw<Pick<GitOperation, 'id' | 'direction'>[]>`UPDATE "GitOperation"
    SET "state" = 'failure', "error" = ${DISCONNECTED}, "sealedUrl" = NULL, "endedAt" = ${ctx.now()}
    WHERE "spaceId" = ${spaceId} AND "state" = 'running' AND "startedAt" IS NULL
      AND "options" ->> 'isConnected' = 'true' RETURNING "id", "direction"`
  for (const { id, direction } of ended) {
    const type = direction === 'import' ? 'git.import_failed' : 'git.export_failed'
    ctx.emit({ organizationId, spaceId, type, subject: { gitOperation: id } })
  }
}

/** Two changes of the same connection wait for each other here. */
async function locked({ tx }: WriteContext, spaceId: string): Promise<GitConnection | null> {
  await tx.$queryRaw`SELECT 1 FROM "GitConnection" WHERE "spaceId" = ${spaceId} FOR NO KEY UPDATE`
  return tx.gitConnection.findUnique({ where: { spaceId } })
}

type Settings = Partial<GitConnection>

const isSame = (before: GitConnection, settings: Settings): boolean =>
  Object.entries(settings).every(([name, value]) => before[name as keyof GitConnection] === value)

/** Merges whose export has not started are exported to the new branch. */
async function redirectWaiting(
  { tx }: WriteContext,
  spaceId: string,
  { address, ref, sealedUrl, directory }: Pick<GitConnection, 'address' | 'ref' | 'sealedUrl' | 'directory'>,
): Promise<void> {
  await tx.$executeRaw`UPDATE "GitOperation" SET "address" = ${address}, "ref" = ${ref}, "sealedUrl" = ${sealedUrl},
      "options" = jsonb_set("options", '{directory}', to_jsonb(${directory}::text))
    WHERE "spaceId" = ${spaceId} AND "state" = 'running' AND "startedAt" IS NULL
      AND "options" ->> 'isConnected' = 'true'`
}

function emitAbout(
  ctx: WriteContext,
  { id, organizationId }: Space,
  type: 'git.connected' | 'git.disconnected',
) {
  ctx.emit({ organizationId, spaceId: id, type, subject: { space: id } })
}
