import type { Outbound } from '../../../platform/outbound.ts'
import { WorkerPool, type WorkerPoolOptions } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { Entry } from './collect.ts'
import { fetchSource } from './fetch-source.ts'
import { type Failure, unreadable } from './problems.ts'
import type { FetchAnswer, Processed, specTasks } from './specs.tasks.ts'

const limits = {
  threads: 1,
  isBackground: true,
  hasSpare: true,
  heapMegabytes: 512,
  /** The time limit of the processing, in addition to the time for fetching. */
  timeoutMs: 60_000,
  // As many as there are concurrent jobs.
  maxQueued: 64,
  maxQueuedBytes: 512 * 1024 * 1024,
}
/** The time limit of all documents that references name. */
const REFERENCES_MS = 120_000

/** Processes sources in worker threads, so that no document can block the thread that serves requests. */
export class SpecThreads {
  readonly #pool: WorkerPool<typeof specTasks>
  readonly #limits: typeof limits

  constructor(options: Partial<Pick<WorkerPoolOptions, 'heapMegabytes' | 'timeoutMs'>> = {}) {
    const file = 'modules/openapi-specs/processing/specs.worker'
    this.#limits = { ...limits, ...options }
    this.#pool = new WorkerPool({ file, ...this.#limits })
  }

  process(
    entry: Entry,
    { outbound, ...whose }: { outbound: Outbound; signal: AbortSignal; organizationId?: string },
  ): Promise<Processed | { failure: Failure }> {
    const endsAt = performance.now() + REFERENCES_MS
    const { signal } = whose
    const fetch = async ({ url }: { url: string }): Promise<FetchAnswer> => {
      const left = Math.max(1, Math.min(30_000, endsAt - performance.now()))
      const found = await fetchSource(outbound, url, { signal, timeoutMs: left })
      // Without a tag, nothing is reported as unchanged.
      return found as FetchAnswer
    }
    return this.processWith(entry, fetch, whose)
  }

  /** The same with another way to get the documents that references name. */
  async processWith(
    entry: Entry,
    fetch: (wanted: { url: string }) => Promise<FetchAnswer>,
    whose: { signal?: AbortSignal; organizationId?: string } = {},
  ): Promise<Processed | { failure: Failure }> {
    const { timeoutMs, heapMegabytes } = this.#limits
    try {
      const options = { answer: fetch, bytes: entry.bytes.byteLength, ...whose }
      return await this.#pool.run('process', entry, options)
    } catch (error) {
      if (error instanceof WorkerTimeout) {
        return {
          failure: unreadable(`${entry.name} takes longer than ${timeoutMs / 1000} seconds to process.`)
            .failure,
        }
      }
      if (error instanceof WorkerOutOfMemory) {
        return {
          failure: unreadable(`${entry.name} takes more than ${heapMegabytes} MB of memory to process.`)
            .failure,
        }
      }
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** The threads of this process. They start with the first source and end when idle. */
export const specThreads = new SpecThreads()
