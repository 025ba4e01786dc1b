import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Heartbeat } from '../../src/platform/observing/heartbeat.ts'
import { appForFile, TEST_SECRET_KEY } from '../support/app.ts'
import { quire } from '../support/command-line.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { smtpAnswer, startMailServer } from '../support/mail-server.ts'
import { rowCounts, send } from '../support/refusals.ts'
import { Command } from '../support/server-process.ts'

vi.setConfig({ testTimeout: 60_000 })

const t = await appForFile()
const folder = mkdtempSync(join(tmpdir(), 'quire-commands-'))
const environment = { DATABASE_URL: t.db.url, SECRET_KEY: TEST_SECRET_KEY }
const { id: organizationId } = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
await t.build.buildUser({ isOperator: true })

const empty: string[] = []
const emptyDatabase = async () => {
  const url = await createDatabase()
  empty.push(url)
  return url
}
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const url of empty) await dropDatabase(url)
})

const createWebhook = () =>
  send(t.origin, `/v1/orgs/${organizationId}/webhooks`, {
    token: admin.token,
    json: { url: 'https://hooks.example.com/x', secret: 'hunter2-hunter2-hunter2' },
  })

describe('the command line', () => {
  it('lists its commands, and describes each', async () => {
    const { code, stdout } = await quire(['--help'])
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name = '']) => name)
    expect(commands).toContain('backup')
    for (const name of commands) {
      const help = await quire([name, '--help'])
      expect(help).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout, name).toMatch(new RegExp(`^Usage: quire ${name} [\\s\\S]*--json`))
    }
  })

  it('exits with 2 for an unknown command, option or argument, with the usage', async () => {
    expect(await quire(['launch'])).toMatchObject({ code: 2, stdout: '' })
    for (const args of [['migrate', '--force'], ['backup'], ['backup', 'a', 'b'], ['user', 'promote', 'x']]) {
      const { code, stdout, stderr } = await quire(args, environment)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(`Usage: quire ${args[0]}`)
    }
  })

  it('runs as a program', async () => {
    const { code, stdout } = await new Command('quire.mjs', ['migrate', '--check', '--json'], environment)
      .ended
    expect({ code, result: JSON.parse(stdout) }).toEqual({ code: 0, result: { pending: [] } })
  })
})

describe('quire migrate', () => {
  it('--check lists pending migrations and exits with 3', async () => {
    const url = await emptyDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
    )
    await client.end()
    const { code, stdout } = await quire(['migrate', '--check', '--json'], { DATABASE_URL: url })
    expect(code).toBe(3)
    expect(JSON.parse(stdout).pending).toHaveLength(1)
  })
})

describe('quire organization', () => {
  it('deletes an organization after a confirmation, and restores it', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const status = async () =>
      (await send(t.origin, `/v1/orgs/${organizationId}`, { token: admin.token })).status
    const run = (...args: string[]) => quire(['organization', ...args], environment)
    expect(await run('delete', organizationId)).toMatchObject({ code: 1 })
    expect(await status()).toBe(200)
    expect(await run('delete', organizationId, '--yes')).toMatchObject({ code: 0 })
    expect(await status()).toBe(404)
    expect(await run('restore', organizationId)).toMatchObject({ code: 0 })
    expect(await status()).toBe(200)
    expect(await run('restore', organizationId)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not deleted'),
    })
    expect(await run('purge', organizationId)).toMatchObject({ code: 2 })
  })

  it('restores an organization whose admins have deleted their accounts, with another admin', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    const ask = async (method: string, path: string, { token }: { token: string }) =>
      (await send(t.origin, `/v1/${path}`, { method, token })).status
    const run = (...args: string[]) => quire(['organization', ...args], environment)
    for (const path of [`orgs/${organizationId}`, 'user']) expect(await ask('DELETE', path, admin)).toBe(205)
    expect(await run('restore', organizationId)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no admin. Set a user with --user'),
    })
    expect(await ask('GET', `orgs/${organizationId}`, reader)).toBe(404)
    const successor = await t.build.buildPerson()
    expect(await run('restore', organizationId, '--user', successor.user.id)).toMatchObject({ code: 0 })
    for (const who of [successor, reader]) expect(await ask('GET', `orgs/${organizationId}`, who)).toBe(200)
    const { role, disabled } = await t.db.database.prisma.member.findFirstOrThrow({
      where: { organizationId, userId: successor.user.id },
    })
    expect({ role, disabled }).toEqual({ role: 'admin', disabled: false })
  })
})

describe('quire user', () => {
  it('creates, lists, appoints and dismisses users', async () => {
    const created = await quire(
      ['user', 'create', '--name', 'Olga', '--email', 'Olga@example.com', '--json'],
      environment,
    )
    const { id } = JSON.parse(created.stdout)
    expect(await quire(['user', 'appoint', 'olga@example.com'], environment)).toMatchObject({ code: 0 })
    const list = await quire(['user', 'list'], environment)
    expect(list.stdout).toMatch(new RegExp(`${id} +Olga +olga@example.com +operator\n`))
    expect(await quire(['user', 'dismiss', id], environment)).toMatchObject({ code: 0 })
    const again = await quire(
      ['user', 'create', '--name', 'Olga', '--email', 'olga@example.com'],
      environment,
    )
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('olga@example.com already') })
  })

  it('disables a user at once, and lets no token be created until it is enabled', async () => {
    const person = await t.build.buildPerson({ organizationId, role: 'read' })
    const id = person.user.id
    expect((await send(t.origin, '/v1/user', { token: person.token })).status).toBe(200)
    const disabled = await quire(['user', 'disable', id, '--json'], environment)
    expect(JSON.parse(disabled.stdout)).toEqual({ id, revokedTokens: 1 })
    await vi.waitFor(async () =>
      expect((await send(t.origin, '/v1/user', { token: person.token })).status).toBe(401),
    )
    expect(await quire(['token', '--user', id], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This user is disabled'),
    })
    await quire(['user', 'enable', id], environment)
    expect(await quire(['token', '--user', id], environment)).toMatchObject({ code: 0 })
  })

  it('exports the data of a user, and deletes a user after a confirmation', async () => {
    const person = await t.build.buildPerson()
    const { id, email } = person.user
    const exported = await quire(['user', 'export', email ?? ''], environment)
    expect(JSON.parse(exported.stdout)).toMatchObject({ user: { id, email }, comments: [] })
    expect(await quire(['user', 'delete', id], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Pass --yes to confirm it.'),
    })
    const deletion = await quire(['user', 'delete', email ?? '', '--yes', '--json'], environment)
    expect(JSON.parse(deletion.stdout)).toEqual({ id, existed: true })
    await vi.waitFor(async () =>
      expect((await send(t.origin, '/v1/user', { token: person.token })).status).toBe(401),
    )
    expect((await quire(['user', 'list'], environment)).stdout).toMatch(/Former member .*deleted/)
  })
})

describe('quire doctor', () => {
  it('checks every part, and says what to do about a problem', async () => {
    const { code, stdout } = await quire(['doctor', '--json'], { ...environment, PORT: '0' })
    const names = JSON.parse(stdout).findings.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'Node',
        'settings',
        'git',
        'disk',
        'outgoing requests',
        'Redis',
        'mail',
        'PostgreSQL',
        'rights',
        'clock',
        'connections',
        'latency',
        'migrations',
        'extensions',
      ]),
    )
    expect(code).toBe(0)
    const heartbeat = (now: () => Date) =>
      new Heartbeat({
        pool: t.db.database.pool,
        version: '9.8.7',
        settings: { keys: ['0a1b2c3d'], files: null },
        now,
        onError: () => {},
      })
    const nodes = [heartbeat(() => new Date()), heartbeat(() => new Date(Date.now() - 3_600_000))]
    await vi.waitFor(async () => expect(await t.db.database.prisma.node.count()).toBe(2))
    const skewed = await quire(['doctor'], { ...environment, PORT: '0' })
    expect(skewed.code).toBe(3)
    expect(skewed.stdout).toMatch(/^ok {6}node .*: Quire 9\.8\.7, \d+ ms (?:ahead of|behind) the database$/m)
    expect(skewed.stdout).toMatch(
      /^PROBLEM node .*: Quire 9\.8\.7, 3[56]\d{5} ms behind the database\n +Synchronize/m,
    )
    for (const node of nodes) await node.close()
    expect(await t.db.database.prisma.node.count()).toBe(0)
    const wrong = await quire(['doctor'], {
      DATABASE_URL: 'postgresql://127.0.0.1:1/x',
      REDIS_URL: 'redis://127.0.0.1:1',
      PORT: '0',
    })
    expect(wrong.code).toBe(3)
    expect(wrong.stdout).toMatch(/PROBLEM database: .*\n +Check DATABASE_URL/)
    expect(wrong.stdout).toMatch(/PROBLEM Redis: .*\n +Check REDIS_URL/)
  })
})

describe('quire doctor with a mail server', () => {
  const MAIL_FROM = 'Quire <quire@example.com>'
  const check = (args: string[], settings: Record<string, string>) =>
    quire(['doctor', ...args], { ...environment, PORT: '0', ...settings })

  it('signs in to it, and sends a mail only if it is asked to', async () => {
    const server = await startMailServer({ login: 'quire:hunter2-hunter2', disabledCommands: [] })
    const used = await check([], { SMTP_URL: server.url, MAIL_FROM })
    expect(used.stdout).toMatch(/^ok {6}mail: 127\.0\.0\.1:\d+ can be used$/m)
    expect(server.received).toEqual([])
    const sent = await check(['--mail', 'ada@example.com'], { SMTP_URL: server.url, MAIL_FROM })
    expect(sent).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('has accepted a mail to ada@example.com'),
    })
    expect(server.received).toMatchObject([{ to: ['ada@example.com'], parsed: { subject: 'Test mail' } }])
    const SMTP_URL = server.url.replace('hunter2-hunter2', 'wrong-password')
    const wrong = await check([], { SMTP_URL, MAIL_FROM })
    expect(wrong).toMatchObject({ code: 3, stdout: expect.stringContaining('answered AUTH PLAIN with 535.') })
    expect(wrong.stdout + wrong.stderr).not.toContain('wrong-password')
    await server.close()
    const down = await check([], { SMTP_URL: server.url, MAIL_FROM })
    expect(down.stdout).toMatch(/^PROBLEM mail: The mail server .* ECONNREFUSED .*\n +Check SMTP_URL/m)
  })

  it('reports a recipient that is refused', async () => {
    const onRcptTo = (_address: object, _session: object, done: (error: Error) => void) =>
      done(smtpAnswer(550, '5.1.1 unknown'))
    const server = await startMailServer({ onRcptTo })
    const { code, stdout } = await check(['--mail', 'ada@example.com'], { SMTP_URL: server.url, MAIL_FROM })
    expect({ code, stdout }).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('answered RCPT TO with 550 5.1.1.'),
    })
    await server.close()
  })

  it('requires one for a test mail, and an address', async () => {
    const none = await check(['--mail', 'ada@example.com'], {})
    expect(none.stdout).toMatch(/^PROBLEM mail: no mail server is set.*\n +Set SMTP_URL and MAIL_FROM\.$/m)
    expect(await check(['--mail', 'Ada'], {})).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--mail takes an e-mail address, not "Ada".'),
    })
  })
})

describe('quire doctor about the console', () => {
  it('recommends an origin of their own for published sites, because people sign in on that of the server', async () => {
    const finding = async (more: Record<string, string>) => {
      const { stdout } = await quire(['doctor', '--json'], { ...environment, PORT: '0', ...more })
      return JSON.parse(stdout).findings.find(({ name }: { name: string }) => name === 'console')
    }
    const shared = await finding({})
    expect(shared.state).toBe('warning')
    expect(shared.action).toContain('SITES_URL')
    const apart = { PUBLIC_URL: 'https://quire.example.com', SITES_URL: 'https://docs.example.com' }
    expect((await finding(apart)).state).toBe('ok')
  })
})

describe('quire backup and restore', () => {
  const file = join(folder, 'all.quire')

  it('bring every row to an empty database', async () => {
    await t.build.buildSpace({ organizationId, title: 'Tabs\t, newlines\n, backslashes \\N and 日本語' })
    await createWebhook()
    expect(await quire(['backup', file], environment)).toMatchObject({ code: 0 })
    const before = await rowCounts(t.db.database)
    const url = await emptyDatabase()
    const restored = await quire(['restore', file], { DATABASE_URL: url })
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Restored') })
    const second = join(folder, 'second.quire')
    await quire(['backup', second], { DATABASE_URL: url })
    const digests = async (path: string) =>
      JSON.parse((await quire(['restore', '--check', path, '--json'])).stdout).tables
    expect(await digests(second)).toEqual(await digests(file))
    expect(Object.values(before).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10)
    // Sequences continue, references and triggers are back.
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } =
      await client.query(`SELECT (SELECT count(*) FROM pg_constraint WHERE contype = 'f')::int AS keys,
      (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O')::int AS triggers`)
    await client.end()
    expect(rows[0].keys).toBeGreaterThan(30)
    expect(rows[0].triggers).toBeGreaterThan(5)
  })

  it('record each backup with its size, for operators, and the newest hundred of them', async () => {
    const { prisma } = t.db.database
    await prisma.backupRecord.deleteMany()
    const takenAt = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours))
    const old = Array.from({ length: 100 }, (_, at) => ({ id: `old-${at}`, takenAt: takenAt(at), bytes: 1n }))
    await prisma.backupRecord.createMany({ data: old })
    const recorded = join(folder, 'recorded.quire')
    expect(await quire(['backup', recorded], environment)).toMatchObject({ code: 0 })
    const records = await prisma.backupRecord.findMany({ orderBy: { takenAt: 'desc' } })
    expect(records).toHaveLength(100)
    expect(records[0]?.bytes).toBe(BigInt((await stat(recorded)).size))
    expect(records.map(({ id }) => id)).not.toContain('old-0')
    await prisma.backupRecord.deleteMany()
  })

  it('refuse a database that is not empty, and change nothing', async () => {
    const before = await rowCounts(t.db.database)
    const { code, stderr } = await quire(['restore', file], environment)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('not empty') })
    expect(await rowCounts(t.db.database)).toEqual(before)
  })

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 200), /incomplete|damaged/],
    [
      'changed',
      (bytes) => {
        const plain = gunzipSync(bytes)
        const at = plain.indexOf('org_')
        plain.write('xxx', at)
        return gzipSync(plain)
      },
      /damaged/,
    ],
    ['something else', () => gzipSync('hello'), /not a backup/],
    ['not compressed', () => Buffer.from('hello'), /not a backup/],
    [
      'of a later format',
      (bytes) =>
        gzipSync(Buffer.from(gunzipSync(bytes).toString('latin1').replace('backup 1', 'backup 9'), 'latin1')),
      /format 9/,
    ],
  ])('refuse a file that is %s', async (_name, change, message) => {
    const broken = join(folder, 'broken.quire')
    writeFileSync(broken, change(await readFile(file)))
    const url = await emptyDatabase()
    const { code, stderr } = await quire(['restore', broken], { DATABASE_URL: url })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) })
  })

  it('do not replace a file without --overwrite, and leave no unfinished one', async () => {
    expect(await quire(['backup', file], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--overwrite'),
    })
    expect(await quire(['backup', file, '--overwrite'], environment)).toMatchObject({ code: 0 })
  })
})

describe('quire reindex', () => {
  it('indexes the spaces again', async () => {
    const { code, stdout } = await quire(['reindex', '--json'], environment)
    expect(code).toBe(0)
    expect(JSON.parse(stdout).spaces.length).toBeGreaterThan(0)
  })
})
