import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Origin } from './observing/origin.ts'
import type { Tracer } from './observing/span.ts'

export { type EnqueueOptions, enqueue, JOBS_CHANNEL } from './queue/enqueue.ts'

export interface JobRun {
  /** Aborted when the node stops: unfinished jobs are then started again on another node. */
  signal: AbortSignal
  attempt: number
  /** What its statements and outgoing requests are done for. */
  origin: Origin
}

/** Runs a job. It may be started more than once: when it throws, and when its node dies. */
export type QueueHandler = (payload: unknown, run: JobRun) => Promise<void>

export interface QueueOptions {
  pool: pg.Pool
  handlers: ReadonlyMap<string, QueueHandler>
  /** Nothing runs before this returns true. */
  isReady: () => boolean
  now: () => Date
  /** How often to check for jobs without a notification. */
  pollMs: number
  /** How long a job stays leased to a node that no longer renews the lease. */
  leaseMs?: number
  /** The number of jobs that this node runs concurrently. */
  concurrency?: number
  /** Fewer for the jobs of a name. */
  concurrencyOf?: Readonly<Record<string, number>>
  onError: (name: string, error: unknown, ids?: JobIds) => void
  tracer?: Tracer | undefined
  /** Called after every run of a job. */
  onRun?: ((name: string, outcome: 'done' | 'failed' | 'retried', ms: number) => void) | undefined
}

/** What identifies a run of a job in logs. */
export interface JobIds {
  jobId: string
  requestId: string | undefined
  traceId: string | undefined
}

interface Claimed {
  id: string
  name: string
  payload: unknown
  attempts: number
  maxAttempts: number
  requestId: string | null
  trace: string | null
}

const LONGEST_RETRY_MS = 60 * 60 * 1000
const KEEP_FAILED = '7 days'

const CLAIM = `UPDATE "QueuedJob" SET "lockedBy" = $1, "lockedUntil" = now() + $2 * interval '1 millisecond',
    "attempts" = "attempts" + 1, "waitingKey" = NULL, "runningKey" = "key"
  WHERE "id" = (SELECT j."id" FROM "QueuedJob" j WHERE j."failedAt" IS NULL AND j."runAt" <= $3 AND j."name" = ANY($4)
    AND (j."lockedUntil" IS NULL OR j."lockedUntil" < now())
    AND NOT EXISTS (SELECT 1 FROM "QueuedJob" o WHERE o."runningKey" = j."key" AND o."id" <> j."id")
    ORDER BY j."runAt", j."id" LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING "id", "name", "payload", "attempts", "maxAttempts", "requestId", "trace"`
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
 * Runs enqueued jobs, on any node. A job is leased: the node that runs it renews the lease every few
 * seconds, and when it no longer does, the lease expires and another node takes the job over. Start times
 * use the clock of the app, leases that of the database, so that nodes with different clocks agree on who
 * holds what.
 */
export class Queue {
  readonly #options: QueueOptions
  readonly #me = randomUUID()
  readonly #leaseMs: number
  readonly #running = new Map<string, { name: string; work: Promise<void> }>()
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
    this.notify()
  }

  /** There may be jobs. */
  notify(): void {
    if (this.#stop.signal.aborted) return
    this.#again = true
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined
      if (this.#again) this.notify()
    })
  }

  /** Resolves when nothing is running and nothing is due. */
  async idle(): Promise<void> {
    while (this.#pumping || this.#running.size > 0) {
      await this.#pumping
      await Promise.all([...this.#running.values()].map(({ work }) => work))
    }
  }

  /** Starts nothing more, aborts running jobs, and waits until they have stopped. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#again = false
    clearTimeout(this.#timer)
    await this.idle()
    clearInterval(this.#beat)
  }

  /** Removes jobs that failed permanently a week ago. */
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
          // It may be one that a stopping job of this node has just released: started now, nothing would
          // ever stop it.
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
    this.#timer = setTimeout(() => this.notify(), isReady() ? waitMs : Math.min(250, waitMs))
    this.#timer.unref()
  }

  async #claim(): Promise<Claimed | undefined> {
    const { pool, now } = this.#options
    try {
      const { rows } = await pool.query<Claimed>(CLAIM, [
        this.#me,
        this.#leaseMs,
        now(),
        this.#startableNames(),
      ])
      return rows[0]
    } catch (error) {
      // Another node started a job with the same key at the same time: the unique index allowed one of
      // them.
      if ((error as { code?: string }).code === '23505') return this.#claim()
      throw error
    }
  }

  /** The names of jobs of which this node may run another one. */
  #startableNames(): string[] {
    const { handlers, concurrencyOf = {} } = this.#options
    const running = [...this.#running.values()].map(({ name }) => name)
    return [...handlers.keys()].filter((name) => {
      const most = concurrencyOf[name]
      return most === undefined || running.filter((each) => each === name).length < most
    })
  }

  #begin(job: Claimed): void {
    const work = this.#run(job)
      .catch((error: unknown) => this.#options.onError(job.name, error))
      .finally(() => {
        this.#running.delete(job.id)
        this.notify()
      })
    this.#running.set(job.id, { name: job.name, work })
  }

  async #run(job: Claimed): Promise<void> {
    const { id, name, payload, attempts, maxAttempts } = job
    const { pool, handlers, now, onError, tracer } = this.#options
    const span = tracer?.start(name, 'consumer', job.trace)
    const origin: Origin = { operation: name, requestId: job.requestId ?? undefined, span }
    const mine = [id, this.#me, attempts]
    const begun = performance.now()
    const report = (outcome: 'done' | 'failed' | 'retried', error?: unknown) => {
      span?.end({ attributes: { 'quire.attempt': attempts, 'quire.outcome': outcome }, error })
      this.#options.onRun?.(name, outcome, performance.now() - begun)
    }
    try {
      // It died with its node on every attempt, and would do so again.
      if (attempts > maxAttempts) throw new Error('It never finished: its node died during every attempt.')
      await handlers.get(name)?.(payload, { signal: this.#stop.signal, attempt: attempts, origin })
    } catch (error) {
      if (this.#stop.signal.aborted) return this.#giveBack({ id, attempts })
      onError(name, error, { jobId: id, requestId: origin.requestId, traceId: span?.traceId })
      const message = String(error instanceof Error ? error.message : error).slice(0, 1000)
      const isOver = attempts >= maxAttempts
      report(isOver ? 'failed' : 'retried', error)
      if (isOver) return void (await pool.query(FAIL, [...mine, message]))
      const runAt = new Date(now().getTime() + backoff(attempts))
      return void (await pool.query(AGAIN, [...mine, runAt, message]))
    }
    report('done')
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
    // A due job that was not claimed waits for its key, whose release wakes this node.
    if (due === undefined || due <= now().getTime()) return pollMs
    return Math.min(pollMs, due - now().getTime())
  }
}

/**
 * The delay doubles each time, up to an hour, plus up to half of it at random, so that jobs that failed
 * together spread out.
 */
function backoff(attempts: number): number {
  return Math.min(1000 * 2 ** Math.min(attempts, 20), LONGEST_RETRY_MS) * (1 + Math.random() / 2)
}
