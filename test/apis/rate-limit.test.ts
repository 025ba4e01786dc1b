import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { openRaw } from '../support/live.ts'
import { type Answer, type Ask, expectRefused, query, rowCounts, send } from '../support/refusals.ts'

const VIEWER = '{ viewer { user { id } } }'
const FOUND = 'mutation { createOrganization(input: { title: "New" }) { organization { id } } }'
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'

describe('the budget of a token', () => {
  let limited: TestApp
  let node: TestApp
  let one: Person
  let other: Person
  let now: number

  beforeAll(async () => {
    limited = await startApp({ environment: { RATE_LIMIT: '5' } })
    node = await startApp({ sharing: limited, environment: { RATE_LIMIT: '5' } })
    now = Date.now()
    limited.clock.now = () => new Date(now)
    const { id: organizationId } = await limited.build.buildOrganization()
    one = await limited.build.buildPerson({ organizationId, role: 'admin' })
    other = await limited.build.buildPerson({ organizationId, role: 'admin' })
  })
  afterAll(async () => {
    await node.close()
    await limited.close()
  })

  const balance = ({ headers }: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN))
  const waitSeconds = (seconds: number) => {
    now += seconds * 1000
  }

  it('counts down, rejects requests in both APIs, and refills over time', async () => {
    const { token } = one
    for (const remaining of [4, 3, 2, 1, 0]) {
      const answer = await send(limited.origin, '/v1/user', { token })
      expect(answer.status).toBe(200)
      expect(balance(answer)).toEqual([5, remaining, Math.ceil(now / 1000 + (5 - remaining) * 12)])
    }
    const before = await rowCounts(limited.db.database)
    const refused = await send(limited.origin, '/v1/orgs', { token, json: { title: 'New' } })
    expectRefused(refused, 'rate_limited')
    expect(balance(refused)).toEqual([5, 0, Math.ceil(now / 1000 + 60)])
    expectRefused(await query(limited.origin, VIEWER, { token }), 'rate_limited')
    expectRefused(await query(limited.origin, FOUND, { token }), 'rate_limited')
    expect(await rowCounts(limited.db.database)).toEqual(before)

    waitSeconds(12)
    expect((await query(limited.origin, VIEWER, { token })).status).toBe(200)
    expectRefused(await send(limited.origin, '/v1/user', { token }), 'rate_limited')
    waitSeconds(3600)
    expect(balance(await send(limited.origin, '/v1/user', { token }))[1]).toBe(4)
  })

  it('is shared by all tokens of a user, on all nodes', async () => {
    const { token: second } = await limited.build.buildToken({ userId: other.user.id })
    const origins = [limited.origin, node.origin]
    for (let i = 0; i < 5; i++) {
      const token = i % 2 === 0 ? other.token : second
      expect((await send(origins[i % 2] ?? '', '/v1/user', { token })).status).toBe(200)
    }
    for (const origin of origins) {
      for (const token of [other.token, second]) {
        const refused = await send(origin, '/v1/user', { token })
        expectRefused(refused, 'rate_limited')
        expect(refused.headers.get('retry-after')).toBe('12')
        expectRefused(await query(origin, VIEWER, { token }), 'rate_limited')
      }
    }
  })

  it('is reported by GraphQL too, with the cost of a query beyond its first point', async () => {
    waitSeconds(60)
    const { token } = one
    expect(balance(await query(limited.origin, VIEWER, { token })).slice(0, 2)).toEqual([5, 4])
    const wide = '{ organizations(first: 100) { nodes { id title } } }'
    const { extensions } = JSON.parse((await query(limited.origin, wide, { token })).text)
    const points = Math.max(1, Math.ceil(extensions.cost / 100))
    expect(balance(await query(limited.origin, '{ nothing }', { token })).slice(0, 2)).toEqual([
      5,
      3 - points,
    ])
  })

  const anonymous: [string, (origin: string) => Promise<Answer>][] = [
    ['REST without a token', (origin) => send(origin, '/v1/user')],
    ['REST with a wrong token', (origin) => send(origin, '/v1/user', { token: 'qre_wrong' })],
    ['GraphQL without a token', (origin) => query(origin, '{ __typename }')],
    ['GraphQL with a wrong token', (origin) => query(origin, '{ __typename }', { token: 'qre_wrong' })],
    [
      'an event stream without a token',
      (origin) => query(origin, '{ __typename }', { headers: { Accept: 'text/event-stream' } }),
    ],
    ['the explorer', (origin) => send(origin, '/graphql', { headers: { Accept: 'text/html' } })],
    ['a signed file', (origin) => send(origin, '/files/a/b/c')],
    ['a signed PDF', (origin) => send(origin, '/pdf/a/b/c')],
    ['the OpenAPI document', (origin) => send(origin, '/v1/openapi.json')],
    ['the reference page', (origin) => send(origin, '/docs')],
    ['the guides', (origin) => send(origin, '/docs/rest-api.md')],
    ['the landing page', (origin) => send(origin, '/')],
    ['a path that is not there', (origin) => send(origin, '/nothing')],
  ]

  it.each(anonymous)('of an address limits %s, on all nodes', async (_title, ask) => {
    waitSeconds(120)
    for (let i = 0; i < 5; i++) {
      expect((await ask(i % 2 === 0 ? limited.origin : node.origin)).status).not.toBe(429)
    }
    for (const { origin } of [limited, node]) {
      const answer = await ask(origin)
      expect(answer.status).toBe(429)
      expect(answer.headers.get('retry-after')).toBe('12')
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
    }
  })

  it('is reported by every response below /v1', async () => {
    const { token } = one
    const raw = '{'
    const headers = { 'Content-Type': 'application/json' }
    for (const [path, ask] of [
      ['/v1/user', {}],
      ['/v1/user', { token: 'qre_wrong' }],
      ['/v1/user', { token, method: 'PUT' }],
      ['/v1/nothing', { token }],
      ['/v1/orgs', { token, raw, headers }],
      ['/v1/orgs', { token, raw }],
      ['/v1/spaces/spc_x', { token }],
    ] as [string, Ask][]) {
      waitSeconds(60)
      const answer = await send(limited.origin, path, ask)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(balance(answer).slice(0, 2), path).toEqual([5, 4])
    }
  })

  it('is charged by address for unauthenticated requests', async () => {
    waitSeconds(60)
    for (let i = 0; i < 5; i++) {
      expectRefused(await send(limited.origin, '/v1/user', { token: `qre_guess${i}` }), 'unauthenticated')
    }
    expectRefused(await send(limited.origin, '/v1/user', { token: 'qre_guess5' }), 'rate_limited')
    expect((await send(limited.origin, '/v1/user', { token: one.token })).status).toBe(200)
  })

  it('is charged for token look-ups: without points only tokens that the node has seen are accepted', async () => {
    waitSeconds(120)
    const { token: unseen } = await limited.build.buildToken({ userId: other.user.id })
    expect((await send(limited.origin, '/v1/user', { token: one.token })).status).toBe(200)
    for (let i = 0; i < 5; i++) await send(limited.origin, '/v1/user', { token: `qre_guess${i}` })
    limited.db.statements.length = 0
    for (const token of ['qre_guess6', unseen]) {
      const refused = await send(limited.origin, '/v1/user', { token })
      expectRefused(refused, 'rate_limited')
      expect(refused.headers.get('retry-after')).toBe('12')
      const socket = await openRaw(limited.origin)
      socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })
      expect((await socket.closed).code).toBe(4429)
    }
    expect(limited.db.statements.filter(({ text }) => text.includes('"ApiToken"'))).toEqual([])
    // The node checks the tokens in its cache again, because one could be revoked.
    waitSeconds(2)
    expect((await send(limited.origin, '/v1/user', { token: one.token })).status).toBe(200)
    waitSeconds(12)
    expect((await send(limited.origin, '/v1/user', { token: unseen })).status).toBe(200)
  })

  it('cannot be bypassed by a query whose price is not a number', async () => {
    const { token } = one
    waitSeconds(60)
    for (const ids of [5, true, { length: -1_000 }, 'x', []]) {
      await query(limited.origin, NODES, { token, variables: { ids } })
    }
    for (let i = 0; i < 5; i++) await send(limited.origin, '/v1/user', { token })
    expectRefused(await send(limited.origin, '/v1/user', { token }), 'rate_limited')
  })

  it('of 0 is unlimited', async () => {
    const unlimited = await startApp({ sharing: limited, environment: { RATE_LIMIT: '0' } })
    try {
      for (let i = 0; i < 10; i++) {
        const answer = await send(unlimited.origin, '/v1/user', { token: one.token })
        expect(answer.status).toBe(200)
        expect(balance(answer).slice(0, 2)).toEqual([0, 0])
      }
    } finally {
      await unlimited.close()
    }
  })
})
