import type { GitConnection, Prisma } from '../../../generated/prisma/client.ts'
import { enqueueForSpace } from '../../spaces/index.ts'

/** The job that compares the branch of a connection with the last sync. */
export const GIT_CHECK_JOB = 'git.check'

const MINUTE_MS = 60_000
const FIRST_RETRY_MINUTES = 5
const LONGEST_RETRY_MINUTES = 6 * 60

/** When to check a connection next. After failures, the time doubles. Null if there is nothing to wait for. */
export function nextCheck(
  {
    importEveryMinutes,
    isExportDue,
    failures,
  }: Pick<GitConnection, 'importEveryMinutes' | 'isExportDue' | 'failures'>,
  now: Date,
): Date | null {
  if (importEveryMinutes === null && !isExportDue) return null
  const retry =
    failures === 0
      ? 0
      : Math.min(FIRST_RETRY_MINUTES * 2 ** Math.min(failures - 1, 10), LONGEST_RETRY_MINUTES)
  const minutes = Math.max(importEveryMinutes ?? FIRST_RETRY_MINUTES, retry)
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

export const enqueueCheck = (tx: Prisma.TransactionClient, spaceId: string, runAt?: Date): Promise<void> =>
  enqueueForSpace(tx, GIT_CHECK_JOB, spaceId, runAt ? { runAt } : {})
