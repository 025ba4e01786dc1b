import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, isSameProcess, type ProcessIdentity, thisProcess } from './processes.ts'

const PATIENCE_MS = 90_000
// Longer than any start can take: a lock this old is abandoned even if its pid seems alive.
const ABANDONED_MS = 300_000

/** Runs `work` while no other process starts a server on the same data directory. */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = JSON.stringify({ ...thisProcess(), token: randomUUID() })
  const deadline = Date.now() + PATIENCE_MS
  while (!(await take(path, mark))) {
    await breakIfAbandoned(path)
    if (Date.now() > deadline)
      throw new Error(
        `Another process has been starting PostgreSQL for too long (${path}). Stop it, or delete this file.`,
      )
    await delay(20)
  }
  try {
    return await work()
  } finally {
    if ((await read(path)) === mark) await rm(path, { force: true })
  }
}

async function take(path: string, mark: string): Promise<boolean> {
  try {
    await writeFile(path, mark, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

async function breakIfAbandoned(path: string): Promise<void> {
  const seen = await read(path)
  if (seen === undefined) return
  const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now())
  const holder = parse(seen)
  // A lock is empty for the moment between its creation and its first write.
  const abandoned = holder ? !isSameProcess(holder) || age > ABANDONED_MS : age > 5_000
  if (!abandoned) return
  // Two processes may see the same abandoned lock; one that moves away a new lock puts it back.
  const moved = `${path}.${randomUUID()}`
  await rename(path, moved).catch(() => undefined)
  const taken = await read(moved)
  if (taken !== undefined && taken !== seen) await link(moved, path).catch(() => undefined)
  await rm(moved, { force: true })
}

async function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

function parse(text: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(text) as ProcessIdentity
  } catch {
    return undefined
  }
}
