import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WAKE_CHANNEL } from '../../src/core/events/events.ts'
import { announce } from '../../src/platform/announce.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { failuresOf, follow, type LiveClient, post, WAIT } from '../support/live.ts'
import { hasRedis, TestRedis } from '../support/redis.ts'
import { callRest } from '../support/rest-api.ts'

const ACTIVITY = 'subscription ($spaceId: ID!) { commentActivity(spaceId: $spaceId) { commentId } }'
const AN_HOUR = '3600000'
const LOST = 'no notifications from Redis; reconnecting'

if (!hasRedis) process.stderr.write('There is no redis-server on the PATH: its tests are skipped.\n')

let redis: TestRedis
let near: TestApp
let far: TestApp
let organizationId: string
let spaceId: string
let person: Person

async function prepare(t: TestApp): Promise<void> {
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  person = await t.build.buildPerson({ organizationId, role: 'comment' })
}

const payload = () => ({ query: ACTIVITY, variables: { spaceId } })
const warnings = (t: TestApp) => (t.faults as { msg: string }[]).filter(({ msg }) => msg === LOST)

/** The number of connections that listen on the channel of events. */
async function listeners(): Promise<number> {
  const client = new Redis(redis.url)
  const [, count] = (await client.pubsub('NUMSUB', 'quire_events')) as [string, number]
  client.disconnect()
  return Number(count)
}
/** The number of all connections, this one included. */
async function connections(): Promise<number> {
  const client = new Redis(redis.url)
  const list = String(await client.client('LIST'))
  client.disconnect()
  return list.trim().split('\n').length
}
const untilListening = (count: number) =>
  vi.waitFor(async () => expect(await listeners()).toBe(count), { timeout: 20_000, interval: 50 })

describe.skipIf(!hasRedis)('two nodes with Redis', () => {
  beforeAll(async () => {
    redis = await TestRedis.start()
    // Only Redis can notify them in time.
    const environment = { REDIS_URL: redis.url, EVENT_POLL_MS: AN_HOUR }
    near = await startApp({ environment })
    far = await startApp({ environment, sharing: near, apart: true })
    await prepare(near)
    await untilListening(2)
  })
  afterAll(async () => {
    await far?.close()
    await near?.close()
    await redis?.stop()
  })

  test('tell each other who is present, also a node that starts later', async () => {
    const query =
      'subscription ($spaceId: ID!) { presenceActivity(spaceId: $spaceId) { people { user { id } mode } } }'
    const announce = async (mode: string) => {
      const { status } = await callRest(near, person, 'PUT', `/spaces/${spaceId}/presence`, {
        body: { mode },
      })
      expect(status).toBeLessThan(300)
    }
    const until = async (client: LiveClient, people: object[]) => {
      for (;;) {
        const { data } = await client.results.next()
        const state = data as unknown as { presenceActivity: { people: object[] } }
        if (JSON.stringify(state.presenceActivity.people) === JSON.stringify(people)) return
      }
    }
    const present = { user: { id: person.user.id }, mode: 'EDITING' }
    const client = await follow('WebSocket', far, person.token, { query, variables: { spaceId } })
    await announce('editing')
    await until(client, [present])
    const environment = { REDIS_URL: redis.url, EVENT_POLL_MS: AN_HOUR }
    const late = await startApp({ environment, sharing: near, apart: true })
    const another = await follow('WebSocket', late, person.token, { query, variables: { spaceId } })
    await until(another, [present])
    await announce('gone')
    await until(client, [])
    await until(another, [])
    await another.close()
    await client.close()
    await late.close()
    await untilListening(2)
  })

  test('wake each other, and spare PostgreSQL the notification', async () => {
    const client = await follow('WebSocket', far, person.token, payload())
    const notified: string[] = []
    const listener = new pg.Client({ connectionString: near.db.url })
    await listener.connect()
    listener.on('notification', ({ channel }) => notified.push(channel))
    await listener.query(`LISTEN ${WAKE_CHANNEL}`)
    const id = await post(near, person.token, { spaceId })
    expect((await client.next()).commentId).toBe(id)
    // A notification arrives before the result of a later statement.
    await listener.query('SELECT 1')
    expect(notified).toEqual([])
    await listener.end()
    await client.close()
  })

  test('say nothing of a transaction that does not commit', async () => {
    const client = await follow('WebSocket', far, person.token, payload())
    const said: string[] = []
    const ear = new Redis(redis.url)
    ear.on('message', (_channel, text: string) => said.push(text))
    await ear.subscribe('quire_events')
    const undone = near.db.database.transaction(async (tx) => {
      await announce(tx, 'quire_events', 'org_undone')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const id = await post(near, person.token, { spaceId })
    expect((await client.next()).commentId).toBe(id)
    await vi.waitFor(() => expect(said).toContain(organizationId), WAIT)
    expect(said).not.toContain('org_undone')
    ear.disconnect()
    await client.close()
  })

  test('end the sockets of a token that the other one revokes', async () => {
    const { token, row } = await near.build.buildToken({ userId: person.user.id })
    const client = await follow('WebSocket', far, token, payload())
    const answer = await fetch(`${near.origin}/v1/user/tokens/${row.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.status).toBeLessThan(300)
    expect(await client.ended).toBe(4403)
  })

  test('leave no connection when they close', async () => {
    const before = await connections()
    const node = await startApp({ environment: { REDIS_URL: redis.url }, sharing: near, apart: true })
    expect(await connections()).toBeGreaterThan(before)
    await node.close()
    await vi.waitFor(async () => expect(await connections()).toBe(before), WAIT)
  })

  test('keep working while Redis is unavailable, get each event once, and catch up', async () => {
    const [here, there] = [
      await follow('WebSocket', near, person.token, payload()),
      await follow('WebSocket', far, person.token, payload()),
    ]
    await redis.stop()
    await vi.waitFor(() => expect([near, far].map((node) => warnings(node).length)).toEqual([1, 1]), WAIT)
    const missed = await post(near, person.token, { spaceId })
    // The node that wrote receives its own notification.
    expect((await here.next()).commentId).toBe(missed)
    expect(there.results.all).toEqual([])
    await redis.start()
    expect((await there.next()).commentId).toBe(missed)
    await untilListening(2)
    const live = await post(near, person.token, { spaceId })
    expect((await there.next()).commentId).toBe(live)
    expect((await here.next()).commentId).toBe(live)
    expect([near, far].map((node) => warnings(node).length)).toEqual([1, 1])
    expect(failuresOf(near)).toEqual([])
    await here.close()
    await there.close()
  })
})

describe.skipIf(!hasRedis)('a node whose Redis is not there at the start', () => {
  test('serves requests without Redis, only slower, and uses it once it is available', async () => {
    redis = await TestRedis.absent()
    const environment = { REDIS_URL: redis.url, EVENT_POLL_MS: '100' }
    const writer = await startApp({ environment })
    const reader = await startApp({ environment, sharing: writer, apart: true })
    try {
      await prepare(writer)
      const client = await follow('SSE', reader, person.token, payload())
      const polled = await post(writer, person.token, { spaceId })
      expect((await client.next()).commentId).toBe(polled)
      expect(warnings(writer)).toHaveLength(1)
      await redis.start()
      await untilListening(2)
      expect(failuresOf(writer)).toEqual([])
      await client.close()
    } finally {
      await reader.close()
      await writer.close()
      await redis.stop()
    }
  })
})
