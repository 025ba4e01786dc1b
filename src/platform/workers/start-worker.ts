import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../project-root.ts'

export interface WorkerOptions {
  /** The worker's file below src, without its extension, such as `modules/import/threads/import.worker`. */
  file: string
  /** The maximum heap size; buffers are outside of it. */
  heapMegabytes: number
  /** The maximum size of the heap for new objects. */
  youngMegabytes: number
  /** Work that no request waits for, such as a job: the thread yields the CPU to all others. */
  isBackground?: boolean | undefined
  /** Started before there is a task for it, so that it can load what tasks need. */
  isSpare?: boolean | undefined
}

/** What a thread is started with. */
export interface WorkerData {
  isBackground: boolean
  isSpare: boolean
  isBuilt: Int32Array
}

const isSource = import.meta.url.endsWith('.ts')
/** Not 0 once a thread of this process has found dist to match the sources, which takes longer than most tasks. */
const isBuilt = new Int32Array(new SharedArrayBuffer(4))

/**
 * Starts a thread of the worker in dist. A server that runs from its sources, as tests do, builds dist
 * first if needed.
 */
export function startWorker(worker: WorkerOptions): Worker {
  const { file, heapMegabytes, youngMegabytes, isBackground = false, isSpare = false } = worker
  // Effective without the flag `--max-semi-space-size` only: see `v8-flags.ts`.
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes }
  const workerData: WorkerData = { isBackground, isSpare, isBuilt }
  const options = { execArgv: [], resourceLimits, workerData }
  const compiled = join(projectRoot, 'dist', `${file}.js`)
  if (!isSource || Atomics.load(isBuilt, 0) !== 0) return new Worker(compiled, options)
  const build = new URL('../../tools/build.mjs', import.meta.url).href
  const code = `import(${JSON.stringify(build)})
    .then(({ ensureBuilt }) => ensureBuilt())
    .then(() => Atomics.store(require('node:worker_threads').workerData.isBuilt, 0, 1))
    .then(() => import(${JSON.stringify(pathToFileURL(compiled).href)}))`
  return new Worker(code, { ...options, eval: true })
}
