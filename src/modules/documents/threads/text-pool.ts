import { DomainError } from '../../../core/errors.ts'
import { refusedByPool, reviveDomainError } from '../../../core/worker-errors.ts'
import { threadsBesideMain, WorkerPool } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { TextTasks } from './text.worker.ts'

/** Threads start with the first long text and end when idle. */
export const TEXT_THREADS = threadsBesideMain()

const pool = new WorkerPool<TextTasks>({
  file: 'modules/documents/threads/text.worker',
  threads: TEXT_THREADS,
  heapMegabytes: 768,
  maxQueued: 500,
  reviveError: reviveDomainError,
})

/** Runs a task on long texts in a worker thread. Organizations take turns; if it is not known, users do. */
export async function runTextTask<Name extends keyof TextTasks>(
  name: Name,
  payload: Parameters<TextTasks[Name]>[0],
  organizationId?: string,
): Promise<ReturnType<TextTasks[Name]>> {
  try {
    return (await pool.run(name, payload, { organizationId })) as ReturnType<TextTasks[Name]>
  } catch (error) {
    if (error instanceof WorkerTimeout || error instanceof WorkerOutOfMemory) {
      throw new DomainError(
        'query_too_complex',
        'This text is too complex to be converted. Split it into several pages.',
      )
    }
    throw refusedByPool(error)
  }
}
