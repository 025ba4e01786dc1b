import { DomainError } from '../../../core/errors.ts'
import { refusedByPool, reviveDomainError } from '../../../core/worker-errors.ts'
import type { Outbound } from '../../../platform/outbound.ts'
import { WorkerPool, type WorkerPoolOptions } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { StorableContent } from '../storable.ts'
import type { ImportTask, importTasks } from './import.tasks.ts'
import { answerFetch, type FetchQuestion } from './thread-outbound.ts'

/**
 * The number of concurrent imports in this process. Further ones wait, and beyond the queue they are rejected with
 * 503.
 */
const limits = {
  threads: 1,
  maxQueued: 8,
  heapMegabytes: 512,
  /** The time limit of the conversion, in addition to the time for fetching. */
  timeoutMs: 60_000,
}

export interface ImportRun extends ImportTask {
  outbound: Outbound
  signal?: AbortSignal | undefined
}

/** Runs imports in worker threads, so that no source can block the thread that serves requests. */
export class ImportThreads {
  readonly #pool: WorkerPool<typeof importTasks>

  constructor(options: Partial<WorkerPoolOptions> = {}) {
    const file = 'modules/import/threads/import.worker'
    this.#pool = new WorkerPool({ file, ...limits, ...options, reviveError: reviveDomainError })
  }

  async run({ outbound, signal, ...task }: ImportRun): Promise<StorableContent> {
    try {
      const content = await this.#pool.run('import', task, {
        answer: (question: FetchQuestion) => answerFetch(outbound, question, signal),
        ...(signal ? { signal } : {}),
      })
      const files = content.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes.buffer) }))
      return { ...content, files }
    } catch (error) {
      if (error instanceof WorkerTimeout)
        throw tooMuch(`takes longer than ${limits.timeoutMs / 1000} seconds to convert`)
      if (error instanceof WorkerOutOfMemory)
        throw tooMuch(`takes more than ${limits.heapMegabytes} MB of memory to convert`)
      throw refusedByPool(error)
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

function tooMuch(what: string): DomainError {
  const message = `The content ${what}. Import it in smaller parts.`
  return new DomainError('invalid_input', `url: ${message}`, [{ path: ['url'], message }])
}

/** The threads of this process. They start with the first import and end when idle. */
export const importThreads = new ImportThreads()
