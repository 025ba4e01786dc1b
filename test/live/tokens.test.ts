import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { bearer, failuresOf, follow, openRaw, post, transports, untilServing } from '../support/live.ts'

const ACTIVITY = 'subscription ($spaceId: ID!) { commentActivity(spaceId: $spaceId) { commentId } }'

let t: TestApp
let second: TestApp
let spaceId: string
let person: Person

beforeAll(async () => {
  t = await startApp()
  second = await startApp({ sharing: t })
  const { id: organizationId } = await t.build.buildOrganization()
  spaceId = (await t.build.buildSpace({ organizationId })).id
  person = await t.build.buildPerson({ organizationId, role: 'comment' })
})
afterAll(async () => {
  await second.close()
  await t.close()
})

const payload = () => ({ query: ACTIVITY, variables: { spaceId } })

const revoke = async (tokenId: string) => {
  const response = await fetch(`${t.origin}/v1/user/tokens/${tokenId}`, {
    method: 'DELETE',
    headers: { Authorization: bearer(person.token) },
  })
  expect(response.ok).toBe(true)
}

describe.each(transports)('a token under a live connection over %s', (transport) => {
  test('ends it on every node when it is revoked, and no other', async () => {
    const { token, row } = await t.build.buildToken({ userId: person.user.id })
    const here = await follow(transport, t, token, payload())
    const there = await follow(transport, second, token, payload())
    const other = await follow(transport, second, person.token, payload())
    await revoke(row.id)
    const codes = await Promise.all([here.ended, there.ended])
    for (const { results } of [here, there]) {
      const said = results.all.map(({ errors }) => errors?.[0]?.extensions.code)
      expect(said).toEqual(transport === 'SSE' ? ['UNAUTHENTICATED'] : [])
    }
    expect(codes).toEqual(transport === 'SSE' ? [undefined, undefined] : [4403, 4403])
    await untilServing(t, 0)
    const commentId = await post(t, person.token, { spaceId })
    expect((await other.next()).commentId).toBe(commentId)
    await other.close()
    await untilServing(second, 0)
  })

  test('ends it when it expires', async () => {
    const { token } = await t.build.buildToken({
      userId: person.user.id,
      expiresAt: new Date(Date.now() + 900),
    })
    const client = await follow(transport, t, token, payload())
    expect(await client.ended).toBe(transport === 'SSE' ? undefined : 4403)
    if (transport === 'SSE') {
      expect(client.results.all.at(-1)?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    }
    await untilServing(t, 0)
  })
})

test('a revoked token does nothing more on a socket whose peer ignores the goodbye', async () => {
  const { token, row } = await t.build.buildToken({ userId: person.user.id })
  const deaf = await openRaw(t.origin)
  await deaf.init(token)
  const witness = await follow('WebSocket', t, token, payload())
  deaf.socket.pause()
  await revoke(row.id)
  await witness.ended
  deaf.send({
    id: '1',
    type: 'subscribe',
    payload: {
      query: `mutation { postComment(input: {spaceId: "${spaceId}", body: {markdown: "Too late"}}) { comment { id } } }`,
    },
  })
  // A later write follows the same path, so by then the first one would be complete.
  await post(t, person.token, { spaceId })
  deaf.socket.resume()
  await deaf.closed
  expect(deaf.messages.all.map(({ type }) => type)).toEqual(['connection_ack'])
  expect(await t.db.database.prisma.comment.count({ where: { markdown: 'Too late' } })).toBe(0)
})

describe('a socket without a valid token', () => {
  test('may connect and read the schema, and nothing else', async () => {
    const anonymous = await openRaw(t.origin)
    expect(await anonymous.init()).toEqual({ type: 'connection_ack' })
    anonymous.send({ id: '1', type: 'subscribe', payload: { query: '{ __schema { queryType { name } } }' } })
    expect(await anonymous.messages.next()).toMatchObject({
      type: 'next',
      payload: { data: { __schema: { queryType: { name: 'Query' } } } },
    })
    expect(await anonymous.messages.next()).toEqual({ id: '1', type: 'complete' })
    const refused = [
      payload(),
      { query: '{ viewer { user { id } } }' },
      { query: `mutation { deleteComment(input: {commentId: "cmt_x"}) { deletedId } }` },
    ]
    for (const [index, asked] of refused.entries()) {
      anonymous.send({ id: `r${index}`, type: 'subscribe', payload: asked })
      expect(await anonymous.messages.next()).toMatchObject({
        id: `r${index}`,
        type: 'error',
        payload: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      })
    }
    anonymous.socket.close()
  })

  test('is closed with 4403 when the token is wrong', async () => {
    for (const token of ['qre_0000000000000000000000000000000000000000000', 'nonsense', '']) {
      const wrong = await openRaw(t.origin)
      wrong.init(token).catch(() => {})
      expect((await wrong.closed).code).toBe(4403)
    }
  })

  test('may bring the token in the header of the upgrade request', async () => {
    const socket = new WebSocket(`${t.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { Authorization: bearer(person.token) },
    })
    await new Promise((resolve) => socket.once('open', resolve))
    const acknowledged = new Promise((resolve) => socket.once('message', resolve))
    socket.send(JSON.stringify({ type: 'connection_init' }))
    await acknowledged
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: payload() }))
    await untilServing(t, 1)
    socket.close()
    await untilServing(t, 0)
  })
})

test('nothing was reported as a fault', () => {
  expect([...failuresOf(t), ...failuresOf(second)]).toEqual([])
})
