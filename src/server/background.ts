import { removeOldIdempotencyKeys } from '../core/operations/idempotency.ts'
import type { JobContext, LogFollower, PeriodicWork } from '../core/operations/module.ts'
import { callerOnBehalfOf } from '../core/operations/on-behalf.ts'
import { toolsWithin } from '../core/operations/tracing.ts'
import { modules } from '../modules/index.ts'
import { removeFullBudgets } from '../platform/budgets/postgres.ts'
import { withOrigin } from '../platform/database.ts'
import { Jobs } from '../platform/jobs.ts'
import { tracedOutbound } from '../platform/outbound/observed.ts'
import { Queue, type QueueHandler } from '../platform/queue.ts'
import type { Wiring } from './wiring.ts'

/** The interval of periodic work. */
const PERIOD_MS = 10 * 60 * 1000

/** The background work of a node. With RUN_JOBS=false it leaves all of it to other nodes. */
export class Background {
  readonly #jobs: Jobs | undefined
  readonly #queue: Queue | undefined
  readonly #followers: readonly LogFollower[] = []

  constructor(wiring: Wiring) {
    const { config, database, readiness, now, log, faults, metrics, tracer } = wiring
    if (!config.runJobs) return
    const isReady = () => readiness.isOpen
    const onError = (job: string, error: unknown, fields: object = {}) =>
      faults.report(error, 'a job failed; its next run retries', { job, ...fields })
    const queue = new Queue({
      pool: database.pool,
      handlers: jobHandlers({ ...wiring, warn: (fields, message) => log.warn(fields, message) }),
      concurrencyOf: Object.assign({}, ...modules.map(({ jobLimits }) => jobLimits)),
      isReady,
      now,
      pollMs: config.timing.eventPollMs,
      leaseMs: config.timing.jobLeaseMs,
      onError,
      tracer,
      onRun: metrics && ((name, outcome, ms) => metrics.job(name, outcome, ms)),
    })
    this.#queue = queue
    this.#followers = modules
      .flatMap(({ followers }) => Object.entries(followers))
      .map(([name, create]) =>
        create({
          database,
          isReady,
          now,
          settings: wiring.tools.settings,
          onError: (error) => onError(name, error),
        }),
      )
    this.#jobs = new Jobs({ pool: database.pool, isReady, onError })
    const periodic: Record<string, PeriodicWork> = {
      'remove-old-idempotency-keys': (ctx) => removeOldIdempotencyKeys(database, ctx),
      'remove-full-budgets': (ctx) => removeFullBudgets(database, ctx),
      'forget-failed-jobs': () => queue.forgetFailed(),
      ...Object.assign({}, ...modules.map((module) => module.periodic)),
    }
    // One after the other: each task keeps a connection for its lock, and a pool may have only two.
    this.#jobs.every(PERIOD_MS, 'periodic-work', async (signal) => {
      for (const [name, work] of Object.entries(periodic)) {
        if (signal.aborted) return
        await work({
          database,
          files: wiring.tools.files,
          now: now(),
          signal,
          settings: wiring.tools.settings,
          onProgress: (fields, message) => log.info({ job: name, ...fields }, message),
          onError: (error, fields) => onError(name, error, fields),
        }).catch((error: unknown) => onError(name, error))
      }
    })
  }

  /** Events were appended for this organization. */
  onEvent(organizationId: string): void {
    for (const follower of this.#followers) follower.notify(organizationId)
  }

  /** A job was enqueued. */
  onJobQueued(): void {
    this.#queue?.notify()
  }

  /** Notifications of events or jobs may have been lost. */
  recheck(): void {
    for (const follower of this.#followers) follower.notifyAll()
    this.#queue?.notify()
  }

  /** Resolves when nothing is running and nothing is due. */
  async idle(): Promise<void> {
    await this.#jobs?.idle()
    await Promise.all(this.#followers.map((follower) => follower.idle()))
    await this.#queue?.idle()
  }

  async close(): Promise<void> {
    await Promise.all([this.#jobs, this.#queue, ...this.#followers].map((part) => part?.close()))
  }
}

/** What runs each job, by its name. */
export function jobHandlers({
  tools,
  database,
  now,
  tracer,
  warn,
}: Pick<Wiring, 'tools' | 'database' | 'now' | 'tracer'> & Pick<JobContext, 'warn'>): ReadonlyMap<
  string,
  QueueHandler
> {
  const entries = modules.flatMap(({ jobs }) => Object.entries(jobs))
  return new Map(
    entries.map(([name, handler]): [string, QueueHandler] => [
      name,
      (payload, run) => {
        const { origin } = run
        const labeled = withOrigin(database, origin)
        const traced = toolsWithin(tools, origin.span)
        const own = { ...traced, git: traced.git.forOrganization(run.organizationId) }
        const { outbound } = own
        const outboundFor = (traceparent: string | null) =>
          tracer && traceparent !== null
            ? tracedOutbound(tools.outbound, (name, attributes) =>
                tracer.start(name, 'client', traceparent, attributes),
              )
            : outbound
        const onBehalfOf = callerOnBehalfOf({ store: labeled, now, tools, signal: run.signal, origin })
        return handler(payload, {
          ...own,
          ...run,
          outboundFor,
          database: labeled,
          now,
          onBehalfOf,
          warn: (fields, message) => warn({ job: name, requestId: origin.requestId, ...fields }, message),
        })
      },
    ]),
  )
}
