import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../../project-root.ts'

export interface WorkerOptions {
  /** The worker's file below src, without its extension, such as `modules/import/threads/import.worker`. */
  file: string
  /** The maximum heap size; buffers are outside of it. */
  heapMegabytes: number
  /** The size of the heap for new objects, where it should be smaller than that of the main thread. */
  youngMegabytes?: number | undefined
  /** Work that no request waits for, such as a job: the thread yields the CPU to all others. */
  isBackground?: boolean | undefined
}

/** What a thread is started with. */
export interface WorkerData {
  isBackground: boolean
}

const isSource = import.meta.url.endsWith('.ts')

/**
 * Starts a thread of the worker in dist. A server that runs from its sources, as tests do, builds dist
 * first if needed.
 */
export function startWorker({ file, heapMegabytes, youngMegabytes, isBackground }: WorkerOptions): Worker {
  const resourceLimits = {
    maxOldGenerationSizeMb: heapMegabytes,
    ...(youngMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMegabytes }),
  }
  const workerData: WorkerData = { isBackground: isBackground === true }
  const options = { execArgv: [], resourceLimits, workerData }
  const compiled = join(projectRoot, 'dist', `${file}.js`)
  if (!isSource) return new Worker(compiled, options)
  const build = new URL('../../tools/build.mjs', import.meta.url).href
  const code = `import(${JSON.stringify(build)})
    .then(({ ensureBuilt }) => ensureBuilt())
    .then(() => import(${JSON.stringify(pathToFileURL(compiled).href)}))`
  return new Worker(code, { ...options, eval: true })
}
