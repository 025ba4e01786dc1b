import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { bearer, failuresOf, follow, open, openRaw, post, transports, untilServing } from '../support/live.ts'
import { send } from '../support/refusals.ts'

const ACTIVITY =
  'subscription ($spaceId: ID!, $after: String) { commentActivity(spaceId: $spaceId, after: $after) { cursor commentId } }'

let t: TestApp
let organizationId: string
let spaceId: string
let author: Person
let now: number

beforeAll(async () => {
  t = await startApp({
    environment: {
      RATE_LIMIT: '6',
      MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: '3',
      MAX_SOCKETS_PER_USER: '2',
      SOCKET_INIT_MS: '3600000',
    },
  })
  now = Date.now()
  t.clock.now = () => new Date(now)
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  author = await newPerson()
})
afterAll(() => t.close())

const newPerson = () => t.build.buildPerson({ organizationId, role: 'comment' })
const waitSeconds = (seconds: number) => {
  now += seconds * 1000
}
const remaining = async (token: string) =>
  Number((await send(t.origin, '/v1/user', { token })).headers.get('x-ratelimit-remaining'))

describe.each(transports)('a subscription over %s', (transport) => {
  test('pays for every event, ends with RATE_LIMITED and resumes without a gap', async () => {
    waitSeconds(60)
    const { token } = await newPerson()
    const client = open(transport, t, token, { query: ACTIVITY, variables: { spaceId } })
    await untilServing(t, 1)
    // One point for the operation, and another for its WebSocket.
    const paid = transport === 'SSE' ? 1 : 2
    const posted: string[] = []
    for (let i = paid; i < 6; i++) posted.push(await post(t, author.token, { spaceId }))
    const seen = await client.results.take(posted.length)
    expect(seen.map(({ data }) => data?.commentActivity.commentId)).toEqual(posted)
    expect(await remaining(token)).toBe(0)

    const missed = await post(t, author.token, { spaceId })
    expect((await client.results.next()).errors?.[0]?.extensions.code).toBe('RATE_LIMITED')
    await untilServing(t, 0)
    await client.close()

    waitSeconds(60)
    const after = seen.at(-1)?.data?.commentActivity.cursor
    const again = await follow(transport, t, token, { query: ACTIVITY, variables: { spaceId, after } })
    expect((await again.next()).commentId).toBe(missed)
    await again.close()
    expect(failuresOf(t)).toEqual([])
  })
})

describe('a socket', () => {
  test('pays for each of its operations, valid or not', async () => {
    waitSeconds(60)
    const { token } = await newPerson()
    const raw = await openRaw(t.origin)
    await raw.init(token)
    for (const query of ['{ viewer { user { id } } }', '{ nonsense }', '{', '{ a }', '{ b }', '{ c }']) {
      raw.send({ id: query, type: 'subscribe', payload: { query } })
    }
    const codes: unknown[] = []
    while (codes.length < 5) {
      const message = (await raw.messages.next()) as {
        type: string
        payload?: [{ extensions: { code: string } }]
      }
      if (message.type === 'error') codes.push(message.payload?.[0].extensions.code)
    }
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1)
    raw.socket.close()
    await raw.closed
  })

  test('of a user with too many is refused, whichever token it has', async () => {
    waitSeconds(60)
    const person = await newPerson()
    const { token: second } = await t.build.buildToken({ userId: person.user.id })
    const sockets = [await openRaw(t.origin), await openRaw(t.origin), await openRaw(t.origin)]
    await sockets[0]?.init(person.token)
    await sockets[1]?.init(second)
    sockets[2]?.send({ type: 'connection_init', payload: { authorization: bearer(second) } })
    expect((await sockets[2]?.closed)?.code).toBe(4429)
    for (const { socket } of sockets) socket.close()
    await Promise.all(sockets.map(({ closed }) => closed))
  })

  test('without a token is one of few per address, and pays from its budget', async () => {
    waitSeconds(60)
    const sockets = [await openRaw(t.origin), await openRaw(t.origin), await openRaw(t.origin)]
    const tooMany = new WebSocket(`${t.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    expect((await new Promise<Error>((resolve) => tooMany.once('error', resolve))).message).toContain('429')
    const { token } = await newPerson()
    await sockets[0]?.init(token)
    const fourth = await openRaw(t.origin)
    for (const { socket } of [...sockets, fourth]) socket.close()
    await Promise.all([...sockets, fourth].map(({ closed }) => closed))
    for (let i = 3; i < 6; i++) {
      const raw = await openRaw(t.origin)
      raw.send({ type: 'connection_init' })
      expect(await raw.messages.next()).toEqual({ type: 'connection_ack' })
      raw.socket.close()
      await raw.closed
    }
    const refused = await openRaw(t.origin)
    refused.send({ type: 'connection_init' })
    expect((await refused.closed).code).toBe(4429)
  })

  test('without a token is refused where introspection is off', async () => {
    const closed = await startApp({ sharing: t, environment: { GRAPHQL_INTROSPECTION: 'false' } })
    const raw = await openRaw(closed.origin)
    raw.send({ type: 'connection_init' })
    expect((await raw.closed).code).toBe(4403)
    await closed.close()
  })
})
