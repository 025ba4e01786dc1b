import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { isUnavailable, presentable } from '../../src/core/errors.ts'
import type { Space } from '../../src/generated/prisma/client.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { applyMigrations, pendingMigrations } from '../../src/platform/migrate.ts'
import { type App, buildApp } from '../../src/server/app.ts'
import { TEST_SECRET_KEY } from '../support/app.ts'
import { createFactories, type Factories, type Person } from '../support/factories.ts'
import { type Answer, bodyOf, expectRefused, query, send } from '../support/refusals.ts'
import { type Relay, startRelay } from '../support/relay.ts'

const VIEWER = '{ viewer { user { id } } }'
const POOL = 4

let dataDir: string
let postgres: EmbeddedPostgres
let relay: Relay
let database: Database
let databaseUrl: string
let app: App
let origin: string
let build: Factories
let person: Person
let space: Space
/** Tokens are cached briefly; a clock that jumps makes every request read its token. */
let now = Date.now()

const settings = { fsync: 'off', max_connections: '30' }
const portOf = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quire-outage-'))
  chmodSync(dataDir, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  await applyMigrations({ connectionString: postgres.url, log: () => {} })
  relay = await startRelay(portOf(postgres.url))
  const url = new URL(postgres.url)
  url.port = String(relay.port)
  // Not through the Unix socket, which would bypass the relay.
  url.searchParams.delete('host')
  databaseUrl = url.href
  database = openDatabase({ url: databaseUrl, poolSize: POOL })
  app = await buildApp({
    config: loadConfig({
      PORT: '0',
      RATE_LIMIT: '0',
      RUN_JOBS: 'false',
      EVENT_POLL_MS: '3600000',
      SECRET_KEY: TEST_SECRET_KEY,
    }),
    database,
    databaseUrl,
    readiness: {
      isOpen: true,
      check: async () => {
        expect(await pendingMigrations(database.pool)).toEqual([])
      },
    },
    log: pino({ level: 'silent' }),
    now: () => {
      now += 2_000
      return new Date(now)
    },
  })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  build = createFactories(database, { now: () => new Date() })
  const { id: organizationId } = await build.buildOrganization()
  person = await build.buildPerson({ organizationId, role: 'admin' })
  space = await build.buildSpace({ organizationId })
  // As if just used, forever: updating the last use would add packets beside those of the requests.
  await database.prisma.apiToken.updateMany({ data: { lastUsedAt: new Date('2100-01-01') } })
})

afterAll(async () => {
  await app.close()
  await database.close()
  await relay.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const readByRest = () => send(origin, `/v1/spaces/${space.id}/comments`, { token: person.token })
const readByGraphQL = () => query(origin, VIEWER, { token: person.token })
const postByRest = (markdown: string) =>
  send(origin, `/v1/spaces/${space.id}/comments`, { token: person.token, json: { body: { markdown } } })
const postByGraphQL = (markdown: string) =>
  query(origin, 'mutation ($input: PostCommentInput!) { postComment(input: $input) { comment { id } } }', {
    token: person.token,
    variables: { input: { spaceId: space.id, body: { markdown } } },
  })

/** A request of each kind, with any result. */
const askAll = () =>
  Promise.all([
    readByRest(),
    readByGraphQL(),
    postByRest('During an outage'),
    postByGraphQL('During an outage'),
  ])

async function within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  expect(performance.now() - start).toBeLessThan(milliseconds)
  return result
}

/** Expects that a comment, its count and its event are committed together or not at all. */
async function expectWhole(): Promise<number> {
  const { prisma } = database
  const [comments, events, { commentsOpen }] = await Promise.all([
    prisma.comment.count({ where: { spaceId: space.id } }),
    prisma.event.count({ where: { spaceId: space.id, type: 'comment.posted' } }),
    prisma.space.findUniqueOrThrow({ where: { id: space.id } }),
  ])
  expect({ events, commentsOpen }).toEqual({ events: comments, commentsOpen: comments })
  return comments
}

/** Waits until only requests use the connection: the listener and the pool have reconnected. */
async function untilReconnected(): Promise<void> {
  // The greeting to other nodes follows the last channel.
  const listening = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'quire-wake' AND query LIKE 'SELECT pg_notify%'`
  await vi.waitFor(async () => expect((await database.pool.query(listening)).rowCount).toBe(1), {
    timeout: 10_000,
    interval: 10,
  })
}

const MAX_MISSED = 5
const isFine = (answer: Answer) => answer.status < 300 && bodyOf(answer).errors === undefined

const expectFine = async (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  expect(bodyOf(answer).errors).toBeUndefined()
}

describe('a database that goes away and comes back', () => {
  it('is a 503 in both APIs in bounded time, and needs no restart of ours', async () => {
    const follow = { organizationId: space.organizationId, spaceId: space.id, matches: () => true }
    const subscription = await app.feed.follow(follow)
    await expectFine(await postByRest('Before'))
    expect((await subscription.next()).value?.type).toBe('comment.posted')

    await postgres.stop()
    for (const answer of await within(8_000, askAll)) expectRefused(answer, 'unavailable')
    expectRefused(await within(4_000, () => send(origin, '/readyz')), 'unavailable')
    expect((await send(origin, '/healthz')).status).toBe(200)
    for (const answer of await within(8_000, askAll)) expectRefused(answer, 'unavailable')
    expectRefused(await send(origin, '/v1/user', { token: 'qre_unknown_during_an_outage' }), 'unavailable')
    expectRefused(await send(origin, '/v1/user'), 'unauthenticated')

    postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
    relay.target = portOf(postgres.url)
    await vi.waitFor(async () => expect((await send(origin, '/readyz')).status).toBe(200), {
      timeout: 10_000,
      interval: 20,
    })
    expect(await expectWhole()).toBe(1)
    await expectFine(await readByRest())
    await expectFine(await readByGraphQL())
    await expectFine(await postByGraphQL('After'))
    const { value: next } = await subscription.next()
    expect(next?.type).toBe('comment.posted')
    expect(await expectWhole()).toBe(2)
    await subscription.return()
  })

  it('that drops idle connections is not noticed by the next request', async () => {
    await Promise.all(Array.from({ length: POOL }, readByRest))
    const gone = new Promise<void>((resolve) => {
      const look = () => (database.pool.totalCount === 0 ? resolve() : setImmediate(look))
      look()
    })
    relay.cut()
    await gone
    await expectFine(await readByRest())
    await expectFine(await postByRest('After a cut'))
  })

  it.each([
    ['REST', 'arrives', postByRest],
    ['REST', 'is lost', postByRest],
    ['GraphQL', 'arrives', postByGraphQL],
    ['GraphQL', 'is lost', postByGraphQL],
  ] as const)(
    'that drops mid-request leaves no half of a write through %s, when the last packet %s',
    async (_api, last, post) => {
      await untilReconnected()
      await expectFine(await post('To warm up'))
      // Background work sends packets too, so the smallest of several counts is that of the request.
      const counts: number[] = []
      for (let count = 0; count < 3; count++) {
        const before = relay.packets
        await expectFine(await post('To count packets'))
        counts.push(relay.packets - before)
      }
      const packets = Math.min(...counts)
      expect(packets).toBeGreaterThan(3)

      const happened: boolean[] = []
      let missed = 0
      for (let packet = 1; packet <= packets; packet++) {
        await untilReconnected()
        const there = await expectWhole()
        relay.cutAt(packet, last)
        const answer = await within(8_000, () => post(`Cut at packet ${packet}`))
        // If the cut hit a packet of background work, it is repeated.
        if (isFine(answer) && missed++ < MAX_MISSED) {
          relay.cut()
          packet--
          continue
        }
        expectRefused(answer, 'unavailable')
        const thereAfter = await vi.waitFor(expectWhole, { timeout: 5_000, interval: 10 })
        happened.push(thereAfter === there + 1)
        if (thereAfter !== there + 1) expect(thereAfter).toBe(there)
        await expectFine(await readByRest())
        await expectFine(await readByGraphQL())
      }
      // Before the commit nothing is applied; after it only the response is lost.
      const commit = happened.indexOf(true)
      expect(commit === -1 ? [] : happened.slice(commit)).not.toContain(false)
      expect(happened[0]).toBe(false)
    },
  )

  it('that falls silent is given up in bounded time', async () => {
    const patient = openDatabase({ url: databaseUrl, poolSize: 2, answerMs: 300 })
    try {
      await Promise.all([patient.ping(), patient.ping()])
      relay.silent = true
      const failures = await within(8_000, () =>
        Promise.all([
          patient.ping().catch((error: unknown) => error),
          patient.transaction((tx) => tx.space.count()).catch((error: unknown) => error),
        ]),
      )
      expect(failures.map(isUnavailable)).toEqual([true, true])
    } finally {
      relay.silent = false
      relay.cut()
      await patient.close()
    }
    await untilReconnected()
    await expectFine(await readByRest())
  })

  it('that has nothing to answer may be silent', async () => {
    const patient = openDatabase({ url: databaseUrl, poolSize: 1, answerMs: 50 })
    const client = await patient.pool.connect()
    try {
      await once((client as unknown as { connection: pg.Connection }).connection.stream, 'timeout')
      expect((await client.query('SELECT 1 AS "one"')).rows).toEqual([{ one: 1 }])
    } finally {
      client.release()
      await patient.close()
    }
  })

  it('wakes subscribers again', async () => {
    const subscription = await app.feed.follow({ organizationId: space.organizationId, matches: () => true })
    relay.cut()
    await vi.waitFor(async () => expectFine(await postByRest('After the cut')), {
      timeout: 5_000,
      interval: 20,
    })
    expect((await subscription.next()).value?.type).toBe('comment.posted')
    await subscription.return()
  })
})

describe('more requests than connections', () => {
  it('all succeed, reads and writes alike', async () => {
    const there = await expectWhole()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        [readByRest, readByGraphQL, () => postByRest(`Load ${i}`)][i % 3]?.(),
      ),
    )
    for (const answer of answers) if (answer) await expectFine(answer)
    expect(await expectWhole()).toBe(there + 20)
    expect(database.pool.totalCount).toBeLessThanOrEqual(POOL)
    expect(database.pool.waitingCount).toBe(0)
  })

  it('of which some are refused leave no connection behind', async () => {
    const gone = `/v1/spaces/${space.id}/comments/cmt_gone`
    await Promise.all(
      Array.from({ length: 40 }, () =>
        send(origin, gone, { method: 'PUT', token: person.token, json: { resolved: true } }),
      ),
    )
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
    await expectFine(await readByRest())
  })
})

describe('a transaction', () => {
  const slow = (timeLimitMs: number) =>
    database.transaction(
      (tx) => tx.$queryRaw`SELECT pg_sleep(0.2)::text`.then(() => tx.$queryRaw`SELECT 1`),
      {
        timeLimitMs,
      },
    )

  it('that takes longer than it may is undone, and one that is given the time is not', async () => {
    await expect(slow(50)).rejects.toSatisfy((error) =>
      presentable(error).message.includes('exceeded its time limit'),
    )
    await expect(slow(30_000)).resolves.toHaveLength(1)
  })
})
