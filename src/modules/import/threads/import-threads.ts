import { DomainError } from '../../../core/errors.ts'
import { refusedByPool, reviveDomainError } from '../../../core/worker-errors.ts'
import type { Git } from '../../../platform/git.ts'
import type { Outbound } from '../../../platform/outbound.ts'
import { FairSlots, type Release } from '../../../platform/turns/fair-slots.ts'
import { transferable } from '../../../platform/workers/thread-bytes.ts'
import { WorkerPool, type WorkerPoolOptions } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import { withWiki } from '../git/wiki-repository.ts'
import type { StorableContent } from '../storable.ts'
import type { FetchedWiki } from '../types.ts'
import type { ImportTask, importTasks } from './import.tasks.ts'
import { type BlobsQuestion, receivedBlobs } from './thread-blobs.ts'
import { answerFetch, type FetchQuestion } from './thread-outbound.ts'
import { treeOfParts } from './tree-in-parts.ts'

/**
 * The number of concurrent imports of one organization in this process. Further ones wait, and beyond the queue they are rejected with
 * 503.
 */
const limits = {
  threads: 1,
  maxQueued: 8,
  heapMegabytes: 512,
  /** Half of the default: bytes of files are freed with the new objects that refer to them, and cause full collections. */
  youngMegabytes: 96,
  /** The time limit of the conversion, in addition to the time for fetching and storing. */
  timeoutMs: 60_000,
}

/**
 * The number of archives and wikis of one organization that are downloaded in this process at the same time. They do not
 * occupy a thread: a slow server would delay all other imports.
 */
const MAX_DOWNLOADS = 16

export interface ImportRun extends Omit<ImportTask, 'archive' | 'wiki'> {
  organizationId: string
  outbound: Outbound
  git: Git
  /** Downloads the archive and returns its bytes or its path; null for one that is not imported in this run. */
  download?: () => Promise<Buffer | string | null>
  /** The bytes of the source, if the caller has sent them. Nothing is downloaded then. */
  uploaded?: Buffer
  store: (question: BlobsQuestion) => Promise<void>
  signal?: AbortSignal | undefined
}

/** Runs imports in worker threads, so that no source can block the thread that serves requests. */
export class ImportThreads {
  readonly #pool: WorkerPool<typeof importTasks>
  readonly #limits: typeof limits
  readonly #downloads = new FairSlots({ each: MAX_DOWNLOADS })

  constructor(options: Partial<WorkerPoolOptions> = {}) {
    const file = 'modules/import/threads/import.worker'
    this.#limits = { ...limits, ...options }
    this.#pool = new WorkerPool({ file, ...limits, ...options, reviveError: reviveDomainError })
  }

  /** The content, with the files that are not stored; null if its archive was not downloaded. */
  async run(run: ImportRun): Promise<StorableContent | null> {
    const { source, organizationId, download, uploaded } = run
    if (uploaded) return this.#convert(run, { archive: uploaded })
    if (source !== 'zip' && source !== 'github-wiki') return this.#convert(run, {})
    const free = this.#takeDownload(organizationId)
    // The thread starts during the download.
    this.#pool.prepare()
    try {
      if (source === 'github-wiki') {
        return await withWiki(run, (wiki) => {
          free()
          return this.#convert(run, { wiki })
        })
      }
      const archive = (await download?.()) ?? null
      free()
      return archive === null ? null : await this.#convert(run, { archive })
    } finally {
      free()
    }
  }

  #takeDownload(organizationId: string): Release {
    const free = this.#downloads.takeNow(organizationId)
    if (free) return free
    const message = `${MAX_DOWNLOADS} archives are being downloaded, which is the maximum for one organization. Try again in a few seconds.`
    throw new DomainError('unavailable', message)
  }

  async #convert(
    { organizationId, outbound, store, signal, source, url, limits: taskLimits }: ImportRun,
    { archive, wiki }: { archive?: Buffer | string; wiki?: FetchedWiki },
  ): Promise<StorableContent> {
    try {
      const sent = await this.#pool.run(
        'import',
        { source, url, archive, wiki, ...(taskLimits ? { limits: taskLimits } : {}) },
        {
          organizationId,
          answer: (question: FetchQuestion | BlobsQuestion) =>
            'blobs' in question ? store(question) : answerFetch(outbound, question, signal),
          transfer: typeof archive === 'object' ? transferable(archive) : [],
          ...(signal ? { signal } : {}),
        },
      )
      const content = treeOfParts(sent)
      return { ...content, blobs: receivedBlobs(content.blobs) }
    } catch (error) {
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
