import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { devNull, tmpdir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Span } from '../observing/span.ts'

/** How to start git. Nothing else of the server's environment is passed to it. */
export interface GitProgram {
  /** The program; a name is looked up in `searchPath`. */
  readonly binary: string
  readonly searchPath: string | undefined
  /** The span that runs belong to, while traces are turned on. */
  readonly span?: Span | undefined
}

export interface GitRun {
  /** The working directory, which is also its home. */
  directory: string
  /** Configuration for this run. It is passed in the environment, so that no other user can read it. */
  config?: Readonly<Record<string, string>>
  /** Further variables, such as the author of a commit. */
  variables?: Readonly<Record<string, string>>
  timeoutMs: number
  signal?: AbortSignal | undefined
}

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

/** The most bytes of one stream that are kept, for output that is read as a whole. */
const MAX_OUTPUT = 64 * 1024 * 1024
const MAX_ERRORS = 16 * 1024

export interface GitOutput {
  code: number
  stdout: Buffer
  stderr: string
}

/** Git is not installed, or cannot be started. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing'
}

/** A run that did not end by itself: its time was over, or its output too large. */
export class GitStopped extends Error {
  override readonly name = 'GitStopped'
}

function environment({ directory, config = {}, variables = {} }: GitRun, searchPath: string | undefined) {
  const settings = Object.entries(config)
  return {
    PATH: searchPath ?? DEFAULT_PATH,
    HOME: directory,
    XDG_CONFIG_HOME: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CEILING_DIRECTORIES: tmpdir(),
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
    ...variables,
    LC_ALL: 'C',
  }
}

type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>

/** Starts git without a shell. The caller reads its output. */
export function startGit(program: GitProgram, args: readonly string[], run: GitRun): GitProcess {
  const child = spawn(program.binary, args, {
    cwd: run.directory,
    env: environment(run, program.searchPath),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: run.timeoutMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(run.signal ? { signal: run.signal } : {}),
  })
  traceProcess(program, args, child)
  return child
}

/** Adds a process to a trace. Its name has the command alone: other arguments can be names of branches and addresses. */
function traceProcess({ span: parent }: GitProgram, args: readonly string[], child: GitProcess): void {
  const span = parent?.child(`git ${args.find((arg) => !arg.startsWith('-')) ?? ''}`, 'client')
  if (!span) return
  child.on('error', (error) => span.end({ error }))
  child.on('close', (code, signal) => {
    const attributes = { 'process.exit.code': code ?? -1 }
    span.end(signal === null ? { attributes } : { attributes, error: { name: signal } })
  })
}

/** Runs git to its end. With `firstBytes`, its output is cut there. */
export async function runGit(
  program: GitProgram,
  args: readonly string[],
  run: GitRun & { firstBytes?: number },
  input?: GitInput,
): Promise<GitOutput> {
  const stdout: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer): boolean => {
    stdout.push(chunk)
    size += chunk.byteLength
    return size < (run.firstBytes ?? Number.POSITIVE_INFINITY)
  }
  const { code, stderr } = await readGit(program, args, run, take, input)
  return { code, stdout: Buffer.concat(stdout).subarray(0, run.firstBytes), stderr }
}

type GitInput = AsyncIterable<Buffer | string> | Iterable<Buffer | string>

/** Runs git until it ends, or until `take` returns false for a part of its output: then its code is 0. */
export function readGit(
  program: GitProgram,
  args: readonly string[],
  run: GitRun,
  take: (chunk: Buffer) => boolean,
  input?: GitInput,
): Promise<Pick<GitOutput, 'code' | 'stderr'>> {
  return new Promise((resolve, reject) => {
    const child = startGit(program, args, run)
    let size = 0
    let isEnough = false
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (isEnough) return
      size += chunk.byteLength
      const isTooLong = size > MAX_OUTPUT
      isEnough = !isTooLong && !take(chunk)
      if (isEnough || isTooLong) child.kill('SIGKILL')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_ERRORS) stderr += chunk.toString()
    })
    child.on('error', (error) => reject(isMissing(error) ? new GitMissing('git cannot be started.') : error))
    child.on('close', (code, killedBy) => {
      if (isEnough) resolve({ code: 0, stderr })
      else if (size > MAX_OUTPUT) {
        reject(new GitStopped(`git ${args[0]} printed more than ${MAX_OUTPUT} bytes.`))
      } else if (killedBy !== null) {
        reject(run.signal?.aborted ? run.signal.reason : new GitStopped(`git ${args[0]} took too long.`))
      } else resolve({ code: code ?? -1, stderr })
    })
    void feed(child.stdin, input)
  })
}

/** Writes the input at the pace of the reader. A program that ends early has said why on its error stream. */
async function feed(stdin: Writable, input: GitInput = []): Promise<void> {
  stdin.on('error', () => {})
  for await (const chunk of input) {
    if (stdin.destroyed) return
    if (!stdin.write(chunk)) {
      await new Promise<void>((resolve) => {
        // Each wait removes its listeners, so that they do not pile up.
        const proceed = () => {
          stdin.off('drain', proceed)
          stdin.off('close', proceed)
          resolve()
        }
        stdin.on('drain', proceed)
        stdin.on('close', proceed)
      })
    }
  }
  stdin.end()
}

/** Only the program itself can be missing: its directory exists. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false
  return (error.code === 'ENOENT' || error.code === 'EACCES') && String(error.syscall).startsWith('spawn')
}
