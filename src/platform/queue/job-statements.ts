/** The number of jobs that one statement marks as due. */
const MARKED_AT_ONCE = 1_000
const KEEP_FAILED = '7 days'

/**
 * Starts the first job of the first range that has one. A range is a name and a part of the organizations, see
 * `JobTurns`: each is a look-up in the index of due jobs, however many jobs wait. It is planned every time: a plan that was
 * made while the table was empty would read all of it.
 */
export const CLAIM = `UPDATE "QueuedJob" SET "lockedBy" = $1, "lockedUntil" = now() + $2 * interval '1 millisecond',
    "attempts" = "attempts" + 1, "waitingKey" = NULL, "runningKey" = "key"
  WHERE "id" = (SELECT c."id" FROM unnest($4::text[], $5::text[], $6::text[]) AS r("name", "from", "to")
    CROSS JOIN LATERAL (SELECT j."id" FROM "QueuedJob" j WHERE j."isDue" AND j."failedAt" IS NULL
      AND j."name" = r."name" AND j."organizationId" >= r."from" AND j."organizationId" < r."to" AND j."runAt" <= $3
      AND (j."lockedUntil" IS NULL OR j."lockedUntil" < now())
      AND NOT EXISTS (SELECT 1 FROM "QueuedJob" o WHERE o."runningKey" = j."key" AND o."id" <> j."id")
      ORDER BY j."organizationId", j."runAt", j."id" LIMIT 1 FOR UPDATE SKIP LOCKED) c LIMIT 1)
  RETURNING "id", "name", "organizationId", "payload", "sealed", "attempts", "maxAttempts", "requestId", "trace"`

/** When the next of the jobs that are not marked as due will be. */
export const NEXT = `SELECT min("runAt") AS "runAt" FROM "QueuedJob" WHERE NOT "isDue" AND "failedAt" IS NULL`
export const MARK_DUE = `UPDATE "QueuedJob" SET "isDue" = true WHERE "id" IN (SELECT "id" FROM "QueuedJob"
    WHERE NOT "isDue" AND "failedAt" IS NULL AND "runAt" <= $1 ORDER BY "runAt" LIMIT ${MARKED_AT_ONCE}
    FOR UPDATE SKIP LOCKED)`

const MINE = `"id" = $1 AND "lockedBy" = $2 AND "attempts" = $3`
const FREE = `"lockedBy" = NULL, "lockedUntil" = NULL, "runningKey" = NULL`

export const DONE = `DELETE FROM "QueuedJob" WHERE ${MINE}`
export const GIVE_BACK = `UPDATE "QueuedJob" SET ${FREE}, "attempts" = "attempts" - 1 WHERE ${MINE}`
export const AGAIN = `UPDATE "QueuedJob" SET ${FREE}, "isDue" = false, "runAt" = $4, "lastError" = $5 WHERE ${MINE}`
export const FAIL = `UPDATE "QueuedJob" SET ${FREE}, "failedAt" = now(), "lastError" = $4 WHERE ${MINE}`
export const RENEW = `UPDATE "QueuedJob" SET "lockedUntil" = now() + $2 * interval '1 millisecond'
  WHERE "lockedBy" = $1 AND "id" = ANY($3::bigint[])`
export const FORGET_FAILED = `DELETE FROM "QueuedJob" WHERE "failedAt" < now() - interval '${KEEP_FAILED}'`
