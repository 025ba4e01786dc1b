import { GitMissing, type GitProgram, type GitRun, GitStopped, runGit, startGit } from './process.ts'

/** A bare repository on the local disk, and how to run git in it. */
export interface LocalRepository {
  readonly program: GitProgram
  readonly directory: string
  readonly timeoutMs: number
}

/** An entry of a commit's tree. */
export interface TreeEntry {
  path: string
  /** 100644, 100755, 120000 for a symbolic link, 160000 for a submodule. */
  mode: string
  oid: string
  /** In bytes; 0 for a submodule. */
  size: number
}

/** A change between two trees. A renamed file is a deletion and an addition. */
export interface TreeChange {
  path: string
  status: 'A' | 'D' | 'M' | 'T'
  mode: string
  oid: string
}

export interface CommitFacts {
  oid: string
  message: string
}

/** Configuration of every run: no hooks, no programs, no prompts, and no trust in the owner of the folder. */
export const LOCAL_CONFIG: Readonly<Record<string, string>> = {
  'safe.directory': '*',
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.quotePath': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
}

export const runOf = ({ directory, timeoutMs }: LocalRepository, signal?: AbortSignal): GitRun => ({
  directory,
  config: LOCAL_CONFIG,
  timeoutMs,
  signal,
})

/** Runs git in a repository and returns its output. Throws what git says if it fails. */
export async function inRepository(
  repository: LocalRepository,
  args: readonly string[],
  options: { signal?: AbortSignal | undefined; input?: Iterable<Buffer | string> | undefined } = {},
): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(
    repository.program,
    args,
    runOf(repository, options.signal),
    options.input,
  )
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim() || `exit ${code}`}`)
  return stdout
}

/** All files of a commit, or of a folder of it. */
export async function treeEntries(
  repository: LocalRepository,
  commit: string,
  folder = '',
  signal?: AbortSignal,
): Promise<TreeEntry[]> {
  const tree = folder === '' ? commit : `${commit}:${folder}`
  const stdout = await inRepository(repository, ['ls-tree', '-r', '-z', '-l', '--full-tree', tree], {
    signal,
  })
  return entriesIn(stdout, folder === '' ? '' : `${folder}/`)
}

/** Files of a commit by their paths; those that do not exist are left out. */
export async function treeEntriesAt(
  repository: LocalRepository,
  commit: string,
  paths: readonly string[],
): Promise<TreeEntry[]> {
  if (paths.length === 0) return []
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit, '--', ...paths]
  return entriesIn(await inRepository(repository, args), '')
}

const entriesIn = (stdout: Buffer, prefix: string): TreeEntry[] =>
  records(stdout).map((line) => {
    const [, mode = '', oid = '', size = '', path = ''] =
      /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([\s\S]*)$/.exec(line) ?? []
    return { path: prefix + path, mode, oid, size: Number(size) || 0 }
  })

/** Whether a commit has a folder, a file, or nothing at a path. */
export async function typeAt(
  repository: LocalRepository,
  commit: string,
  path: string,
): Promise<'tree' | 'blob' | undefined> {
  const { code, stdout } = await runGit(
    repository.program,
    ['cat-file', '-t', `${commit}:${path}`],
    runOf(repository),
  )
  const type = stdout.toString().trim()
  return code === 0 && (type === 'tree' || type === 'blob') ? type : undefined
}

/** The files that differ between two commits, if both are in the repository. */
export async function treeChanges(
  repository: LocalRepository,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<TreeChange[] | undefined> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--full-index', from, to]
  const { code, stdout } = await runGit(repository.program, args, runOf(repository, signal))
  if (code !== 0) return undefined
  const parts = records(stdout)
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', oid = '', status = 'M'] =
      /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(parts[at] ?? '') ?? []
    changes.push({ path: parts[at + 1] ?? '', mode, oid, status: status as TreeChange['status'] })
  }
  return changes
}

export async function commitFacts(repository: LocalRepository, commit: string): Promise<CommitFacts> {
  const stdout = await inRepository(repository, ['log', '-1', '--format=%H%x00%B', commit, '--'])
  const [oid = '', message = ''] = stdout.toString().split('\0')
  return { oid, message: message.trim().slice(0, 10_000) }
}

export async function treeOf(repository: LocalRepository, commit: string): Promise<string> {
  return (await inRepository(repository, ['rev-parse', '--verify', `${commit}^{tree}`])).toString().trim()
}

export async function hasCommit(repository: LocalRepository, commit: string): Promise<boolean> {
  const { code } = await runGit(repository.program, ['cat-file', '-e', `${commit}^{tree}`], runOf(repository))
  return code === 0
}

/** Objects by id, in the order of the ids, each in memory only until the next one is requested. */
export async function* blobs(
  repository: LocalRepository,
  oids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<{ oid: string; bytes: Buffer }> {
  if (oids.length === 0) return
  const child = startGit(repository.program, ['cat-file', '--batch'], runOf(repository, signal))
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = 'code' in error && error.code === 'ENOENT' ? new GitMissing('git cannot be started.') : error
  })
  child.stdin.on('error', () => {})
  child.stderr.resume()
  child.stdin.end(`${oids.join('\n')}\n`)
  const reader = new ChunkReader(child.stdout)
  try {
    for (const oid of oids) {
      const header = await reader.line()
      const size = header === undefined ? undefined : / blob (\d+)$/.exec(header)?.[1]
      if (size === undefined) throw failure ?? new GitStopped(`The object ${oid} cannot be read.`)
      const bytes = await reader.bytes(Number(size))
      await reader.bytes(1)
      yield { oid, bytes }
    }
  } finally {
    child.kill('SIGKILL')
  }
}

/** Reads lines and counted bytes from a stream, at the pace of its consumer. */
class ChunkReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer[] = []
  #size = 0

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const whole = this.#held.length > 1 ? Buffer.concat(this.#held) : this.#held[0]
      const end = whole?.indexOf(10) ?? -1
      if (whole && end >= 0) {
        this.#hold(whole.subarray(end + 1))
        return whole.subarray(0, end).toString()
      }
      if (!(await this.#more())) return undefined
    }
  }

  async bytes(count: number): Promise<Buffer> {
    while (this.#size < count) {
      if (!(await this.#more())) throw new GitStopped('The output of git ended early.')
    }
    const whole = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held)
    this.#hold(whole.subarray(count))
    return whole.subarray(0, count)
  }

  #hold(rest: Buffer): void {
    this.#held = rest.byteLength > 0 ? [rest] : []
    this.#size = rest.byteLength
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#held.push(value)
    this.#size += value.byteLength
    return true
  }
}

/** The parts of output that ends each of them with a NUL. */
const records = (output: Buffer): string[] => output.toString().split('\0').slice(0, -1)
