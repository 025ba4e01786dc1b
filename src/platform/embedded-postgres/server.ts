import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runAs, spawnOptionsFor } from './account.ts'
import { program } from './binaries.ts'
import type { Site } from './cluster.ts'
import { connectionUrl, isServing, socketSettings } from './connection.ts'
import { commandLineOf, errorCode, isRunning } from './processes.ts'

/** A server that accepted our password and serves our cluster. */
interface RunningServer {
  pid: number
  url: string
}

interface LaunchOptions {
  binaries: string
  password: string
  logFile: string
  settings: Record<string, string>
  /** Called when the process was started. */
  onLaunch?: (() => void) | undefined
}

const READY_MS = 60_000
const ORPHANS_MS = 10_000
const FAST_SHUTDOWN_MS = 5_000
const IMMEDIATE_SHUTDOWN_MS = 10_000
const LOG_LIMIT_BYTES = 1_000_000

/** The server that already runs on the cluster, ready to use, or undefined when there is none. */
export async function findRunning({ cluster, account }: Site, password: string, logFile: string) {
  const deadline = Date.now() + READY_MS
  for (;;) {
    const found = await readPidFile(cluster)
    if (!found) return undefined
    if (!isRunning(found.pid) || !isPostmasterOf(found.pid, cluster)) {
      await disownPidFile(cluster, account)
      return undefined
    }
    const url = connectionUrl(password, found.port, cluster)
    if (found.status === 'ready' && (await isServing(url, cluster))) return { pid: found.pid, url }
    if (Date.now() > deadline)
      throw new Error(
        `PostgreSQL (process ${found.pid}) runs on ${cluster} but does not respond.${await tail(logFile)}`,
      )
    await delay(20)
  }
}

/** Starts a server on the cluster. The caller holds the start lock and found none running. */
export async function launch(site: Site, options: LaunchOptions): Promise<RunningServer> {
  const deadline = Date.now() + ORPHANS_MS
  for (let attempt = 1; ; attempt += 1) {
    const logStart = await prepareLog(options.logFile)
    const port = await freePort()
    const outcome = await launchOn(port, site, options)
    if (typeof outcome !== 'string') return outcome
    const log = await readFrom(options.logFile, logStart)
    // Another program may take the port before the server uses it.
    if (attempt < 5 && /could not (bind|create any TCP\/IP)/.test(log)) continue
    // The backends of a killed server need a moment to exit.
    if (Date.now() < deadline && log.includes('pre-existing shared memory block')) {
      await delay(100)
      continue
    }
    throw new Error(
      `PostgreSQL did not start on ${site.cluster}: ${outcome}.${await tail(options.logFile, logStart)}`,
    )
  }
}

async function launchOn(port: number, { cluster, account }: Site, options: LaunchOptions) {
  const settings = {
    shared_buffers: '128MB',
    max_connections: '100',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Above errors of statements, which the caller reports, and which quote the text of users.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Plans that were made for a nearly empty table are used until it is analyzed, by default within a minute: meanwhile
    // a new instance uses twice the CPU time for each comment.
    autovacuum_naptime: '10s',
    ...options.settings,
    ...socketSettings(cluster, port),
    listen_addresses: '127.0.0.1',
    port: String(port),
  }
  const log = await open(options.logFile, 'a', 0o600)
  const child = spawn(
    program(options.binaries, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A session of its own: Ctrl-C in the terminal must not stop the database before the server has
    // drained.
    { ...spawnOptionsFor(account), detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  let end: string | undefined
  child.once('error', (error) => {
    end = error.message
  })
  child.once('exit', (code, signal) => {
    end = `it ended with ${signal ?? `code ${code}`}`
  })
  child.unref()
  await log.close()
  options.onLaunch?.()

  const deadline = Date.now() + READY_MS
  try {
    while (end === undefined && Date.now() < deadline) {
      const found = await readPidFile(cluster)
      if (found && found.pid === child.pid && found.status === 'ready') {
        const url = connectionUrl(options.password, port, cluster)
        if (await isServing(url, cluster)) return { pid: found.pid, url }
      }
      await delay(10)
    }
  } catch (error) {
    if (child.pid) await shutDown(child.pid, cluster, options.binaries)
    throw error
  }
  if (end === undefined && child.pid) await shutDown(child.pid, cluster, options.binaries)
  return end ?? `it was not ready within ${READY_MS / 1000} s`
}

/** Stops the server and waits until its process has ended; everything committed is on disk. */
export async function shutDown(pid: number, cluster: string, binaries: string): Promise<void> {
  await signal(pid, 'SIGINT', cluster, binaries)
  if (await goneWithin(pid, FAST_SHUTDOWN_MS)) return
  await signal(pid, 'SIGQUIT', cluster, binaries)
  if (await goneWithin(pid, IMMEDIATE_SHUTDOWN_MS)) return
  throw new Error(`PostgreSQL (process ${pid}) on ${cluster} does not stop`)
}

async function signal(
  pid: number,
  name: 'SIGINT' | 'SIGQUIT',
  cluster: string,
  binaries: string,
): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl uses the server's pipe.
    const mode = name === 'SIGINT' ? 'fast' : 'immediate'
    await runAs(undefined, program(binaries, 'pg_ctl'), ['stop', '-W', '-m', mode, '-D', cluster])
    return
  }
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

async function goneWithin(pid: number, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false
    await delay(10)
  }
  return true
}

/** The process of the server that runs on the cluster; undefined while there is none. */
export function postmasterOf(cluster: string): number | undefined {
  const pid = pidFileNow(cluster)?.pid
  return pid !== undefined && isRunning(pid) && isPostmasterOf(pid, cluster) ? pid : undefined
}

/** Whether the process is the server of exactly this cluster, and not another one with the same pid. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  const command = commandLineOf(pid)
  return command === undefined || command.includes(` -D ${cluster} `)
}

/** The port of the server that runs on the cluster; undefined while there is none. */
export function portNow(cluster: string): number | undefined {
  return pidFileNow(cluster)?.port || undefined
}

function pidFileNow(cluster: string) {
  try {
    return parsePidFile(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'))
  } catch {
    return undefined
  }
}

async function readPidFile(cluster: string) {
  return parsePidFile(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''))
}

function parsePidFile(text: string) {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() }
}

/**
 * PostgreSQL does not start while the pid in its file responds to signals, whether it is another program or
 * a zombie. The file is kept and only its pid replaced by one that cannot exist: PostgreSQL still reads the
 * shared memory key from it, and so does not start beside orphaned backends of the old server.
 */
async function disownPidFile(cluster: string, account: Site['account']): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
  const next = `${path}.${randomUUID()}`
  const file = await open(next, 'wx', 0o600)
  try {
    await file.writeFile(['2147483646', ...rest].join('\n'))
    if (account) await file.chown(account.uid, account.gid)
  } finally {
    await file.close()
  }
  await rename(next, path)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function prepareLog(path: string): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size <= LOG_LIMIT_BYTES) return size
  await rename(path, `${path}.old`)
  return 0
}

async function readFrom(path: string, start: number): Promise<string> {
  return (await readFile(path).catch(() => Buffer.alloc(0))).subarray(start).toString('utf8')
}

async function tail(path: string, start = 0): Promise<string> {
  const lines = (await readFrom(path, start)).trim().split('\n').slice(-10).join('\n')
  return lines ? ` The last lines of ${path}:\n${lines}` : ` ${path} is empty.`
}
