import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { follow, post, untilServing, WAIT } from '../support/live.ts'

const ACTIVITY = 'subscription ($spaceId: ID!) { commentActivity(spaceId: $spaceId) { commentId } }'
const AN_HOUR = '3600000'

let t: TestApp
let organizationId: string
let spaceId: string
let person: Person

beforeAll(async () => {
  t = await startApp({ environment: { EVENT_POLL_MS: AN_HOUR } })
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  person = await t.build.buildPerson({ organizationId, role: 'comment' })
})
afterAll(() => t.close())

const payload = () => ({ query: ACTIVITY, variables: { spaceId } })

const listeners = `FROM pg_stat_activity WHERE application_name = 'quire-wake' AND datname = current_database()`

/** Terminates the connections on which nodes listen, and resolves when they are closed. */
async function cutWake(): Promise<void> {
  const { rows } = await t.db.database.pool.query<{ pid: number }>(
    `SELECT pid, pg_terminate_backend(pid, 5000) ${listeners}`,
  )
  expect(rows.length).toBeGreaterThan(0)
}

/** An event without a notification. */
const appendSilently = (comment: string) =>
  t.db.database.prisma.event.create({
    data: { organizationId, spaceId, type: 'comment.posted', subject: { comment } },
  })

const silentlyDelete = (tokenId: string) => t.db.database.prisma.apiToken.delete({ where: { id: tokenId } })

describe('while the connection for notifications is cut', () => {
  test('what happens arrives after the reconnect, and then live again', async () => {
    const client = await follow('WebSocket', t, person.token, payload())
    const first = await post(t, person.token, { spaceId })
    expect((await client.next()).commentId).toBe(first)
    await cutWake()
    await appendSilently('cmt_missed')
    expect((await client.next()).commentId).toBe('cmt_missed')
    const live = await post(t, person.token, { spaceId })
    expect((await client.next()).commentId).toBe(live)
    expect(client.results.all).toHaveLength(3)
    await client.close()
  })

  test('a token that is revoked ends its sockets after the reconnect', async () => {
    const { token, row } = await t.build.buildToken({ userId: person.user.id })
    const client = await follow('WebSocket', t, token, payload())
    await cutWake()
    await silentlyDelete(row.id)
    expect(await client.ended).toBe(4403)
    await untilServing(t, 0)
  })

  test('the operator is warned', () => {
    expect(t.faults.length).toBeGreaterThanOrEqual(2)
    for (const fault of t.faults) {
      expect(fault).toMatchObject({ level: 40, msg: 'no notifications from the database; reconnecting' })
    }
  })
})

describe('the poll', () => {
  let polling: TestApp
  beforeAll(async () => {
    polling = await startApp({ sharing: t, environment: { EVENT_POLL_MS: '50' } })
  })
  afterAll(() => polling.close())

  test('finds events without a notification', async () => {
    const client = await follow('SSE', polling, person.token, payload())
    await appendSilently('cmt_unannounced')
    expect((await client.next()).commentId).toBe('cmt_unannounced')
    await client.close()
  })

  test('ends what lives on a token that is gone', async () => {
    const { token, row } = await t.build.buildToken({ userId: person.user.id })
    const client = await follow('SSE', polling, token, payload())
    await silentlyDelete(row.id)
    await client.ended
    expect(client.results.all.at(-1)?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })
})

test('a node that stops ends its subscriptions, and leaves no listener in the database', async () => {
  const node = await startApp({ sharing: t })
  const [socket, stream] = [
    await follow('WebSocket', node, person.token, payload()),
    await follow('SSE', node, person.token, payload()),
  ]
  const listening = async () => (await t.db.database.pool.query(`SELECT 1 ${listeners}`)).rowCount
  await vi.waitFor(async () => expect(await listening()).toBe(2), WAIT)
  await node.close()
  await Promise.all([socket.ended, stream.ended])
  expect(node.app.feed.size).toBe(0)
  await vi.waitFor(async () => expect(await listening()).toBe(1), WAIT)
})
