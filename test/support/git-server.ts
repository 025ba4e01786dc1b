import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

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

const run = (cwd: string, args: string[]): Buffer =>
  execFileSync('git', args, {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    timeout: 120_000,
  })

export async function startGitServer(): Promise<GitServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-git-server-'))
  const credentials = new Map<string, string>()
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    server.onRequest?.(url.pathname)
    const own = server.answers.get(url.pathname)
    if (own) return own(request, response)
    const name = url.pathname.split('/')[1] ?? ''
    const needed = credentials.get(name)
    const given = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
    if (needed !== undefined && given.toString() !== needed) {
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    }
    const isPush = request.method === 'POST' && url.pathname.endsWith('/git-receive-pack')
    if (isPush) server.beforePush?.()
    return backend(folder, url, request, response, {
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
      rmSync(folder, { recursive: true, force: true })
    },
    repository: (name, options = {}) => {
      if (options.credentials) credentials.set(`${name}.git`, options.credentials)
      return createRepository(folder, name, host, options.credentials)
    },
  }
  return server
}

function backend(
  folder: string,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  { onSent, onEnd }: { onSent: (bytes: number) => void; onEnd: () => void },
) {
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: join(folder, 'repositories'),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'someone',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  request.pipe(child.stdin)
  let head: Buffer | null = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    onSent(chunk.length)
    if (head === null) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const headers = head
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(/:\s*/, 2) as [string, string])
    const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1]
    response.writeHead(
      Number(status?.slice(0, 3) ?? 200),
      Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'status')),
    )
    response.write(head.subarray(end + 4))
    head = null
  })
  child.on('close', () => {
    onEnd()
    response.end()
  })
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
  run(bare, ['init', '--bare', '--quiet', '--initial-branch=main', '.'])
  run(bare, ['config', 'http.receivepack', 'true'])
  mkdirSync(dirname(clone), { recursive: true })
  run(folder, ['clone', '--quiet', bare, clone])
  const git = (...args: string[]) => run(clone, args).toString()
  run(clone, ['checkout', '--quiet', '-B', 'main'])
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
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '-m', message)
      git('push', '--quiet', 'origin', 'HEAD')
      return git('rev-parse', 'HEAD').trim()
    },
    files: (branch = 'main') => {
      const paths = run(bare, ['ls-tree', '-r', '-z', '--name-only', branch]).toString().split('\0')
      return Object.fromEntries(
        paths.filter(Boolean).map((path) => [path, run(bare, ['show', `${branch}:${path}`]).toString()]),
      )
    },
    changedIn: (commit) =>
      run(bare, ['show', '--format=', '--name-only', commit]).toString().trim().split('\n'),
  }
}
