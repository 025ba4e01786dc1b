import type { Prisma } from '../../generated/prisma/client.ts'
import { type EnqueueOptions, enqueue } from '../../platform/queue.ts'

/** Enqueues a job about a space, whose id is its payload and its key: it runs once at a time. */
export async function enqueueForSpace(
  tx: Prisma.TransactionClient,
  name: string,
  spaceId: string,
  options: Pick<EnqueueOptions, 'runAt' | 'maxAttempts'> = {},
): Promise<void> {
  const [space] = await tx.$queryRaw<{ organizationId: string }[]>`
    SELECT "organizationId" FROM "Space" WHERE "id" = ${spaceId}`
  // A space that was purged has nothing left to do.
  if (space) await enqueue(tx, name, { spaceId }, { ...options, ...space, jobKey: spaceId })
}
