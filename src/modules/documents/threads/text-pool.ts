import { refusedText, reviveDomainError } from '../../../core/worker-errors.ts'
import { threadsBesideMain, WorkerPool } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { ParsedPage } from '../extraction/parsed-page.ts'
import { splitSource } from '../source/split-source.ts'
import type { TextTasks } from './text.worker.ts'

/** Threads start with the first long text and end when idle. */
export const TEXT_THREADS = threadsBesideMain()

const limits = {
  file: 'modules/documents/threads/text.worker',
  heapMegabytes: 768,
  maxQueued: 500,
  reviveError: reviveDomainError,
}
const pool = new WorkerPool<TextTasks>({ ...limits, threads: TEXT_THREADS })
/** For jobs: requests do not wait for them. */
const background = new WorkerPool<TextTasks>({ ...limits, isBackground: true })

/** Runs a task on long texts in a worker thread. Organizations take turns; if it is not known, users do. */
export async function runTextTask<Name extends keyof TextTasks>(
  name: Name,
  payload: Parameters<TextTasks[Name]>[0],
  organizationId?: string,
): Promise<ReturnType<TextTasks[Name]>> {
  try {
    return (await pool.run(name, payload, { organizationId })) as ReturnType<TextTasks[Name]>
  } catch (error) {
    throw refusedText(error, 'converted')
  }
}

/** Parses the source of a page for a job, in the turn of its organization. Undefined if it is too complex. */
export async function parsedInBackground(
  source: string,
  organizationId: string,
): Promise<ParsedPage | undefined> {
  try {
    const [page] = await background.run('parsePages', [splitSource(source).body], { organizationId })
    return page
  } catch (error) {
    if (error instanceof WorkerTimeout || error instanceof WorkerOutOfMemory) return undefined
    throw error
  }
}
