import type pg from 'pg'

/** The jobs of one name, on all nodes. */
export interface QueueFigures {
  name: string
  waiting: number
  running: number
  failed: number
  /** How long the oldest job that is due has been waiting. */
  oldestSeconds: number
}

const FIGURES = `SELECT "name", count(*) FILTER (WHERE "failedAt" IS NULL AND "lockedUntil" IS NULL)::int AS "waiting",
    count(*) FILTER (WHERE "lockedUntil" >= now())::int AS "running",
    count(*) FILTER (WHERE "failedAt" IS NOT NULL)::int AS "failed",
    coalesce(extract(epoch FROM now() - min(greatest("runAt", "createdAt")) FILTER
      (WHERE "failedAt" IS NULL AND "lockedUntil" IS NULL AND "runAt" <= now())), 0)::float AS "oldestSeconds"
  FROM "QueuedJob" GROUP BY "name"`

export async function queueFigures(pool: pg.Pool): Promise<QueueFigures[]> {
  return (await pool.query<QueueFigures>(FIGURES)).rows
}
