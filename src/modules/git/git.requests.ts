import { newId } from '../../core/ids.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { enqueueForSpace } from '../spaces/index.ts'
import type { GitOperationRow } from './git.loaders.ts'
import type { GitOptions } from './git.model.ts'

export const GIT_JOB = 'git'

export interface NewOperation {
  spaceId: string
  direction: 'import' | 'export'
  /** Without credentials. */
  address: string
  ref: string
  /** The URL with credentials, encrypted. */
  sealedUrl: string
  options: GitOptions
  timestamp: Date | null
  createdById: string | null
  createdAt: Date
}

/** Records an operation, and the job that runs it. */
export async function insertOperation(
  tx: Prisma.TransactionClient,
  { options, ...operation }: NewOperation,
): Promise<GitOperationRow> {
  const data = {
    id: newId('GitOperation'),
    ...operation,
    options: options as unknown as Prisma.InputJsonObject,
  }
  const {
    sealedUrl: _url,
    report: _report,
    options: _options,
    ...row
  } = await tx.gitOperation.create({ data })
  await enqueueOperations(tx, operation.spaceId)
  return { ...row, dryRun: options.dryRun }
}

/** The job takes the oldest operation of the space, so one that waits serves all of them. */
export const enqueueOperations = (tx: Prisma.TransactionClient, spaceId: string): Promise<void> =>
  enqueueForSpace(tx, GIT_JOB, spaceId, { maxAttempts: 8 })
