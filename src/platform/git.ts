import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface GitOptions {
  /** The program; a name is looked up in `searchPath`. */
  binary?: string
  /** The PATH to look it up in. Nothing else of the server's environment is passed to git. */
  searchPath?: string | undefined
  /** The maximum number of concurrent runs; others wait. */
  concurrency?: number
  timeoutMs?: number
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

export interface Git {
  mergeFile(texts: ThreeTexts): Promise<FileMerge>
}

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'
const DEFAULT_CONCURRENCY = 4
const DEFAULT_TIMEOUT_MS = 20_000
/** Longer than any underline in real texts; one of this length would only enlarge a conflict. */
const MARKER_SIZE = 97
/** Git exits with the number of conflicts, at most this, and with a higher code on failure. */
const MOST_CLASHES = 127

/** The git program, run without a shell, without configuration and outside any repository. */
export function createGit(options: GitOptions = {}): Git {
  const binary = options.binary ?? 'git'
  const takeTurn = turns(options.concurrency ?? DEFAULT_CONCURRENCY)

  const run = (args: readonly string[], directory: string) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve, reject) => {
      const child = spawn(binary, args, {
        cwd: directory,
        env: environment(directory, options.searchPath),
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        killSignal: 'SIGKILL',
        windowsHide: true,
      })
      const stdout: Buffer[] = []
      const stderr: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
      child.on('error', reject)
      child.on('close', (code) =>
        resolve({
          code: code ?? -1,
          stdout: Buffer.concat(stdout).toString(),
          stderr: Buffer.concat(stderr).toString(),
        }),
      )
    })

  const mergeFile = async (texts: ThreeTexts): Promise<FileMerge> => {
    // Created for this user alone; pages may be confidential.
    const directory = await mkdtemp(join(tmpdir(), 'quire-merge-'))
    try {
      await Promise.all(
        (['base', 'ours', 'theirs'] as const).map((name) =>
          writeFile(join(directory, name), texts[name], { mode: 0o600 }),
        ),
      )
      // The label is random each time, so that no text can be mistaken for a marker.
      const label = randomUUID()
      const labels = ['-L', label, '-L', label, '-L', label]
      const args = ['merge-file', '-p', '--diff3', `--marker-size=${MARKER_SIZE}`, ...labels]
      const { code, stdout, stderr } = await run([...args, 'ours', 'base', 'theirs'], directory)
      if (code === 0) return { kind: 'clean', text: stdout }
      if (code < 0 || code > MOST_CLASHES) return { kind: 'failed', reason: stderr.trim() || `exit ${code}` }
      return { kind: 'clash', ...bothSides(stdout, label) }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  return {
    mergeFile: (texts) =>
      takeTurn(async () => {
        try {
          return await mergeFile(texts)
        } catch (error) {
          if (isMissing(error)) return { kind: 'missing' }
          throw error
        }
      }),
  }
}

function environment(directory: string, searchPath: string | undefined): NodeJS.ProcessEnv {
  return {
    PATH: searchPath ?? DEFAULT_PATH,
    HOME: directory,
    XDG_CONFIG_HOME: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CEILING_DIRECTORIES: tmpdir(),
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}

/** Only the program itself can be missing: its directory was just created. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false
  return (error.code === 'ENOENT' || error.code === 'EACCES') && String(error.syscall).startsWith('spawn')
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

/** Limits concurrency; others wait in order. */
function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // A slot is passed to the next in line, so that a newcomer cannot take it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
