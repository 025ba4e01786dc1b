import type { Prisma } from '../../generated/prisma/client.ts'
import { announce } from '../announce.ts'
import { originOf } from '../statements/connection.ts'

/** The channel that notifies every node of new jobs. */
export const JOBS_CHANNEL = 'quire_jobs'

export interface EnqueueOptions {
  /** Whose work it is: organizations take turns. */
  organizationId: string
  /** Not before this time; at once when omitted. */
  runAt?: Date
  /** The maximum number of attempts, 25 by default. */
  maxAttempts?: number
  /**
   * Jobs of one name with the same key run one after the other, and at most one of them waits for its first
   * run.
   */
  jobKey?: string
  /** An encrypted part of the payload. It is encrypted again when the key is rotated. */
  sealed?: string
}

/** Earlier than any clock, so that it runs immediately on every node. */
const AT_ONCE = new Date(0)
const MAX_ATTEMPTS = 25

/** Enqueues a job in the transaction of the change that needs it: it runs if and only if that commits. */
export async function enqueue(
  tx: Prisma.TransactionClient,
  name: string,
  payload: object,
  options: EnqueueOptions,
): Promise<void> {
  const { organizationId, runAt = AT_ONCE, maxAttempts = MAX_ATTEMPTS, sealed = null } = options
  const isDue = runAt === AT_ONCE
  const key = options.jobKey === undefined ? null : `${name}:${options.jobKey}`
  const { requestId = null, span } = originOf(tx) ?? {}
  const trace = span?.traceparent ?? null
  // The unique index on the waiting key merges concurrent jobs into one; the earliest time wins.
  await tx.$executeRaw`INSERT INTO "QueuedJob"
      ("name", "organizationId", "payload", "sealed", "key", "waitingKey", "runAt", "isDue", "maxAttempts", "requestId", "trace")
    VALUES (${name}, ${organizationId}, ${JSON.stringify(payload)}::jsonb, ${sealed}, ${key}, ${key}, ${runAt}, ${isDue},
      ${maxAttempts}, ${requestId}, ${trace})
    ON CONFLICT ("waitingKey") DO UPDATE SET "payload" = excluded."payload", "sealed" = excluded."sealed",
      "runAt" = least("QueuedJob"."runAt", excluded."runAt"), "isDue" = "QueuedJob"."isDue" OR excluded."isDue",
      "organizationId" = excluded."organizationId", "requestId" = excluded."requestId", "trace" = excluded."trace"`
  await announce(tx, JOBS_CHANNEL, name)
}
