import type { Tools } from '../../core/operations/context.ts'
import type { Database } from '../../platform/database.ts'
import { Queue } from '../../platform/queue.ts'
import { jobHandlers } from '../../server/background.ts'

interface Parts {
  database: Database
  tools: Tools
  now: () => Date
  /** The jobs to run. */
  names: readonly string[]
  onError: (error: unknown) => void
}

const POLL_MS = 500

/** Runs jobs in this process while `work` waits for them: no server may be running. A server can run them as well. */
export async function whileJobsRun<T>(
  { database, tools, now, names, onError }: Parts,
  work: () => Promise<T>,
): Promise<T> {
  const all = jobHandlers({
    tools,
    database,
    now,
    tracer: undefined,
    warn: (_fields, message) => onError(new Error(message)),
  })
  const queue = new Queue({
    pool: database.pool,
    handlers: new Map([...all].filter(([name]) => names.includes(name))),
    isReady: () => true,
    now,
    pollMs: POLL_MS,
    onError: (_name, error) => onError(error),
  })
  try {
    return await work()
  } finally {
    await queue.close()
  }
}
