import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `git http-backend` behind a small server, with and without credentials. */
export interface GitServer {
  origin: string
  /** For OUTBOUND_ALLOW. */
  host: string
  /** The folder of everything that the server holds. */
  folder: string
  /** Bytes that the server has sent. */
  sent: number
  /** Requests for this path are answered by it instead. */
  answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>
  /** Runs before a push is passed to git. */
  beforePush: (() => void) | undefined
  /** Runs after git has stored a push, before the response ends. */
  afterPush: (() => void) | undefined
  /** Runs at the start of every request. */
  onRequest: ((path: string) => void) | undefined
  close(): Promise<void>
  repository(name: string, options?: { credentials?: string }): TestRepository
}

/** A repository on the server, and a clone of it to commit in. */
export interface TestRepository {
  url: string
  /** With credentials. */
  privateUrl: string
  clone: string
  git(...args: string[]): string
  /** Writes files (null deletes one), commits and pushes them. Returns the id of the commit. */
  push(files: Record<string, string | Buffer | null>, message?: string): string
  /** The files of a branch on the server. */
  files(branch?: string): Record<string, string>
  /** The paths that a commit on the server changed. */
  changedIn(commit: string): string[]
}

const BACKEND = fileURLToPath(new URL('git-backend.mjs', import.meta.url))

const environment = {
  PATH: process.env.PATH ?? '',
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Colleague',
  GIT_AUTHOR_EMAIL: 'colleague@example.com',
  GIT_COMMITTER_NAME: 'Colleague',
  GIT_COMMITTER_EMAIL: 'colleague@example.com',
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Runs git commands one after the other. They share a shell, because each start of a process from this one is slow. */
const run = (cwd: string, commands: string[][], input?: string): Buffer =>
  execFileSync('sh', ['-c', commands.map((args) => ['git', ...args].map(quoted).join(' ')).join(' && ')], {
    cwd,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    input: input ?? '',
    maxBuffer: 1 << 28,
    timeout: 120_000,
  })

/** `git http-backend` for a folder, in a process of its own. */
async function startBackend(folder: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [BACKEND, folder], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const started = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)])
  if (!started) throw new Error('The Git server did not start.')
  return {
    port: Number(String(started[0])),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function startGitServer(): Promise<GitServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-git-server-'))
  const backend = await startBackend(join(folder, 'repositories'))
  const credentials = new Map<string, string>()
  const http = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '', 'http://localhost')
    server.onRequest?.(url.pathname)
    const own = server.answers.get(url.pathname)
    if (own) return own(incoming, response)
    const name = url.pathname.split('/')[1] ?? ''
    const needed = credentials.get(name)
    const given = Buffer.from((incoming.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
    if (needed !== undefined && given.toString() !== needed) {
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    }
    const isPush = incoming.method === 'POST' && url.pathname.endsWith('/git-receive-pack')
    if (isPush) server.beforePush?.()
    return pass(backend.port, incoming, response, {
      onSent: (bytes) => {
        server.sent += bytes
      },
      onEnd: () => (isPush ? server.afterPush?.() : undefined),
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const server: GitServer = {
    origin: `http://${host}`,
    host,
    folder,
    sent: 0,
    answers: new Map(),
    beforePush: undefined,
    afterPush: undefined,
    onRequest: undefined,
    close: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await backend.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    repository: (name, options = {}) => {
      if (options.credentials) credentials.set(`${name}.git`, options.credentials)
      return createRepository(folder, name, host, options.credentials)
    },
  }
  return server
}

/** Passes a request to git, and its response to the client. */
function pass(
  port: number,
  incoming: IncomingMessage,
  response: ServerResponse,
  { onSent, onEnd }: { onSent: (bytes: number) => void; onEnd: () => void },
) {
  const { method, url: path, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('data', (chunk: Buffer) => {
      onSent(chunk.length)
      response.write(chunk)
    })
    answer.on('end', () => {
      onEnd()
      response.end()
    })
  })
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}

function createRepository(
  folder: string,
  name: string,
  host: string,
  credentials: string | undefined,
): TestRepository {
  const bare = join(folder, 'repositories', `${name}.git`)
  const clone = join(folder, 'clones', name)
  mkdirSync(bare, { recursive: true })
  mkdirSync(dirname(clone), { recursive: true })
  run(bare, [
    ['init', '--bare', '--quiet', '--initial-branch=main', '.'],
    ['config', 'http.receivepack', 'true'],
    ['clone', '--quiet', '.', clone],
    ['-C', clone, 'checkout', '--quiet', '-B', 'main'],
  ])
  const git = (...args: string[]) => run(clone, [args]).toString()
  return {
    url: `http://${host}/${name}.git`,
    privateUrl: `http://${credentials ?? 'user:password'}@${host}/${name}.git`,
    clone,
    git,
    push: (files, message = 'Change files') => {
      for (const [path, content] of Object.entries(files)) {
        const file = join(clone, path)
        if (content === null) rmSync(file)
        else {
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, content)
        }
      }
      return run(clone, [
        ['add', '--all'],
        ['commit', '--quiet', '--allow-empty', '-m', message],
        ['push', '--quiet', 'origin', 'HEAD'],
        ['rev-parse', 'HEAD'],
      ])
        .toString()
        .trim()
    },
    files: (branch = 'main') => {
      // Lines of `mode type id<tab>path`.
      const entries = run(bare, [['ls-tree', '-r', '-z', branch]])
        .toString()
        .split('\0')
        .filter(Boolean)
      const ids = entries.map((entry) => entry.split(/[ \t]/, 3)[2] ?? '')
      let rest = run(bare, [['cat-file', '--batch']], ids.map((id) => `${id}\n`).join(''))
      const next = () => {
        // `id type size`, and the bytes with a line feed at the end.
        const start = rest.indexOf('\n') + 1
        const end = start + Number(rest.subarray(0, start).toString().split(' ')[2])
        const text = rest.subarray(start, end).toString()
        rest = rest.subarray(end + 1)
        return text
      }
      return Object.fromEntries(entries.map((entry) => [entry.slice(entry.indexOf('\t') + 1), next()]))
    },
    changedIn: (commit) =>
      run(bare, [['show', '--format=', '--name-only', commit]])
        .toString()
        .trim()
        .split('\n'),
  }
}
