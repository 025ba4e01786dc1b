import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { MAX_BUFFERED_BYTES } from '../../src/graphql/subscriptions/socket-link.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { failuresOf, follow, open, openRaw, post, type RawSocket, untilServing } from '../support/live.ts'

const ACTIVITY = 'subscription ($spaceId: ID!) { commentActivity(spaceId: $spaceId) { commentId } }'

let t: TestApp
let organizationId: string
let spaceId: string
let person: Person

beforeAll(async () => {
  t = await startApp({
    environment: { MAX_SUBSCRIPTIONS_PER_SOCKET: '3', MAX_SOCKETS_PER_TOKEN: '2', SOCKET_INIT_MS: '300' },
  })
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  person = await newPerson()
})
afterAll(() => t.close())

const newPerson = () => t.build.buildPerson({ organizationId, role: 'comment' })

const payload = () => ({ query: ACTIVITY, variables: { spaceId } })
const subscribeAs = (id: string) => ({ id, type: 'subscribe', payload: payload() })

async function connected(token = person.token): Promise<RawSocket> {
  const raw = await openRaw(t.origin)
  expect(await raw.init(token)).toEqual({ type: 'connection_ack' })
  return raw
}

async function closeAndForget(...sockets: RawSocket[]): Promise<void> {
  for (const { socket } of sockets) socket.close()
  await Promise.all(sockets.map(({ closed }) => closed))
  await untilServing(t, 0)
}

describe('a socket that talks out of turn is closed with the code of the protocol', () => {
  test('4408 when it does not introduce itself in time', async () => {
    expect((await (await openRaw(t.origin)).closed).code).toBe(4408)
  })

  test('4401 when it subscribes first', async () => {
    const raw = await openRaw(t.origin)
    raw.send(subscribeAs('1'))
    expect((await raw.closed).code).toBe(4401)
  })

  test('4429 when it introduces itself twice', async () => {
    const raw = await connected()
    raw.send({ type: 'connection_init' })
    expect((await raw.closed).code).toBe(4429)
  })

  test('4409 when it uses an id twice', async () => {
    const raw = await connected()
    raw.send(subscribeAs('1'))
    raw.send(subscribeAs('1'))
    expect((await raw.closed).code).toBe(4409)
    await untilServing(t, 0)
  })

  test('4400 when a message is not one', async () => {
    const messages = [
      'not json',
      'null',
      '[]',
      '{}',
      '{"type":"unheard-of"}',
      '{"type":"connection_ack"}',
      '{"id":"1","type":"next","payload":{}}',
      '{"id":"1","type":"subscribe"}',
      '{"id":"1","type":"subscribe","payload":{"query":1}}',
      '{"id":"","type":"subscribe","payload":{"query":"{ __typename }"}}',
    ]
    for (const message of messages) {
      const raw = await connected()
      raw.send(message)
      expect([message, (await raw.closed).code]).toEqual([message, 4400])
    }
  })

  test('1009 when a message is too big', async () => {
    const raw = await connected()
    raw.send({ type: 'ping', payload: { text: 'x'.repeat(1024 * 1024) } })
    expect((await raw.closed).code).toBe(1009)
  })

  test('4429 when it sends frames without end before it has sent a token', async () => {
    const raw = await openRaw(t.origin)
    for (let frame = 0; frame <= 200; frame++) raw.socket.ping()
    expect(await raw.closed).toEqual({ code: 4429, reason: 'Too many messages' })
  })

  test('4429 when it sends frames without end with a token', async () => {
    const raw = await connected()
    for (let frame = 0; frame <= 20_000; frame++) raw.socket.ping()
    expect((await raw.closed).code).toBe(4429)
  })

  test('4406 when it speaks another protocol', async () => {
    const socket = new WebSocket(`${t.origin.replace('http', 'ws')}/graphql`)
    const code = await new Promise((resolve) => socket.once('close', resolve))
    expect(code).toBe(4406)
  })

  test('a socket to any other path is not found', async () => {
    const socket = new WebSocket(`${t.origin.replace('http', 'ws')}/elsewhere`, 'graphql-transport-ws')
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve))
    expect(error.message).toContain('404')
  })

  test.each(['/elsewhere', '/graphql'])(
    'a connection that breaks while %s is answered is let go',
    async (path) => {
      const broken = new Promise<number>((resolve) =>
        t.app.http.server.once('upgrade', (_request, socket) => {
          // Without a listener, the error below would end the process.
          resolve(socket.listenerCount('error'))
          socket.destroy(new Error('read ECONNRESET'))
        }),
      )
      const socket = new WebSocket(`${t.origin.replace('http', 'ws')}${path}`, 'graphql-transport-ws')
      socket.on('error', () => {})
      expect(await broken).toBeGreaterThan(0)
      socket.terminate()
    },
  )
})

describe('queries and mutations over a socket', () => {
  test('answer, and then complete', async () => {
    const raw = await connected()
    const query = `mutation ($input: PostCommentInput!) { postComment(input: $input) { comment { body { markdown } } } }`
    const variables = { input: { spaceId, body: { markdown: 'By socket' } } }
    raw.send({ id: 'm', type: 'subscribe', payload: { query, variables } })
    expect(await raw.messages.next()).toMatchObject({
      id: 'm',
      type: 'next',
      payload: { data: { postComment: { comment: { body: { markdown: 'By socket' } } } } },
    })
    expect(await raw.messages.next()).toEqual({ id: 'm', type: 'complete' })
    await closeAndForget(raw)
  })

  test('fail as they do over HTTP', async () => {
    const raw = await connected()
    const missing = { query: '{ space(id: "spc_missing") { id } }' }
    raw.send({ id: 'missing', type: 'subscribe', payload: missing })
    expect(await raw.messages.next()).toMatchObject({
      id: 'missing',
      type: 'next',
      payload: { data: { space: null }, errors: [{ path: ['space'], extensions: { code: 'NOT_FOUND' } }] },
    })
    expect(await raw.messages.next()).toEqual({ id: 'missing', type: 'complete' })
    for (const query of [
      '{ nonsense }',
      '{',
      'query A { viewer { user { id } } } query B { viewer { user { id } } }',
    ]) {
      raw.send({ id: 'wrong', type: 'subscribe', payload: { query } })
      expect(await raw.messages.next()).toMatchObject({
        id: 'wrong',
        type: 'error',
        payload: [{ extensions: { code: 'INVALID_INPUT' } }],
      })
    }
    const deep = `{ space(id: "x") ${'{ organization '.repeat(20)} { id } ${'}'.repeat(20)} }`
    raw.send({ id: 'deep', type: 'subscribe', payload: { query: deep } })
    expect(await raw.messages.next()).toMatchObject({ id: 'deep', type: 'error' })
    raw.send({ type: 'ping' })
    expect(await raw.messages.next()).toEqual({ type: 'pong' })
    await closeAndForget(raw)
  })
})

describe('limits', () => {
  test('one subscription too many is refused alone, and there is room again after a complete', async () => {
    const raw = await connected()
    for (const id of ['1', '2', '3']) raw.send(subscribeAs(id))
    await untilServing(t, 3)
    raw.send(subscribeAs('4'))
    expect(await raw.messages.next()).toMatchObject({
      id: '4',
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMITED' } }],
    })
    const commentId = await post(t, person.token, { spaceId })
    const received = await raw.messages.take(3)
    expect(received.map(({ id }) => id).sort()).toEqual(['1', '2', '3'])
    for (const { payload } of received) expect(payload).toEqual({ data: { commentActivity: { commentId } } })

    raw.send({ id: '2', type: 'complete' })
    await untilServing(t, 2)
    raw.send(subscribeAs('5'))
    await untilServing(t, 3)
    await post(t, person.token, { spaceId })
    expect((await raw.messages.take(3)).map(({ id }) => id).sort()).toEqual(['1', '3', '5'])
    await closeAndForget(raw)
  })

  test('10,000 subscriptions on one socket: those within the limit are served, each other one is refused, and others do not notice', async () => {
    const { token } = await newPerson()
    const neighbour = await follow('WebSocket', t, token, payload())
    const greedy = await connected()
    for (let index = 0; index < 10_000; index++) greedy.send(subscribeAs(String(index)))
    const refused = await greedy.messages.take(10_000 - 3)
    expect(refused.filter(({ type }) => type !== 'error')).toEqual([])
    expect(refused[0]).toMatchObject({ payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
    await untilServing(t, 4)
    const commentId = await post(t, token, { spaceId })
    expect((await neighbour.next()).commentId).toBe(commentId)
    expect((await greedy.messages.take(3)).map(({ id }) => id).sort()).toEqual(['0', '1', '2'])
    await neighbour.close()
    await closeAndForget(greedy)
  })

  test('one connection of a token too many is refused: 4429 for a socket, RATE_LIMITED for a stream', async () => {
    const first = await connected()
    const stream = await follow('SSE', t, person.token, payload())
    const tooMany = await openRaw(t.origin)
    tooMany.init(person.token).catch(() => {})
    expect((await tooMany.closed).code).toBe(4429)
    const tooManyStreams = open('SSE', t, person.token, payload())
    expect((await tooManyStreams.results.next()).errors?.[0]?.extensions.code).toBe('RATE_LIMITED')
    await tooManyStreams.ended

    await stream.close()
    await untilServing(t, 0)
    const again = await connected()
    await closeAndForget(first, again)
  })

  test('a socket that vanishes while it introduces itself gives its place back', async () => {
    const { token } = await newPerson()
    for (let attempt = 0; attempt < 5; attempt++) {
      const raw = await openRaw(t.origin)
      raw.init(token).catch(() => {})
      raw.socket.terminate()
      await raw.closed
    }
    await vi.waitFor(async () => {
      const sockets = [await openRaw(t.origin), await openRaw(t.origin)]
      try {
        for (const raw of sockets) await raw.init(token)
      } finally {
        await closeAndForget(...sockets)
      }
    })
  })
})

describe('a client that disconnects', () => {
  test('by completing, leaves nothing behind', async () => {
    const raw = await connected()
    raw.send(subscribeAs('1'))
    await untilServing(t, 1)
    raw.send({ id: '1', type: 'complete' })
    await untilServing(t, 0)
    await post(t, person.token, { spaceId })
    raw.send({ type: 'ping' })
    expect(await raw.messages.next()).toEqual({ type: 'pong' })
    await closeAndForget(raw)
  })

  test('by completing in the same breath, leaves nothing behind', async () => {
    const raw = await connected()
    raw.send(subscribeAs('1'))
    raw.send({ id: '1', type: 'complete' })
    raw.send(subscribeAs('2'))
    await untilServing(t, 1)
    await post(t, person.token, { spaceId })
    expect((await raw.messages.next()).id).toBe('2')
    await closeAndForget(raw)
  })

  test('by vanishing, leaves nothing behind', async () => {
    const raw = await connected()
    for (const id of ['1', '2', '3']) raw.send(subscribeAs(id))
    const stream = await follow('SSE', t, person.token, payload())
    await untilServing(t, 4)
    raw.socket.terminate()
    await stream.close()
    await untilServing(t, 0)
  })
})

test('a client that stops reading is disconnected early and can resume, and others get everything', async () => {
  const piles: number[] = []
  const { terminate } = WebSocket.prototype
  const watching = vi.spyOn(WebSocket.prototype, 'terminate').mockImplementation(function (this: WebSocket) {
    piles.push(this.bufferedAmount)
    terminate.call(this)
  })
  const aliases = Array.from({ length: 10 }, (_, index) => `b${index}: body { markdown }`).join(' ')
  const query = `subscription { commentActivity(spaceId: "${spaceId}") { cursor comment { ${aliases} } } }`
  const text = 'x'.repeat(100_000)
  const reader = await newPerson()
  const stalled = await connected(reader.token)
  stalled.send({ id: '1', type: 'subscribe', payload: { query } })
  await untilServing(t, 1)
  await post(t, person.token, { spaceId, text: 'Small' })
  const read = (await stalled.messages.next()).payload as { data: { commentActivity: { cursor: string } } }
  const healthy = await follow('WebSocket', t, person.token, payload())
  stalled.socket.pause()

  // The next comment is posted when the last one has been delivered: a slow machine delivers later than it posts.
  const posted: string[] = []
  const received: string[] = []
  while (t.app.feed.size === 2) {
    posted.push(await post(t, person.token, { spaceId, text }))
    received.push((await healthy.next()).commentId)
    // About 15 fill all buffers, but the large results can come later than the small ones of the other client.
    expect(posted.length).toBeLessThan(500)
  }
  expect(piles).toHaveLength(1)
  expect(piles[0]).toBeGreaterThan(MAX_BUFFERED_BYTES)
  expect(piles[0]).toBeLessThan(MAX_BUFFERED_BYTES + 2 * 10 * text.length)
  expect(received).toEqual(posted)
  watching.mockRestore()
  await healthy.close()
  stalled.socket.terminate()
  await untilServing(t, 0)

  const resumed = await follow('WebSocket', t, reader.token, {
    query:
      'subscription ($spaceId: ID!, $after: String) { commentActivity(spaceId: $spaceId, after: $after) { commentId } }',
    variables: { spaceId, after: read.data.commentActivity.cursor },
  })
  const missed = await resumed.results.take(posted.length)
  expect(missed.map(({ data }) => data?.commentActivity.commentId)).toEqual(posted)
  await resumed.close()
})

test('a peer that no longer answers pings is dropped; one that does stays', async () => {
  const node = await startApp({ sharing: t, environment: { SOCKET_PING_MS: '400' } })
  const url = `${node.origin.replace('http', 'ws')}/graphql`
  const silent = new WebSocket(url, 'graphql-transport-ws', { autoPong: false })
  const dropped = new Promise<number>((resolve) => silent.once('close', resolve))
  await new Promise((resolve) => silent.once('open', resolve))
  silent.send(JSON.stringify({ type: 'connection_init' }))
  const answering = await follow('WebSocket', node, person.token, payload())
  expect(await dropped).toBe(1006)
  const commentId = await post(node, person.token, { spaceId })
  expect((await answering.next()).commentId).toBe(commentId)
  await answering.close()
  await node.close()
})

test('nothing was reported as a fault', () => {
  expect(failuresOf(t)).toEqual([])
})
