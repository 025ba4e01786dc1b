import { DomainError } from '../../../core/errors.ts'
import { refusedByPool, reviveDomainError } from '../../../core/worker-errors.ts'
import type { Outbound } from '../../../platform/outbound.ts'
import { WorkerPool, type WorkerPoolOptions } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { StorableContent } from '../storable.ts'
import type { ImportTask, importTasks } from './import.tasks.ts'
import { answerFetch, type FetchQuestion } from './thread-outbound.ts'

/** Imports that run at once in this process; those after them wait, and the rest is refused with 503. */
const limits = {
  threads: 1,
  maxQueued: 8,
  heapMegabytes: 512,
  /** Of conversion, on top of the time that fetching takes. */
  timeoutMs: 60_000,
}

export interface ImportRun extends ImportTask {
  outbound: Outbound
  signal?: AbortSignal | undefined
}

/** Imports in worker threads: whatever a source holds, it takes no time of the thread that serves requests. */
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

/** The threads of this process. They start with the first import and end when there is nothing to do. */
export const importThreads = new ImportThreads()
