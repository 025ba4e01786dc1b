import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { enginesOf, reportingEngines } from '../support/engines.ts'
import { demoSpace, makeDataDir, rest, ServerProcess, subscribeTo } from '../support/server-process.ts'

// Each test starts and stops several processes.
vi.setConfig({ testTimeout: 90_000 })

const data = makeDataDir()
const given = 'qre_for-the-tests-of-the-process'
let url = ''
let db: pg.Client
const running = new Set<ServerProcess>()

beforeAll(async () => {
  url = await createDatabase()
})
beforeEach(async () => {
  db = new pg.Client({ connectionString: url })
  await db.connect()
})
afterEach(async () => {
  await db.end()
  for (const server of running) await server.end('SIGKILL')
})
afterAll(async () => {
  await dropDatabase(url)
  data.remove()
})

function start(environment: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess({
    DATA_DIR: data.path,
    DATABASE_URL: url,
    BOOTSTRAP_TOKEN: given,
    DRAIN_SECONDS: '0',
    ...environment,
  })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}

const commentsNamed = async (markdown: string) => {
  const { rows } = await db.query('SELECT 1 FROM "Comment" WHERE "markdown" = $1', [markdown])
  return rows.length
}

/** Sends a comment that waits for a lock until the transaction of `db` ends, and returns once it waits. */
async function holdComment(
  origin: string,
  markdown: string,
): Promise<{ outcome: Promise<number | 'cut off'> }> {
  const space = await demoSpace(origin, given)
  await db.query('BEGIN')
  await db.query('LOCK TABLE "Comment" IN EXCLUSIVE MODE')
  const outcome = rest(origin, `/spaces/${space}/comments`, given, { body: { markdown } }).then(
    ({ status }) => status,
    () => 'cut off' as const,
  )
  const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"Comment"'::regclass`
  const isWaiting = async () => expect((await db.query(waiting)).rows.length).toBe(1)
  await vi.waitFor(isWaiting, { timeout: 20_000, interval: 20 })
  return { outcome }
}

describe('a node on DATABASE_URL', () => {
  it('serves from that database, goes on serving after SIGTERM while /readyz is 503, and finishes its requests', async () => {
    const server = start({ DRAIN_SECONDS: '300' })
    const origin = await server.ready()
    expect(server.token).toBeUndefined()
    expect((await rest(origin, '/user', given)).status).toBe(200)
    // It does not start PostgreSQL.
    expect(readdirSync(data.path)).toEqual(['secret.key'])
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const query = `subscription { commentActivity(spaceId: "${await demoSpace(origin, given)}") { type } }`
    const stream = await subscribeTo(origin, given, query)
    expect(stream.status).toBe(200)
    const { outcome } = await holdComment(origin, 'under way')

    server.child.kill('SIGTERM')
    await server.said(/SIGTERM: stopping/)
    const readyz = await fetch(`${origin}/readyz`)
    expect(readyz.status).toBe(503)
    expect(readyz.headers.get('retry-after')).toBe('5')
    const served = await fetch(`${origin}/v1/user`, { headers: { authorization: `Bearer ${given}` } })
    expect(served.status).toBe(200)

    // The second signal ends the drain: no request is accepted, and the one in progress is completed.
    const end = server.end('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${origin}/healthz`)).rejects.toThrow())
    await db.query('COMMIT')
    expect(await outcome).toBe(200)
    const { code, stdout, stderr } = await end
    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain(given)
    expect(await commentsNamed('under way')).toBe(1)
    await stream.text().catch(() => 'cut off')
  })

  it('compiles the engine of Prisma before it is ready, so that no request waits for it', async () => {
    const first = start()
    await first.ready()
    await first.end('SIGINT')
    const second = start({ ...reportingEngines, RUN_JOBS: 'false' })
    await second.ready()
    expect(enginesOf(second)).toBe(1)
    await second.end('SIGINT')
  })

  it('serves a request on a connection that was idle when it stopped listening, as the last one of it', async () => {
    const server = start({ DRAIN_SECONDS: '20' })
    const origin = await server.ready()
    const { hostname, port } = new URL(origin)
    const idle = connect(Number(port), hostname)
    const request = `GET /v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${given}\r\n\r\n`
    const answer = async () => {
      idle.write(request)
      const [bytes] = await once(idle, 'data')
      return String(bytes).split('\r\n\r\n', 1)[0]
    }
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nConnection: keep-alive$/im)
    server.child.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${origin}/healthz`)).rejects.toThrow(), { timeout: 60_000 })
    const closed = once(idle, 'close')
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nConnection: close$/im)
    await closed
    // Nothing is left to wait for.
    expect((await server.ended).code).toBe(0)
  })

  it('stops by itself although a request hangs, and nothing of that request stays', async () => {
    const server = start()
    const origin = await server.ready()
    const { outcome } = await holdComment(origin, 'hanging')
    const { code, ms } = await server.end('SIGTERM')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(5_000)
    expect(['cut off', 503]).toContain(await outcome)
    await db.query('COMMIT')
    expect(await commentsNamed('hanging')).toBe(0)
  })
})

describe('two nodes that start at once on one empty database', () => {
  it('found it once, and both serve', async () => {
    const admin = new pg.Client({
      connectionString: inject('clusterUrl').replace(/\/quire$/, '/quire_lobby'),
    })
    await admin.connect()
    const name = `test_empty_${process.pid}`
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    const empty = new URL(url)
    empty.pathname = `/${name}`
    try {
      const environment = { DATABASE_URL: empty.href, BOOTSTRAP_TOKEN: '' }
      const nodes = [start(environment), start(environment)]
      const origins = await Promise.all(nodes.map((node) => node.ready()))
      const [token = '', ...others] = nodes.flatMap((node) => node.token ?? [])
      expect(others).toEqual([])
      // The other one says where the token was printed, until it is used.
      const printer = nodes.find((node) => node.token !== undefined)
      const seeker = nodes.find((node) => node.token === undefined)
      const hint =
        /^ {2}Token {5}printed by (\S+) \(process (\d+)\) at \S+Z {2}\(npx quire token creates another\)$/
      const [, host, pid] = hint.exec(seeker?.notes.at(-1) ?? '') ?? []
      expect({ host, pid }).toEqual({ host: hostname(), pid: String(printer?.child.pid) })
      for (const origin of origins) {
        expect((await rest(origin, '/user', token)).status).toBe(200)
        const { body } = await rest(origin, '/orgs', token)
        expect(body.count).toBe(1)
      }
      const client = new pg.Client({ connectionString: empty.href })
      await client.connect()
      const used = async () =>
        expect((await client.query('SELECT 1 FROM "ApiToken" WHERE "lastUsedAt" IS NULL')).rows).toEqual([])
      await vi.waitFor(used, { timeout: 20_000, interval: 50 })
      const third = start(environment)
      await third.ready()
      expect(third.notes.join('\n')).not.toMatch(/^ {2}Token/m)
      const { rows } = await client.query(
        'SELECT (SELECT count(*)::int FROM "User") AS users, (SELECT count(*)::int FROM "Space") AS spaces',
      )
      await client.end()
      expect(rows).toEqual([{ users: 1, spaces: 1 }])
      const ends = await Promise.all(nodes.map((node) => node.end('SIGTERM')))
      expect(ends.map(({ code }) => code)).toEqual([0, 0])
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    }
  })
})

describe('a start that cannot succeed', () => {
  it.each([
    [{ DATA_DIR: '/dev/null', DATABASE_URL: '' }, /DATA_DIR \/dev\/null cannot be used: it is a file/],
    [
      { SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(tmpdir(), 'quire elsewhere') },
      /^Quire did not start\. SECRET_KEY is not the key that this database is used with\. Set SECRET_KEY to the same value on all nodes/m,
    ],
    [{ PORT: 'abc' }, /^ {2}PORT: expected a port number/m],
    [{ DATABASE_URL: 'postgresql://127.0.0.1:1/quire' }, /database cannot be reached.*DATABASE_URL/],
    [{ HOST: '192.0.2.1' }, /HOST 192\.0\.2\.1 is not an address of this machine/],
  ])('with %j says why, names the variable and exits with 1', async (environment, message) => {
    const { code, stderr } = await start(environment).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Quire did not start\./m)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})
