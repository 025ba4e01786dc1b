import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'
import { note } from './contract/watch.ts'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A command of the project in its own process, which inherits only the paths from the environment. */
export class Command {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  #stdout = ''
  #stderr = ''
  #hasEnded = false
  #onOutput: () => void = () => {}

  /** `root` is the folder of another version of the project. */
  constructor(script: string, args: string[], environment: Record<string, string>, root = projectRoot) {
    const { PATH = '', HOME = '' } = process.env
    this.child = spawn(process.execPath, [join(root, 'src/tools', script), ...args], {
      cwd: root,
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
      this.#onOutput()
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
      this.#onOutput()
    })
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      this.#hasEnded = true
      this.#onOutput()
      return { code, signal, stdout: this.#stdout, stderr: this.#stderr }
    })
  }

  /** The lines of standard output: the log of a server. */
  get lines(): string[] {
    return this.#stdout.trimEnd().split('\n')
  }

  /** The lines of standard error: what a server says to people. */
  get notes(): string[] {
    return this.#stderr.trimEnd().split('\n')
  }

  /** Waits until the output matches; fails with the whole output if the command ends before. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      // An older version of the server says everything on standard output.
      const match = pattern.exec(this.#stderr) ?? pattern.exec(this.#stdout)
      if (match) return match
      if (this.#hasEnded)
        throw new Error(`It ended before it said ${pattern}:\n${this.#stdout}\n${this.#stderr}`)
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve
      })
    }
  }

  async end(signal: NodeJS.Signals): Promise<Ended & { ms: number }> {
    const begun = performance.now()
    this.child.kill(signal)
    return { ...(await this.ended), ms: performance.now() - begun }
  }
}

/** A server process, which prints when it is ready. */
export class ServerProcess extends Command {
  constructor(environment: Record<string, string>, root?: string) {
    const defaults = { PORT: '0', LOG_LEVEL: 'warn', SLOW_MS: '0', DRAIN_SECONDS: '0' }
    super('start.mjs', [], { ...defaults, ...environment }, root)
  }

  async ready(): Promise<string> {
    const [, origin = ''] = await this.said(/^ {2}Explorer {2}(http\S+)\/graphql .*\n(?: {2}Token.*\n)?/m)
    return origin
  }

  /** The token that this start printed, if any. */
  get token(): string | undefined {
    return /^ {2}Token {5}(qre_\S+)/m.exec([...this.notes, ...this.lines].join('\n'))?.[1]
  }
}

/** A data directory with a space in its path, which the account of PostgreSQL can access. */
export function makeDataDir(): { path: string; remove: () => void } {
  const parent = mkdtempSync(join(tmpdir(), 'quire process '))
  chmodSync(parent, 0o755)
  return { path: join(parent, 'the data'), remove: () => rmSync(parent, { recursive: true, force: true }) }
}

/** The process id of the embedded server of a data directory, from its own file. */
export function postgresOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** Whether a process runs, and has not ended and waits for its parent. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A port that is in use. */
export async function occupyPort(): Promise<{ port: number; server: Server }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { port, server } = await occupyPort()
  server.close()
  await once(server, 'close')
  return port
}

/** Calls the REST API and returns status and body. */
export async function rest(
  origin: string,
  path: string,
  token: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const method = body ? 'POST' : 'GET'
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const { pathname, searchParams } = new URL(`${origin}${path}`)
  note({
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    requestBody: body,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text,
  })
  return { status: response.status, body: JSON.parse(text) as Record<string, unknown> }
}

/** The demo space that a first start creates. */
export async function demoSpace(origin: string, token: string): Promise<string> {
  const idOf = ({ body }: { body: Record<string, unknown> }) => (body.items as { id: string }[])[0]?.id ?? ''
  const organization = idOf(await rest(origin, '/orgs', token))
  return idOf(await rest(origin, `/orgs/${organization}/spaces`, token))
}

/** Runs a subscription as server-sent events. */
export const subscribeTo = (origin: string, token: string, query: string, signal?: AbortSignal) =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query }),
    ...(signal ? { signal } : {}),
  })
