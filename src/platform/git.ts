import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitCaches } from './git/caches.ts'
import type { LocalRepository } from './git/objects.ts'
import { GitMissing, type GitOutput, type GitProgram, GitStopped, runGit } from './git/process.ts'
import type { Span } from './observing/span.ts'
import { FairSlots } from './turns/fair-slots.ts'

export interface GitOptions {
  /** The program; a name is looked up in `searchPath`. */
  binary?: string
  /** The PATH to look it up in. Nothing else of the server's environment is passed to git. */
  searchPath?: string | undefined
  /** The maximum number of concurrent runs for one organization; others wait. */
  concurrency?: number
  timeoutMs?: number
  /** The folder for copies of remote repositories. */
  cacheDirectory?: string
  /** The bytes that these copies may take together. */
  cacheBytes?: number
}

/** Texts whose lines end with a line feed. */
export interface ThreeTexts {
  base: string
  ours: string
  theirs: string
}

/**
 * The result of merging three texts. On conflicts, it has the merge twice, with the conflicts resolved for
 * each side.
 */
export type FileMerge =
  | { kind: 'clean'; text: string }
  | { kind: 'clash'; ours: string; theirs: string }
  /** Git ran and could not say, such as over binary content. */
  | { kind: 'failed'; reason: string }
  /** There is no git to run. */
  | { kind: 'missing' }

/** Lines that were replaced by others. Positions count from 0. */
export interface LineChange {
  base: number
  removed: number
  side: number
  added: number
}

export interface Git {
  mergeFile(texts: ThreeTexts): Promise<FileMerge>
  /** The lines that differ between two texts whose lines end with a line feed. Undefined if git could not say. */
  lineChanges(before: string, after: string): Promise<LineChange[] | undefined>
  /** Its version, such as [2, 39]. Undefined if there is no git to run. */
  version(): Promise<readonly [number, number] | undefined>
  /** Runs work on the local copy of the remote repository with this key. A lost copy is empty. */
  withCache<T>(key: string, work: (repository: LocalRepository) => Promise<T>): Promise<T>
  /** Runs git outside any repository with this configuration. Its output is cut after these bytes. */
  outsideRepositories(
    args: readonly string[],
    config: Readonly<Record<string, string>>,
    options: { firstBytes: number; signal?: AbortSignal | undefined },
  ): Promise<GitOutput>
  /** The same, whose runs are parts of a span. */
  within(span: Span): Git
  /** The same, whose runs take turns with those for other organizations. */
  forOrganization(organizationId: string): Git
}

/** The first version that connects to addresses that were resolved before. */
export const REQUIRED_GIT = [2, 37] as const

const DEFAULT_CACHE_BYTES = 10 * 1024 * 1024 * 1024
/** The time limit of one run on a copy of a remote repository. */
const CACHE_RUN_MS = 10 * 60 * 1000
const DEFAULT_CONCURRENCY = 4
const DEFAULT_TIMEOUT_MS = 20_000
/** Longer than any underline in real texts; one of this length would only enlarge a conflict. */
const MARKER_SIZE = 97
/** Git exits with the number of conflicts, at most this, and with a higher code on failure. */
const MAX_CLASHES = 127

/** The git program, run without a shell, without configuration and outside any repository. */
export function createGit(options: GitOptions = {}): Git {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const slots = new FairSlots({ each: options.concurrency ?? DEFAULT_CONCURRENCY })
  const cacheDirectory = options.cacheDirectory ?? join(tmpdir(), 'quire-git')
  const caches = new GitCaches({
    directory: cacheDirectory,
    maxBytes: options.cacheBytes ?? DEFAULT_CACHE_BYTES,
    timeoutMs: CACHE_RUN_MS,
  })
  const program = { binary: options.binary ?? 'git', searchPath: options.searchPath }
  return gitWith(program, { timeoutMs, slots, organizationId: '', cacheDirectory, caches })
}

interface GitParts {
  timeoutMs: number
  slots: FairSlots
  organizationId: string
  cacheDirectory: string
  caches: GitCaches
}

function gitWith(program: GitProgram, parts: GitParts): Git {
  const { timeoutMs, slots, organizationId, cacheDirectory, caches } = parts
  const takeTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const free = await slots.take(organizationId)
    try {
      return await work()
    } finally {
      free()
    }
  }
  const withFiles = async <T>(
    texts: Readonly<Record<string, string>>,
    work: (run: (args: readonly string[]) => Promise<GitOutput>) => Promise<T>,
  ): Promise<T> => {
    // Created for this user alone; pages may be confidential.
    const directory = await mkdtemp(join(tmpdir(), 'quire-merge-'))
    try {
      await Promise.all(
        Object.entries(texts).map(([name, text]) => writeFile(join(directory, name), text, { mode: 0o600 })),
      )
      return await work((args) => runGit(program, args, { directory, timeoutMs }))
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  const mergeFile = (texts: ThreeTexts): Promise<FileMerge> =>
    withFiles({ ...texts }, async (run) => {
      // The label is random each time, so that no text can be mistaken for a marker.
      const label = randomUUID()
      const labels = ['-L', label, '-L', label, '-L', label]
      const args = ['merge-file', '-p', '--diff3', `--marker-size=${MARKER_SIZE}`, ...labels]
      const output = await run([...args, 'ours', 'base', 'theirs'])
      const { code, stderr } = output
      const stdout = output.stdout.toString()
      if (code === 0) return { kind: 'clean', text: stdout }
      if (code < 0 || code > MAX_CLASHES) return { kind: 'failed', reason: stderr.trim() || `exit ${code}` }
      return { kind: 'clash', ...bothSides(stdout, label) }
    })

  const lineChanges = (before: string, after: string): Promise<LineChange[] | undefined> =>
    withFiles({ before, after }, async (run) => {
      // As a merge compares them.
      const args = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--no-indent-heuristic', '-U0']
      const { code, stdout } = await run([...args, '--diff-algorithm=myers', '--', 'before', 'after'])
      return code === 0 || code === 1 ? changesIn(stdout.toString()) : undefined
    })

  return {
    mergeFile: (texts) =>
      takeTurn(async () => {
        try {
          return await mergeFile(texts)
        } catch (error) {
          if (error instanceof GitMissing) return { kind: 'missing' }
          if (error instanceof GitStopped) return { kind: 'failed', reason: error.message }
          throw error
        }
      }),
    lineChanges: (before, after) =>
      takeTurn(async () => {
        try {
          return await lineChanges(before, after)
        } catch (error) {
          if (error instanceof GitMissing || error instanceof GitStopped) return undefined
          throw error
        }
      }),
    version: async () => {
      try {
        const { stdout } = await runGit(program, ['version'], { directory: tmpdir(), timeoutMs })
        const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(stdout.toString()) ?? []
        return major === undefined ? undefined : [Number(major), Number(minor)]
      } catch (error) {
        if (error instanceof GitMissing) return undefined
        throw error
      }
    },
    withCache: (key, work) => caches.use(program, key, work),
    within: (span) => gitWith({ ...program, span }, parts),
    forOrganization: (id) => gitWith(program, { ...parts, organizationId: id }),
    outsideRepositories: (args, config, { firstBytes, signal }) =>
      takeTurn(async () => {
        // A folder of this server, because it is also the home of git, which reads credentials from there.
        await mkdir(cacheDirectory, { recursive: true, mode: 0o700 })
        return runGit(program, args, { directory: cacheDirectory, config, timeoutMs, signal, firstBytes })
      }),
  }
}

/** The positions in the headers of a diff without context. An empty range is named by the line before it. */
function changesIn(diff: string): LineChange[] {
  const headers = diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)
  return Array.from(headers, ([, base, removed = '1', side, added = '1']) => ({
    base: Number(base) - (removed === '0' ? 0 : 1),
    removed: Number(removed),
    side: Number(side) - (added === '0' ? 0 : 1),
    added: Number(added),
  }))
}

function bothSides(output: string, label: string): { ours: string; theirs: string } {
  const marker = (sign: string) => `${sign.repeat(MARKER_SIZE)} ${label}\n`
  const opening = marker('<')
  const original = marker('|')
  // The middle marker has no label.
  const middle = `${'='.repeat(MARKER_SIZE)}\n`
  const closing = marker('>')
  let ours = ''
  let theirs = ''
  let rest = output
  for (;;) {
    const start = rest.indexOf(opening)
    if (start < 0) break
    const baseStart = rest.indexOf(original, start)
    const end = rest.indexOf(closing, baseStart)
    const clash = rest.slice(baseStart + original.length, end)
    ours += rest.slice(0, start) + rest.slice(start + opening.length, baseStart)
    theirs += rest.slice(0, start) + afterMiddle(clash, middle)
    rest = rest.slice(end + closing.length)
  }
  return { ours: ours + rest, theirs: theirs + rest }
}

function afterMiddle(clash: string, middle: string): string {
  const at = clash.startsWith(middle) ? 0 : clash.indexOf(`\n${middle}`) + 1
  return clash.slice(at + middle.length)
}
