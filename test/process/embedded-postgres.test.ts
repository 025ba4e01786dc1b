import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const isRoot = process.getuid?.() === 0
const settings = { fsync: 'off' }
const OTHER_ACCOUNT = 65534

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-postgres-')))
  await chmod(folder, mode)
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), settings })
  cleanups.push(() => server.stop())
  return server
}

/** A cluster that was started once and stopped. */
let prepared: Promise<string> | undefined
afterAll(async () => {
  if (prepared) await rm(await prepared, { recursive: true, force: true })
})

async function prepare(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-postgres-')))
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings })
  await server.stop()
  return folder
}

/** A data directory with a copy of it, which is much faster than preparing another one. */
async function folderWithData(name = ''): Promise<string> {
  prepared ??= prepare()
  const folder = join(await temporaryFolder(), name)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  // Unlike the copy function of Node, it keeps the owner.
  await once(spawn('cp', ['-a', `${await prepared}/.`, folder]), 'exit')
  return folder
}

/** The module compiled into one file: a process that compiles it itself takes a second longer to start. */
let compiled: Promise<string> | undefined
async function compile(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(project, 'src/platform/embedded-postgres.ts')],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

async function startInChild(dataDir: string, account = {}): Promise<{ child: ChildProcess; url: string }> {
  compiled ??= compile()
  const code = `${await compiled}
    const server = await startEmbeddedPostgres({
      dataDir: ${JSON.stringify(dataDir)}, log: () => {}, settings: ${JSON.stringify(settings)} })
    process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
    process.stdout.write(server.url + '\\n')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...account,
  })
  cleanups.push(() => end(child, 'SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) return { child, url: line }
  throw new Error('the child ended before its server was ready')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** A socket file may be left over and refuses connections; usually the server removes it. */
const expectStopped = (url: string) =>
  expect(query(url, 'SELECT 1')).rejects.toThrow(/connect (ENOENT|ECONNREFUSED)/)

async function postmasterOf(cluster: string): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// Servers start and stop, which takes seconds on a busy machine.
describe('startEmbeddedPostgres', { timeout: 60_000 }, () => {
  it('prepares a database on first use, in a path with a space, and stops without a trace', async () => {
    const folder = join(await temporaryFolder(), 'a folder')
    await mkdir(folder)
    // Independent of the umask: another test covers a folder that PostgreSQL cannot access.
    await chmod(folder, 0o755)
    const dataDir = join(folder, '.data')
    const lines: string[] = []
    const server = await start(dataDir, lines)

    expect(server.url).toMatch(/^postgresql:\/\/quire:[^@]+@127\.0\.0\.1:\d+\/quire\b/)
    expect(lines).toEqual([expect.stringMatching(/^Preparing PostgreSQL 18 in .+a folder.+ \(once\)$/)])
    expect(await query(server.url, 'SHOW server_version_num')).toMatch(/^18/)
    expect(await query(server.url, 'SHOW server_encoding')).toBe('UTF8')
    expect(await query(server.url, 'SHOW timezone')).toBe('UTC')
    expect(await query(server.url, 'SHOW listen_addresses')).toBe('127.0.0.1')
    expect(await query(server.url, 'SHOW unix_socket_directories')).toBe('.')
    expect(await query(server.url, `SELECT lower('ÄÖ')`)).toBe('äö')

    const pid = await postmasterOf(server.dataDirectory)
    await Promise.all([server.stop(), server.stop()])
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(existsSync(join(dataDir, 'postgres.users'))).toBe(false)
    expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(false)
  })

  it('rejects connections without the password, which only its owner can read', async () => {
    const dataDir = await folderWithData()
    const server = await start(dataDir)
    const wrong = new URL(server.url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
    expect((await stat(server.dataDirectory)).mode & 0o777).toBe(0o700)
  })

  it.skipIf(process.platform === 'win32')(
    'is reached over a Unix socket, or over TCP where the path is too long for one',
    async () => {
      const server = await start(await folderWithData())
      expect(await query(server.url, 'SELECT inet_server_addr() IS NULL')).toBe(true)

      const remote = await start(await folderWithData('x'.repeat(100)))
      expect(await query(remote.url, 'SELECT inet_server_addr() IS NULL')).toBe(false)
    },
  )

  it('keeps its data from one start to the next', async () => {
    const dataDir = await folderWithData()
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()

    const lines: string[] = []
    const second = await start(dataDir, lines)
    expect(await query(second.url, 'SELECT answer FROM kept')).toBe(42)
    expect(lines).toEqual([])
  })

  it('adopts the server of a process that was killed, and stops it', async () => {
    const dataDir = await folderWithData()
    const { child, url } = await startInChild(dataDir)
    await end(child, 'SIGKILL')

    const server = await start(dataDir)
    expect(server.url).toBe(url)
    expect(await query(server.url, 'SELECT 1')).toBe(1)
    await server.stop()
    await expectStopped(url)
    expect(existsSync(join(server.dataDirectory, 'postmaster.pid'))).toBe(false)
  })

  it('recovers what was committed when the server itself was killed', async () => {
    const dataDir = await folderWithData()
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    process.kill(await postmasterOf(first.dataDirectory), 'SIGKILL')

    const second = await start(dataDir)
    expect(await query(second.url, 'SELECT answer FROM kept')).toBe(42)
  })

  it('recovers what was committed when the server and its owner were killed', async () => {
    const dataDir = await folderWithData()
    const { child, url } = await startInChild(dataDir)
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const pid = await postmasterOf(join(dataDir, 'postgres'))
    await end(child, 'SIGKILL')
    process.kill(pid, 'SIGKILL')

    const server = await start(dataDir)
    expect(await query(server.url, 'SELECT answer FROM kept')).toBe(42)
  })

  it('starts although the pid in postmaster.pid now belongs to another program', async () => {
    const dataDir = await folderWithData()
    const first = await start(dataDir)
    const pidFile = join(first.dataDirectory, 'postmaster.pid')
    const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
    await first.stop()

    // Under the account of the cluster, because PostgreSQL ignores the pid of a process of any other account.
    const { uid, gid } = await stat(first.dataDirectory)
    const stranger = spawn('/bin/sh', ['-c', 'read forever'], {
      uid,
      gid,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    cleanups.push(() => end(stranger, 'SIGKILL'))
    await once(stranger, 'spawn')
    await writeFile(pidFile, [String(stranger.pid), ...rest].join('\n'), { mode: 0o600 })
    await chown(pidFile, uid, gid)

    const second = await start(dataDir)
    expect(await query(second.url, 'SELECT 1')).toBe(1)
    await second.stop()
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })

  it('shares the server of a running process, without stopping it', async () => {
    const dataDir = await folderWithData()
    const { child, url } = await startInChild(dataDir)

    const guest = await start(dataDir)
    expect(guest.url).toBe(url)
    await guest.stop()
    expect(await query(url, 'SELECT 1')).toBe(1)

    await end(child, 'SIGTERM')
    await expectStopped(url)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves the server to another process when the one that started it ends with %s, which stops it at its end',
    async (signal) => {
      const dataDir = await folderWithData()
      const { child, url } = await startInChild(dataDir)
      const guest = await start(dataDir)
      await end(child, signal)
      expect(await query(url, 'SELECT 1')).toBe(1)
      await guest.stop()
      await expectStopped(url)
    },
  )

  it('gives one server to starts that race on an empty folder', async () => {
    const dataDir = await temporaryFolder()
    const servers = await Promise.all([start(dataDir), start(dataDir), start(dataDir)])
    expect(new Set(servers.map((server) => server.url)).size).toBe(1)
  })

  it('ignores what a start left that was killed half way', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'postgres.new-half', 'data', 'base'), { recursive: true })
    await writeFile(join(dataDir, 'postgres.lock'), JSON.stringify({ pid: 2147483646, birth: '1' }))
    const server = await start(dataDir)
    expect(await query(server.url, 'SELECT 1')).toBe(1)
    expect(existsSync(join(dataDir, 'postgres.new-half'))).toBe(false)
  })

  it('says in the words of the server why it does not start', async () => {
    const dataDir = await temporaryFolder()
    const failing = startEmbeddedPostgres({
      dataDir,
      log: () => undefined,
      settings: { ...settings, shared_buffers: 'plenty' },
    })
    await expect(failing).rejects.toThrow(/invalid value for parameter "shared_buffers": "plenty"/)
  })

  it('leaves no server behind when the password file no longer fits the data', async () => {
    const dataDir = await folderWithData()
    const first = await start(dataDir)
    await first.stop()
    await writeFile(join(dataDir, 'postgres.password'), 'f'.repeat(48))
    await expect(start(dataDir)).rejects.toThrow(/rejects the password/)
    expect(existsSync(join(first.dataDirectory, 'postmaster.pid'))).toBe(false)
  })

  it.runIf(isRoot)('keeps the data of root where the account of PostgreSQL can reach it', async () => {
    const dataDir = join(await temporaryFolder(0o700), '.data')
    const lines: string[] = []
    const first = await start(dataDir, lines)
    const home = join(first.dataDirectory, '..')
    cleanups.splice(-1, 0, () => rm(home, { recursive: true, force: true }))

    expect(first.dataDirectory).toMatch(/^\/var\/lib\/quire\/data\/[0-9a-f]{16}\/postgres$/)
    expect(lines[0]).toContain(`The database is in ${home}`)
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const second = await start(dataDir)
    expect(second.dataDirectory).toBe(first.dataDirectory)
    expect(await query(second.url, 'SELECT answer FROM kept')).toBe(42)
  })

  it.runIf(isRoot)('runs under an ordinary account as that account', async (context) => {
    const dataDir = await temporaryFolder()
    await chown(dataDir, OTHER_ACCOUNT, OTHER_ACCOUNT)
    const account = {
      uid: OTHER_ACCOUNT,
      gid: OTHER_ACCOUNT,
      env: { PATH: process.env.PATH, HOME: dataDir, TMPDIR: dataDir },
    }
    const probe = spawn(process.execPath, ['--import', 'tsx', '-e', '0'], {
      cwd: project,
      stdio: 'ignore',
      ...account,
    })
    const reachable = await once(probe, 'exit').then(
      ([code]) => code === 0,
      () => false,
    )
    if (!reachable) context.skip('an ordinary account cannot reach this project')

    const { child, url } = await startInChild(dataDir, account)
    expect(await query(url, 'SELECT current_user')).toBe('quire')
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(OTHER_ACCOUNT)
    await end(child, 'SIGTERM')
    await expectStopped(url)
  })
})
