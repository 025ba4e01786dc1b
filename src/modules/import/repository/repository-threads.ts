import { refusedByPool, reviveDomainError } from '../../../core/worker-errors.ts'
import { WorkerPool } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import { refuseImport } from '../refusals.ts'
import type { importTasks } from '../threads/import.tasks.ts'
import { treeOfParts } from '../threads/tree-in-parts.ts'
import type { RelinkTask } from './relink.ts'
import type { RepositoryContent, RepositoryTask } from './repository-content.ts'
import type { NamedText } from './similarity.ts'
import type { SummaryTask } from './summary-text.ts'

const limits = { threads: 2, maxQueued: 16, heapMegabytes: 1024, timeoutMs: 5 * 60_000 }
/** Texts of repositories are large, and only two operations run at a time. */
const maxQueuedBytes = 512 * 1024 * 1024

/** Reads repositories and compares texts in worker threads. */
class RepositoryThreads {
  readonly #pool = new WorkerPool<typeof importTasks>({
    file: 'modules/import/threads/import.worker',
    ...limits,
    maxQueuedBytes,
    reviveError: reviveDomainError,
  })

  async content(
    task: RepositoryTask,
    signal?: AbortSignal,
    organizationId?: string,
  ): Promise<RepositoryContent> {
    const options = { organizationId, ...(signal ? { signal } : {}) }
    return treeOfParts(await this.#run(() => this.#pool.run('repository', task, options)))
  }

  similar(
    gone: readonly NamedText[],
    added: readonly NamedText[],
    organizationId?: string,
  ): Promise<[string, string][]> {
    return this.#run(() => this.#pool.run('similar', { gone, added }, { organizationId }))
  }

  relink(task: RelinkTask, organizationId?: string): Promise<(string | undefined)[]> {
    return this.#run(() => this.#pool.run('relink', task, { organizationId }))
  }

  summary(task: SummaryTask, organizationId?: string): Promise<string | undefined> {
    return this.#run(() => this.#pool.run('summary', task, { organizationId }))
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof WorkerTimeout || error instanceof WorkerOutOfMemory) {
        throw refuseImport(
          '',
          'The repository takes too much time or memory to read. Import a smaller part of it.',
        )
      }
      throw refusedByPool(error)
    }
  }
}

/** The threads of this process. They start with the first import and end when idle. */
export const repositoryThreads = new RepositoryThreads()
