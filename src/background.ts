import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Tools } from './core/context.ts'
import { removeOldIdempotencyKeys } from './core/idempotency.ts'
import { indexOldContent, removeOldRenderings } from './modules/content/index.ts'
import { removeOldEvents } from './modules/events/index.ts'
import { modules } from './modules/index.ts'
import { purgeDeletedSpaces } from './modules/spaces/index.ts'
import { FanOut, removeOldDeliveries } from './modules/webhooks/index.ts'
import type { Database } from './platform/database.ts'
import { Jobs } from './platform/jobs.ts'
import { Queue, type QueueHandler } from './platform/queue.ts'

/** How often to look for what can no longer be restored, and for what is too old to be kept. */
const CLEAN_EVERY_MS = 10 * 60 * 1000

export interface BackgroundParts {
  config: Config
  database: Database
  tools: Tools
  isReady: () => boolean
  now: () => Date
  log: Logger
}

/** What a node does without being asked by a request. With RUN_JOBS=false it leaves all of it to others. */
export class Background {
  readonly #jobs: Jobs | undefined
  readonly #queue: Queue | undefined
  readonly #fanOut: FanOut | undefined

  constructor({ config, database, tools, isReady, now, log }: BackgroundParts) {
    if (!config.runJobs) return
    const onError = (job: string, error: unknown) =>
      log.error({ err: error, job }, 'a job failed; its next turn tries again')
    const queue = new Queue({
      pool: database.pool,
      handlers: handlersOf({ ...tools, database, now }),
      isReady,
      now,
      pollMs: config.timing.eventPollMs,
      leaseMs: config.timing.jobLeaseMs,
      onError,
    })
    this.#queue = queue
    this.#fanOut = new FanOut({ database, isReady, now, onError: (error) => onError('webhooks', error) })
    this.#jobs = new Jobs({ pool: database.pool, isReady, onError })
    // One after the other: each turn keeps a connection for its lock, and a pool may have no more than two.
    const cleaning: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
      'purge-spaces': (signal) => purgeDeletedSpaces(database, { now: now(), signal }),
      'remove-old-events': (signal) =>
        removeOldEvents(database, { now: now(), days: config.eventRetentionDays, signal }),
      'remove-old-deliveries': (signal) => removeOldDeliveries(database, { now: now(), signal }),
      'remove-old-renderings': () => removeOldRenderings(database, { now: now() }),
      'remove-old-idempotency-keys': (signal) => removeOldIdempotencyKeys(database, { now: now(), signal }),
      'forget-failed-jobs': () => queue.forgetFailed(),
      // The last of them: after an update it may take a while.
      'index-content': (signal) =>
        indexOldContent(database, {
          signal,
          onProgress: (told) => log.info(told, 'indexing content anew'),
          onError: (spaceId, error) => onError(`index-content ${spaceId}`, error),
        }),
    }
    this.#jobs.every(CLEAN_EVERY_MS, 'clean-up', async (signal) => {
      for (const [name, clean] of Object.entries(cleaning)) {
        if (!signal.aborted) await clean(signal).catch((error: unknown) => onError(name, error))
      }
    })
  }

  /** Something happened in this organization. */
  happened(organizationId: string): void {
    this.#fanOut?.wake(organizationId)
  }

  /** A job was enqueued. */
  asked(): void {
    this.#queue?.wake()
  }

  /** Either may have gone unnoticed. */
  doubt(): void {
    this.#fanOut?.wakeAll()
    this.#queue?.wake()
  }

  /** Resolves when nothing runs and nothing is due. */
  async idle(): Promise<void> {
    await this.#jobs?.idle()
    await this.#fanOut?.idle()
    await this.#queue?.idle()
  }

  async close(): Promise<void> {
    await Promise.all([this.#jobs?.close(), this.#fanOut?.close(), this.#queue?.close()])
  }
}

function handlersOf(
  given: Tools & Pick<BackgroundParts, 'database' | 'now'>,
): ReadonlyMap<string, QueueHandler> {
  const entries = modules.flatMap(({ jobs }) => Object.entries(jobs))
  return new Map(
    entries.map(([name, handler]) => [name, (payload, run) => handler(payload, { ...given, ...run })]),
  )
}
