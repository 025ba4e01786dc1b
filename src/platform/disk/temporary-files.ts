import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Files that exist only while a request or a job needs them. */
export interface TemporaryFiles {
  /** Calls `work` with a function that returns the path of a new file, and removes the files afterwards. */
  use<T>(work: (newFile: () => Promise<string>) => Promise<T>): Promise<T>
  /** Removes files of processes that have ended. */
  removeAbandoned(): Promise<void>
}

/** Longer than any work on a file. Only files of other hosts are removed by their age. */
const ABANDONED_MS = 2 * 60 * 60 * 1000

/** Process ids are reused, in containers even by the next process. */
const instance = randomUUID()

/** Several processes and hosts can share the folder: the names of the files contain both. */
export function createTemporaryFiles(directory: string, now: () => Date): TemporaryFiles {
  const host = hostname().replace(/[^\w-]/g, '_')
  return {
    use: async (work) => {
      const paths: string[] = []
      const newFile = async () => {
        // The files may be confidential.
        await mkdir(directory, { recursive: true, mode: 0o700 })
        const path = join(directory, `${host}.${process.pid}.${instance}.${randomUUID()}`)
        paths.push(path)
        return path
      }
      try {
        return await work(newFile)
      } finally {
        for (const path of paths) await rm(path, { force: true })
      }
    },
    removeAbandoned: async () => {
      const names = await readdir(directory).catch(() => [])
      for (const name of names) {
        const path = join(directory, name)
        const [owner, pid, of] = name.split('.')
        const isAbandoned =
          owner === host
            ? of !== instance && !isRunning(Number(pid))
            : now().getTime() - (await changedAt(path)) > ABANDONED_MS
        if (isAbandoned) await rm(path, { force: true })
      }
    },
  }
}

/** Whether another process has this id. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process of another account cannot be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Infinity for a file that no longer exists. */
const changedAt = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY
