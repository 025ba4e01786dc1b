import { GitMissing, type GitProgram, type GitRun, GitStopped, runGit, startGit } from './process.ts'
import { readRecords } from './records.ts'

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
async function inRepository(
  repository: LocalRepository,
  args: readonly string[],
  options: { firstBytes?: number } = {},
): Promise<Buffer> {
  const done = await runGit(repository.program, args, { ...runOf(repository), ...options })
  if (done.code !== 0) throw failureOf(args, done)
  return done.stdout
}

const failureOf = ([command]: readonly string[], { code, stderr }: { code: number; stderr: string }): Error =>
  new Error(`git ${command} failed: ${stderr.trim() || `exit ${code}`}`)

/** Files of a commit. */
interface TreeEntries {
  entries: TreeEntry[]
  /** Whether the commit has more of them. */
  isCut: boolean
}

/** The files of a commit, or of a folder of it, up to a number of them. */
export async function treeEntries(
  repository: LocalRepository,
  commit: string,
  { folder = '', maxEntries, signal }: { folder?: string; maxEntries: number; signal?: AbortSignal },
): Promise<TreeEntries> {
  const tree = folder === '' ? commit : `${commit}:${folder}`
  return listTree(repository, [tree], { prefix: folder === '' ? '' : `${folder}/`, maxEntries, signal })
}

/** Files of a commit by their paths; those that do not exist are left out. */
export async function treeEntriesAt(
  repository: LocalRepository,
  commit: string,
  paths: readonly string[],
): Promise<TreeEntry[]> {
  if (paths.length === 0) return []
  const limits = { prefix: '', maxEntries: paths.length }
  return (await listTree(repository, [commit, '--', ...paths], limits)).entries
}

interface Listing {
  /** What the paths of entries begin with. */
  prefix: string
  maxEntries: number
  signal?: AbortSignal | undefined
}

async function listTree(
  repository: LocalRepository,
  tree: readonly string[],
  { prefix, maxEntries, signal }: Listing,
): Promise<TreeEntries> {
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', ...tree]
  const run = runOf(repository, signal)
  const listed = await readRecords(repository.program, args, run, maxEntries, (line): TreeEntry => {
    const [, mode = '', oid = '', size = '', path = ''] =
      /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([\s\S]*)$/.exec(line) ?? []
    return { path: prefix + path, mode, oid, size: Number(size) || 0 }
  })
  if (listed.code !== 0) throw failureOf(args, listed)
  return { entries: listed.items, isCut: listed.isCut }
}

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

/** The files of a folder that differ between two commits. Undefined if there are more, or a commit is missing. */
export async function treeChanges(
  repository: LocalRepository,
  [from, to]: readonly [string, string],
  { folder = '', maxChanges, signal }: { folder?: string; maxChanges: number; signal?: AbortSignal },
): Promise<TreeChange[] | undefined> {
  const only = folder === '' ? [] : ['--', `:(literal)${folder}/`]
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--full-index', from, to, ...only]
  let header: string | undefined
  const run = runOf(repository, signal)
  // A change is two records: what has changed, and its path.
  const changes = await readRecords(repository.program, args, run, maxChanges, (record) => {
    if (header === undefined) {
      header = record
      return undefined
    }
    const [, mode = '', oid = '', status = 'M'] =
      /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(header) ?? []
    header = undefined
    return { path: record, mode, oid, status: status as TreeChange['status'] }
  })
  return changes.code !== 0 || changes.isCut ? undefined : changes.items
}

/** A message can have any length. */
const MESSAGE_BYTES = 64 * 1024

export async function commitFacts(repository: LocalRepository, commit: string): Promise<CommitFacts> {
  const args = ['log', '-1', '--format=%H%x00%B', commit, '--']
  const stdout = await inRepository(repository, args, { firstBytes: MESSAGE_BYTES })
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
