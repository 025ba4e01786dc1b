import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalRepository } from './objects.ts'
import { LOCAL_CONFIG } from './objects.ts'
import { type GitProgram, runGit } from './process.ts'

interface CacheOptions {
  /** The folder of all caches. */
  directory: string
  /** The bytes that all caches may take together; the ones used longest ago are removed. */
  maxBytes: number
  timeoutMs: number
}

/** A cache with more packs than this is removed after its use: every fetch adds one, and git searches all of them. */
const MAX_PACKS = 200

/**
 * Bare copies of remote repositories. A cache saves traffic and nothing else: a lost one is fetched again. Work on one
 * cache is serialized within the process.
 */
export class GitCaches {
  readonly #options: CacheOptions
  readonly #lasts = new Map<string, Promise<unknown>>()

  constructor(options: CacheOptions) {
    this.#options = options
  }

  /** Runs work on the repository with this key, after earlier work on it. */
  async use<T>(
    program: GitProgram,
    key: string,
    work: (repository: LocalRepository) => Promise<T>,
  ): Promise<T> {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 40)
    const before = this.#lasts.get(name) ?? Promise.resolve()
    const mine = before.then(
      () => this.#run(program, name, work),
      () => this.#run(program, name, work),
    )
    const settled = mine.then(
      () => {},
      () => {},
    )
    this.#lasts.set(name, settled)
    try {
      return await mine
    } finally {
      if (this.#lasts.get(name) === settled) this.#lasts.delete(name)
      await this.#evict().catch(() => {})
    }
  }

  async #run<T>(
    program: GitProgram,
    name: string,
    work: (repository: LocalRepository) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs } = this.#options
    const directory = join(this.#options.directory, name)
    await this.#create(program, directory)
    // Writing it sets its time of change, by which the copies that were used longest ago are found.
    await writeFile(join(directory, 'quire'), '', { mode: 0o600 })
    return work({ program, directory, timeoutMs })
  }

  async #create(program: GitProgram, directory: string): Promise<void> {
    // Written last: a folder without it is an unfinished copy.
    const mark = join(directory, 'quire')
    if (existsSync(mark)) return
    await rm(directory, { recursive: true, force: true })
    // Pages may be confidential.
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const { timeoutMs } = this.#options
    const run = { directory, config: LOCAL_CONFIG, timeoutMs }
    const { code, stderr } = await runGit(program, ['init', '--bare', '--quiet', '.'], run)
    if (code !== 0) throw new Error(`git init failed: ${stderr.trim()}`)
    await writeFile(mark, '', { mode: 0o600 })
  }

  async #evict(): Promise<void> {
    const names = await readdir(this.#options.directory)
    const caches = await Promise.all(
      names.map(async (name) => {
        const directory = join(this.#options.directory, name)
        const used = await stat(join(directory, 'quire')).catch(() => null)
        const { bytes, packs } = await sizeOf(directory)
        return { name, directory, usedAt: used?.mtimeMs ?? 0, bytes, packs }
      }),
    )
    let total = caches.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const cache of caches.sort((one, other) => one.usedAt - other.usedAt)) {
      const isNeedless = total > this.#options.maxBytes || cache.packs > MAX_PACKS
      if (!isNeedless || this.#lasts.has(cache.name)) continue
      await rm(cache.directory, { recursive: true, force: true })
      total -= cache.bytes
    }
  }
}

/** The bytes of the packs of a repository. What was just written is not packed yet, and small. */
export async function sizeOf(directory: string): Promise<{ bytes: number; packs: number }> {
  const folder = join(directory, 'objects', 'pack')
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
  return {
    bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    packs: names.filter((name) => name.endsWith('.pack')).length,
  }
}
