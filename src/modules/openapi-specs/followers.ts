import type { Prisma } from '../../generated/prisma/client.ts'
import { enqueue } from '../../platform/queue.ts'

/** Jobs of higher modules that follow the specs of an organization, such as an index of their pages. */
const jobs = new Set<string>()

export function declareSpecFollower(job: string): void {
  jobs.add(job)
}

/** Enqueues them in the transaction that gives a spec another version, or deletes it. */
export async function enqueueFollowers(tx: Prisma.TransactionClient, organizationId: string): Promise<void> {
  for (const job of jobs)
    await enqueue(tx, job, { organizationId }, { organizationId, jobKey: organizationId })
}
