import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { WorkOrigin } from './observing/origin.ts'
import type { Tracer } from './observing/span.ts'
import {
  AGAIN,
  CLAIM,
  DONE,
  FAIL,
  FORGET_FAILED,
  GIVE_BACK,
  MARK_DUE,
  NEXT,
  RENEW,
} from './queue/job-statements.ts'
import { JobTurns, type RunningJob } from './queue/job-turns.ts'

export { type EnqueueOptions, enqueue, JOBS_CHANNEL } from './queue/enqueue.ts'

export interface JobRun {
  /** Aborted when the node stops: unfinished jobs are then started again on another node. */
  signal: AbortSignal
  attempt: number
  /** The encrypted part of the payload. */
  sealed: string | null
  /** The organization that it works for. Empty for jobs of releases that did not store it. */
  organizationId: string
  /** What its statements and outgoing requests are done for. */
  origin: WorkOrigin
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
  /** The number of jobs of one organization that this node runs concurrently; of all, half as many again. */
  concurrency?: number
  /** Fewer for the jobs of a name. */
  concurrencyOf?: Readonly<Record<string, number>>
  onError: (name: string, error: unknown, ids?: JobIds) => void
  tracer?: Tracer | undefined
  /** Called after every run of a job. */
  onRun?: ((name: string, outcome: 'done' | 'failed' | 'retried', ms: number) => void) | undefined
}

/** What identifies a run of a job in logs. */
interface JobIds {
  jobId: string
  requestId: string | undefined
  traceId: string | undefined
}

interface Claimed extends RunningJob {
  id: string
  payload: unknown
  sealed: string | null
  attempts: number
  maxAttempts: number
  requestId: string | null
  trace: string | null
}

const LONGEST_RETRY_MS = 60 * 60 * 1000
/** The number of jobs of one organization that a node runs at the same time. */
const JOBS_OF_ONE = 10
/** While there are always jobs to start, those whose time comes are marked as due this often. */
const MARK_EVERY_MS = 500

/**
 * Runs enqueued jobs, on any node. Organizations take turns. A job is leased: the node that runs it renews the lease every few
 * seconds, and when it no longer does, the lease expires and another node takes the job over. Start times
 * use the clock of the app, leases that of the database, so that nodes with different clocks agree on who
 * holds what.
 */
export class Queue {
  readonly #options: QueueOptions
  readonly #me = randomUUID()
  readonly #leaseMs: number
  readonly #running = new Map<string, RunningJob & { work: Promise<void> }>()
  readonly #turns: JobTurns
  readonly #stop = new AbortController()
  readonly #beat: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #pumping: Promise<void> | undefined
  #again = false
  #markedAt = 0

  constructor(options: QueueOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs ?? 15_000
    const { handlers, concurrency: each = JOBS_OF_ONE, concurrencyOf: eachOf = {} } = options
    this.#turns = new JobTurns({ names: [...handlers.keys()], each, eachOf })
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
    await this.#options.pool.query(FORGET_FAILED)
  }

  async #pump(): Promise<void> {
    const { isReady, pollMs, onError } = this.#options
    const mayStart = () => isReady() && !this.#stop.signal.aborted
    clearTimeout(this.#timer)
    let waitMs = pollMs
    try {
      while (this.#again && mayStart()) {
        this.#again = false
        while (mayStart() && (await this.#startNext())) {
          if (performance.now() - this.#markedAt > MARK_EVERY_MS) await this.#markDue()
        }
        if (!this.#again && mayStart()) waitMs = await this.#markDue()
      }
      this.#again = false
    } catch (error) {
      this.#again = false
      onError('the queue', error)
    }
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(() => this.notify(), isReady() ? waitMs : Math.min(250, waitMs))
    this.#timer.unref()
  }

  /** Starts a job, and returns whether there was one that may run now. */
  async #startNext(): Promise<boolean> {
    const job = await this.#claim()
    if (!job) return false
    // It may be one that a stopping job of this node has just released: started now, nothing would ever stop it.
    if (this.#stop.signal.aborted) await this.#giveBack(job)
    else this.#begin(job)
    return true
  }

  async #claim(): Promise<Claimed | undefined> {
    const { pool, now } = this.#options
    const ranges = this.#turns.ranges([...this.#running.values()])
    if (ranges.length === 0) return undefined
    const columns = [
      ranges.map(({ name }) => name),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
    ]
    const values = [this.#me, this.#leaseMs, now(), ...columns]
    try {
      return (await pool.query<Claimed>(CLAIM, values)).rows[0]
    } catch (error) {
      // Another node started a job with the same key at the same time: the unique index allowed one of
      // them.
      if ((error as { code?: string }).code === '23505') return this.#claim()
      throw error
    }
  }

  #begin(job: Claimed): void {
    const { id, name, organizationId } = job
    const work = this.#run(job)
      .catch((error: unknown) => this.#options.onError(name, error))
      .finally(() => {
        this.#running.delete(id)
        this.notify()
      })
    this.#running.set(id, { name, organizationId, work })
    this.#turns.started(job)
  }

  async #run(job: Claimed): Promise<void> {
    const { id, name, organizationId, payload, sealed, attempts, maxAttempts } = job
    const { pool, handlers, now, onError, tracer } = this.#options
    const span = tracer?.start(name, 'consumer', job.trace)
    const origin: WorkOrigin = { operation: name, requestId: job.requestId ?? undefined, span }
    const mine = [id, this.#me, attempts]
    const begun = performance.now()
    const report = (outcome: 'done' | 'failed' | 'retried', error?: unknown) => {
      span?.end({ attributes: { 'quire.attempt': attempts, 'quire.outcome': outcome }, error })
      this.#options.onRun?.(name, outcome, performance.now() - begun)
    }
    try {
      // It died with its node on every attempt, and would do so again.
      if (attempts > maxAttempts) throw new Error('It never finished: its node died during every attempt.')
      const run = { signal: this.#stop.signal, attempt: attempts, sealed, organizationId, origin }
      await handlers.get(name)?.(payload, run)
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
      .query(RENEW, values)
      .catch((error: unknown) => this.#options.onError('the queue', error))
  }

  /** Marks jobs whose time has come, to be started. Returns the time until the next one is due. */
  async #markDue(): Promise<number> {
    const { pool, now, pollMs } = this.#options
    this.#markedAt = performance.now()
    const { rows } = await pool.query<{ runAt: Date | null }>(NEXT)
    const due = rows[0]?.runAt?.getTime()
    if (due === undefined) return pollMs
    const at = now()
    if (due > at.getTime()) return Math.min(pollMs, due - at.getTime())
    await pool.query(MARK_DUE, [at])
    this.#again = true
    return pollMs
  }
}

/**
 * The delay doubles each time, up to an hour, plus up to half of it at random, so that jobs that failed
 * together spread out.
 */
function backoff(attempts: number): number {
  return Math.min(1000 * 2 ** Math.min(attempts, 20), LONGEST_RETRY_MS) * (1 + Math.random() / 2)
}
