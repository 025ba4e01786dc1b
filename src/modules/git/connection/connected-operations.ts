import type { WriteContext } from '../../../core/operations/context.ts'
import type { ChangeRequest, GitConnection, GitOperation, Prisma } from '../../../generated/prisma/client.ts'
import type { GitOperationRow } from '../git.loaders.ts'
import type { GitOptions } from '../git.model.ts'
import { insertOperation } from '../git.requests.ts'
import { enqueueCheck, nextCheck } from './check-times.ts'

/** The longest message of a commit for several merges. */
const MAX_MESSAGE = 10_000

interface Requested {
  direction: 'import' | 'export'
  createdById: string | null
  now: Date
  commitMessage?: string
}

/** Records an operation of the connection of a space. */
export function insertConnected(
  tx: Prisma.TransactionClient,
  { spaceId, address, ref, directory, sealedUrl, readsSpecs }: GitConnection,
  { direction, createdById, now, commitMessage }: Requested,
): Promise<GitOperationRow> {
  const options: GitOptions = {
    directory,
    dryRun: false,
    force: false,
    standalone: false,
    isConnected: true,
    readsSpecs: direction === 'import' && readsSpecs,
    ...(commitMessage === undefined ? {} : { commitMessage }),
  }
  const operation = { spaceId, direction, address, ref, sealedUrl, options, timestamp: null, createdById }
  return insertOperation(tx, { ...operation, createdAt: now })
}

/**
 * Requests the export of a merge in its transaction. An export of the same user that has not started will export it
 * too, so that at most one waits.
 */
export async function exportMerge(
  ctx: WriteContext,
  { spaceId, number, subject }: ChangeRequest,
): Promise<void> {
  const connection = await ctx.tx.gitConnection.findUnique({ where: { spaceId } })
  if (!connection?.exportOnMerge) return
  const { userId } = ctx.viewer
  const commitMessage = `Merge change request #${number}${subject === '' ? '' : `: ${subject}`}`
  // Its start updates the row: either it waits for this transaction, or it is not found here.
  const added = await ctx.tx
    .$executeRaw`UPDATE "GitOperation" SET "options" = jsonb_set("options", '{commitMessage}',
      to_jsonb(left("options" ->> 'commitMessage' || E'\n' || ${commitMessage}, ${MAX_MESSAGE}::int)))
    WHERE "id" = (SELECT "id" FROM "GitOperation" WHERE "spaceId" = ${spaceId} AND "state" = 'running'
      AND "direction" = 'export' AND "startedAt" IS NULL AND "createdById" = ${userId}
      AND "options" ->> 'isConnected' = 'true' ORDER BY "id" LIMIT 1 FOR UPDATE)`
  if (added > 0) return
  await insertConnected(ctx.tx, connection, {
    direction: 'export',
    createdById: userId,
    now: ctx.now(),
    commitMessage,
  })
}

/** Records the end of an operation in the connection that requested it. A failed one is retried later. */
export async function recordInConnection(
  tx: Prisma.TransactionClient,
  { spaceId, address, ref, direction, options }: GitOperation,
  { error, now }: { error: string | null; now: Date },
): Promise<void> {
  if ((options as unknown as GitOptions).isConnected !== true) return
  // The connection of the space may have been changed since.
  const where = { spaceId, address, ref }
  const connection = await tx.gitConnection.findFirst({ where })
  if (!connection) return
  const exported = direction === 'export' ? { isExportDue: error !== null } : {}
  const state = { ...connection, ...exported, failures: error === null ? 0 : connection.failures + 1 }
  const checkAt = error === null ? connection.checkAt : nextCheck(state, now)
  await tx.gitConnection.updateMany({
    where,
    data: { ...exported, failures: state.failures, error, checkAt },
  })
  if (checkAt && error !== null) await enqueueCheck(tx, spaceId, checkAt)
}
