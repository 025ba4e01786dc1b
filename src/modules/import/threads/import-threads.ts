import { DomainError } from '../../../core/errors.ts'
import { refusedByPool, reviveDomainError } from '../../../core/worker-errors.ts'
import type { Outbound } from '../../../platform/outbound.ts'
import { WorkerPool, type WorkerPoolOptions } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { StorableContent } from '../storable.ts'
import type { ArchiveQuestion, ImportTask, importTasks } from './import.tasks.ts'
import { treeOfParts } from './page-parts.ts'
import type { BlobsQuestion } from './thread-blobs.ts'
import { answerFetch, type FetchQuestion } from './thread-outbound.ts'

/**
 * The number of concurrent imports in this process. Further ones wait, and beyond the queue they are rejected with
 * 503.
 */
const limits = {
  threads: 1,
  maxQueued: 8,
  heapMegabytes: 512,
  /** Most memory of an import is bytes of files, which are outside the heap. */
  youngMegabytes: 24,
  /** The time limit of the conversion, in addition to the time for fetching and storing. */
  timeoutMs: 60_000,
}

export interface ImportRun extends ImportTask {
  outbound: Outbound
  /** Downloads an archive and returns its bytes or its path; null for one that is not imported in this run. */
  download: (url: string) => Promise<Buffer | string | null>
  store: (question: BlobsQuestion) => Promise<void>
  signal?: AbortSignal | undefined
}

/** Runs imports in worker threads, so that no source can block the thread that serves requests. */
export class ImportThreads {
  readonly #pool: WorkerPool<typeof importTasks>
  readonly #limits: typeof limits

  constructor(options: Partial<WorkerPoolOptions> = {}) {
    const file = 'modules/import/threads/import.worker'
    this.#limits = { ...limits, ...options }
    this.#pool = new WorkerPool({ file, ...limits, ...options, reviveError: reviveDomainError })
  }

  /** The content, whose files are stored; null if its archive was not downloaded. */
  async run({ outbound, download, store, signal, ...task }: ImportRun): Promise<StorableContent | null> {
    let isDownloaded = true
    let refusal: unknown
    try {
      const sent = await this.#pool.run('import', task, {
        answer: async (question: FetchQuestion | ArchiveQuestion | BlobsQuestion) => {
          if ('blobs' in question) return store(question)
          if ('url' in question) return answerFetch(outbound, question, signal)
          try {
            const archive = await download(question.archive)
            isDownloaded = archive !== null
            return archive
          } catch (error) {
            // An error here would end the thread.
            refusal = error
            return null
          }
        },
        ...(signal ? { signal } : {}),
      })
      return treeOfParts(sent)
    } catch (error) {
      if (refusal !== undefined) throw refusal
      if (!isDownloaded) return null
      const { timeoutMs, heapMegabytes } = this.#limits
      if (error instanceof WorkerTimeout)
        throw tooMuch(`takes longer than ${timeoutMs / 1000} seconds to convert`)
      if (error instanceof WorkerOutOfMemory)
        throw tooMuch(`takes more than ${heapMegabytes} MB of memory to convert`)
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

/** The threads for large archives, which do not delay small imports. */
export const largeImportThreads = new ImportThreads({ timeoutMs: 10 * 60_000, isBackground: true })
