import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Prisma } from '../generated/prisma/client.ts'
import { announce } from './announce.ts'

/** The channel that tells every node that there is work. */
export const JOBS_CHANNEL = 'quire_jobs'

export interface EnqueueOptions {
  /** Not before this moment; at once when left out. */
  runAt?: Date
  /** How often it is begun at the most, 25 unless said. */
  maxAttempts?: number
  /** Jobs of one name with the same key run one after the other, and at most one of them waits for its first run. */
  jobKey?: string
}

/** Earlier than any clock: at once, whatever time a node believes it is. */
const AT_ONCE = new Date(0)
const MAX_ATTEMPTS = 25

/** Asks for work in the transaction of the change that needs it: it is done if and only if that commits. */
export async function enqueue(
  tx: Prisma.TransactionClient,
  name: string,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  const { runAt = AT_ONCE, maxAttempts = MAX_ATTEMPTS } = options
  const key = options.jobKey === undefined ? null : `${name}:${options.jobKey}`
  // The unique index on the waiting key makes one of all who ask at once; anyone who asks for it earlier is heard.
  await tx.$executeRaw`INSERT INTO "QueuedJob" ("name", "payload", "key", "waitingKey", "runAt", "maxAttempts")
    VALUES (${name}, ${JSON.stringify(payload)}::jsonb, ${key}, ${key}, ${runAt}, ${maxAttempts})
    ON CONFLICT ("waitingKey") DO UPDATE SET "payload" = excluded."payload",
      "runAt" = least("QueuedJob"."runAt", excluded."runAt")`
  await announce(tx, JOBS_CHANNEL, name)
}

export interface JobRun {
  /** Aborted when the node stops: what was not done is then begun again elsewhere. */
  signal: AbortSignal
  attempt: number
}

/** Does a job. It may be begun more than once: when it throws, and when its node dies. */
export type QueueHandler = (payload: unknown, run: JobRun) => Promise<void>

export interface QueueOptions {
  pool: pg.Pool
  handlers: ReadonlyMap<string, QueueHandler>
  /** Nothing runs before this says yes. */
  isReady: () => boolean
  now: () => Date
  /** How often to look for work that nobody announced. */
  pollMs: number
  /** How long a job stays with a node that no longer says that it lives. */
  leaseMs?: number
  /** Jobs that this node runs at the same time. */
  concurrency?: number
  onError: (name: string, error: unknown) => void
}

interface Claimed {
  id: string
  name: string
  payload: unknown
  attempts: number
  maxAttempts: number
}

const LONGEST_RETRY_MS = 60 * 60 * 1000
const KEEP_FAILED = '7 days'

const CLAIM = `UPDATE "QueuedJob" SET "lockedBy" = $1, "lockedUntil" = now() + $2 * interval '1 millisecond',
    "attempts" = "attempts" + 1, "waitingKey" = NULL, "runningKey" = "key"
  WHERE "id" = (SELECT j."id" FROM "QueuedJob" j WHERE j."failedAt" IS NULL AND j."runAt" <= $3 AND j."name" = ANY($4)
    AND (j."lockedUntil" IS NULL OR j."lockedUntil" < now())
    AND NOT EXISTS (SELECT 1 FROM "QueuedJob" o WHERE o."runningKey" = j."key" AND o."id" <> j."id")
    ORDER BY j."runAt", j."id" LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING "id", "name", "payload", "attempts", "maxAttempts"`
const MINE = `"id" = $1 AND "lockedBy" = $2 AND "attempts" = $3`
const DONE = `DELETE FROM "QueuedJob" WHERE ${MINE}`
const FREE = `"lockedBy" = NULL, "lockedUntil" = NULL, "runningKey" = NULL`
const GIVE_BACK = `UPDATE "QueuedJob" SET ${FREE}, "attempts" = "attempts" - 1 WHERE ${MINE}`
const AGAIN = `UPDATE "QueuedJob" SET ${FREE}, "runAt" = $4, "lastError" = $5 WHERE ${MINE}`
const FAIL = `UPDATE "QueuedJob" SET ${FREE}, "failedAt" = now(), "lastError" = $4 WHERE ${MINE}`
const BEAT = `UPDATE "QueuedJob" SET "lockedUntil" = now() + $2 * interval '1 millisecond'
  WHERE "lockedBy" = $1 AND "id" = ANY($3::bigint[])`
const NEXT = `SELECT min("runAt") AS "runAt" FROM "QueuedJob" WHERE "failedAt" IS NULL AND "lockedUntil" IS NULL`
const FORGET = `DELETE FROM "QueuedJob" WHERE "failedAt" < now() - interval '${KEEP_FAILED}'`

/**
 * Runs what was enqueued, on any node. A job is leased: the node that runs it says every few seconds that it lives, and
 * when it no longer does, the lease ends and another takes the job over. Time is the app's for when to run, and the
 * database's for leases, so that nodes with different clocks agree on who holds what.
 */
export class Queue {
  readonly #options: QueueOptions
  readonly #me = randomUUID()
  readonly #leaseMs: number
  readonly #running = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #beat: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #pumping: Promise<void> | undefined
  #again = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs ?? 15_000
    this.#beat = setInterval(() => void this.#sayAlive(), this.#leaseMs / 3)
    this.#beat.unref()
    this.wake()
  }

  /** There may be work. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    this.#again = true
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined
      if (this.#again) this.wake()
    })
  }

  /** Resolves when nothing runs and nothing is due. */
  async idle(): Promise<void> {
    while (this.#pumping || this.#running.size > 0) {
      await this.#pumping
      await Promise.all(this.#running.values())
    }
  }

  /** Begins nothing more, asks what runs to stop, and waits until it has. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#again = false
    clearTimeout(this.#timer)
    await this.idle()
    clearInterval(this.#beat)
  }

  /** Forgets jobs that were given up a week ago. */
  async forgetFailed(): Promise<void> {
    await this.#options.pool.query(FORGET)
  }

  async #pump(): Promise<void> {
    const { isReady, concurrency = 10, onError } = this.#options
    clearTimeout(this.#timer)
    let waitMs = this.#options.pollMs
    try {
      while (this.#again && isReady() && !this.#stop.signal.aborted) {
        this.#again = false
        let job: Claimed | undefined
        while (this.#running.size < concurrency && !this.#stop.signal.aborted) {
          job = await this.#claim()
          if (!job) break
          // It may be one that a stopping job of this node has just given back: begun now, nothing would ever stop it.
          if (this.#stop.signal.aborted) await this.#giveBack(job)
          else this.#begin(job)
        }
      }
      this.#again = false
      if (isReady() && !this.#stop.signal.aborted) waitMs = await this.#untilNext()
    } catch (error) {
      this.#again = false
      onError('the queue', error)
    }
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(() => this.wake(), isReady() ? waitMs : Math.min(250, waitMs))
    this.#timer.unref()
  }

  async #claim(): Promise<Claimed | undefined> {
    const { pool, now, handlers } = this.#options
    try {
      const { rows } = await pool.query<Claimed>(CLAIM, [
        this.#me,
        this.#leaseMs,
        now(),
        [...handlers.keys()],
      ])
      return rows[0]
    } catch (error) {
      // Another node began a job with the same key at this very moment: the unique index let one of us.
      if ((error as { code?: string }).code === '23505') return this.#claim()
      throw error
    }
  }

  #begin(job: Claimed): void {
    const work = this.#run(job)
      .catch((error: unknown) => this.#options.onError(job.name, error))
      .finally(() => {
        this.#running.delete(job.id)
        this.wake()
      })
    this.#running.set(job.id, work)
  }

  async #run({ id, name, payload, attempts, maxAttempts }: Claimed): Promise<void> {
    const { pool, handlers, now, onError } = this.#options
    const mine = [id, this.#me, attempts]
    try {
      // It died with its node each time before: it will do so again.
      if (attempts > maxAttempts) throw new Error('It never came to an end.')
      await handlers.get(name)?.(payload, { signal: this.#stop.signal, attempt: attempts })
    } catch (error) {
      if (this.#stop.signal.aborted) return this.#giveBack({ id, attempts })
      onError(name, error)
      const message = String(error instanceof Error ? error.message : error).slice(0, 1000)
      if (attempts >= maxAttempts) return void (await pool.query(FAIL, [...mine, message]))
      const runAt = new Date(now().getTime() + backoff(attempts))
      return void (await pool.query(AGAIN, [...mine, runAt, message]))
    }
    await pool.query(DONE, mine)
  }

  async #giveBack({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>): Promise<void> {
    await this.#options.pool.query(GIVE_BACK, [id, this.#me, attempts])
  }

  async #sayAlive(): Promise<void> {
    if (this.#running.size === 0) return
    const values = [this.#me, this.#leaseMs, [...this.#running.keys()]]
    await this.#options.pool
      .query(BEAT, values)
      .catch((error: unknown) => this.#options.onError('the queue', error))
  }

  async #untilNext(): Promise<number> {
    const { pool, now, pollMs } = this.#options
    const { rows } = await pool.query<{ runAt: Date | null }>(NEXT)
    const due = rows[0]?.runAt?.getTime()
    // What is due already and was not claimed waits for somebody's key, and its end wakes us.
    if (due === undefined || due <= now().getTime()) return pollMs
    return Math.min(pollMs, due - now().getTime())
  }
}

/** Twice as long each time, up to an hour, and by chance up to half as long again: those who fail together part. */
function backoff(attempts: number): number {
  return Math.min(1000 * 2 ** Math.min(attempts, 20), LONGEST_RETRY_MS) * (1 + Math.random() / 2)
}
