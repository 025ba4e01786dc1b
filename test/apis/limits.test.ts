import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Reason } from '../../src/core/errors.ts'
import { appForFile, startApp } from '../support/app.ts'
import {
  type Answer,
  type Ask,
  bodyOf,
  expectNoFaults,
  expectRefused,
  query,
  rowCounts,
  send,
} from '../support/refusals.ts'

const VIEWER = '{ viewer { user { id } } }'
const CREATE_TOKEN = 'mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { token } }'
const FOUND = 'mutation { createOrganization(input: { title: "New" }) { organization { id } } }'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'admin' })

interface Extra {
  variables?: unknown
  operationName?: unknown
}

/** The ways to send one GraphQL request over HTTP. */
const transports: [string, (text: string, ask: Ask & Extra) => Promise<Answer>][] = [
  ['POST', (text, ask) => query(t.origin, text, ask)],
  [
    'POST for the newer media type',
    (text, ask) =>
      query(t.origin, text, { ...ask, headers: { Accept: 'application/graphql-response+json' } }),
  ],
  [
    'GET',
    (text, { variables, operationName, ...ask }) => {
      const search = new URLSearchParams({
        query: text,
        ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
        ...(operationName === undefined ? {} : { operationName: String(operationName) }),
      })
      return send(t.origin, `/graphql?${search}`, ask)
    },
  ],
]

const nested = (depth: number) =>
  `{ organizations(first: 1) { nodes { ${'spaces(first: 1) { nodes { organization { '.repeat(depth)} id ${'} } }'.repeat(depth)} } } }`
const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')} }`
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
const PAGE = 'query ($first: Int) { organizations(first: $first) { nodes { id } } }'

const refused: [string, Reason, string, Extra?][] = [
  ['a syntax error', 'invalid_input', '{ viewer { '],
  ['an empty document', 'invalid_input', ''],
  ['a document of comments', 'invalid_input', '# nothing'],
  ['an unknown field', 'invalid_input', '{ viewer { password } }'],
  ['an unknown argument', 'invalid_input', '{ organizations(offset: 5) { nodes { id } } }'],
  ['a fragment that contains itself', 'invalid_input', '{ viewer { ...F } } fragment F on Viewer { ...F }'],
  ['a missing variable', 'invalid_input', NODES],
  ['a variable that is null', 'invalid_input', NODES, { variables: { ids: null } }],
  ['a variable of the wrong type', 'invalid_input', PAGE, { variables: { first: 'x' } }],
  ['a variable that is not whole', 'invalid_input', PAGE, { variables: { first: 1.5 } }],
  ['a variable beyond all numbers', 'invalid_input', PAGE, { variables: { first: 1e300 } }],
  ['variables in a list', 'invalid_input', VIEWER, { variables: [1] }],
  ['variables in a string', 'invalid_input', VIEWER, { variables: 'x' }],
  ['an unknown operation', 'invalid_input', `query A ${VIEWER}`, { operationName: 'B' }],
  ['one of several operations, unnamed', 'invalid_input', `query A ${VIEWER} query B ${VIEWER}`],
  ['a subscription', 'invalid_input', 'subscription { commentActivity(spaceId: "spc_x") { cursor } }'],
  ['more than 16 levels', 'query_too_complex', nested(6)],
  ['a thousand levels', 'query_too_complex', nested(380)],
  ['101 aliases', 'query_too_complex', aliases(101, 'viewer { user { id } }')],
  ['101 aliases of __typename', 'query_too_complex', aliases(101, '__typename')],
  ['101 aliases of the schema', 'query_too_complex', aliases(101, '__schema { queryType { name } }')],
  ['the same field 101 times', 'query_too_complex', `{ ${'viewer { user { id } } '.repeat(101)} }`],
  ['more than 5,000 tokens', 'query_too_complex', `{ viewer { user { ${'id '.repeat(5_000)} } } }`],
  ['lists without end', 'query_too_complex', `{ nodes(ids: ${'['.repeat(6_000)}) { id } }`],
  [
    'a thousand times a thousand rows',
    'query_too_complex',
    '{ organizations(first: 1000) { nodes { spaces(first: 1000) { nodes { id } } } } }',
  ],
  ['101 nodes', 'invalid_input', NODES, { variables: { ids: Array(101).fill('spc_x') } }],
]

describe.each(transports)('GraphQL by %s', (way, ask) => {
  // Node reads URLs of up to 16 KiB.
  const sendable = refused.filter(([, , text]) => way !== 'GET' || encodeURIComponent(text).length < 12_000)

  it.each(sendable)('rejects %s', async (_title, reason, text, extra) => {
    const before = await rowCounts(t.db.database)
    expectRefused(await ask(text, { token: person.token, ...extra }), reason)
    expect(await rowCounts(t.db.database)).toEqual(before)
    expectNoFaults(t)
  })

  it('reports what a query would cost, the limit, and the actual cost', async () => {
    const token = person.token
    const text =
      'query ($n: Int!) { organizations(first: $n) { nodes { spaces(first: 100) { nodes { id } } } } }'
    const { message } = expectRefused(await ask(text, { token, variables: { n: 1000 } }), 'query_too_complex')
    const [, could, most] = /cost (\d+) points; at most (\d+) are allowed\./.exec(message) ?? []
    expect(Number(could)).toBeGreaterThan(100_000)
    expect(Number(most)).toBe(50_000)
    const answer = bodyOf(await ask(text, { token, variables: { n: 2 } }))
    expect(answer.extensions.cost).toBeCloseTo(Number(could) / 500, -1)
  })

  it('allows reading the schema without a token', async () => {
    const { data } = bodyOf(await ask('{ __schema { queryType { name } } __typename }', {}))
    expect(data).toEqual({ __schema: { queryType: { name: 'Query' } }, __typename: 'Query' })
  })

  it.each([
    ['data', VIEWER],
    ['data beside the schema', '{ __typename viewer { user { id } } }'],
    ['data in a fragment', '{ ...F } fragment F on Query { viewer { user { id } } }'],
    ['a node', '{ node(id: "spc_x") { id } }'],
  ])('rejects %s without a token', async (_title, text) => {
    expectRefused(await ask(text, {}), 'unauthenticated')
  })
})

describe('GraphQL', () => {
  it('answers a GET that reads, and rejects one that writes', async () => {
    const [, byGet] = transports[2] ?? []
    const read = await byGet?.(VIEWER, { token: person.token })
    expect(read && bodyOf(read).data.viewer.user.id).toBe(person.user.id)
    const before = await rowCounts(t.db.database)
    const wrote = await byGet?.(FOUND, { token: person.token })
    if (!wrote) throw new Error('There is no GET.')
    expectRefused(wrote, 'method_not_allowed')
    expect(wrote.headers.get('allow')).toBe('POST')
    const streamed = await byGet?.(FOUND, { token: person.token, headers: { Accept: 'text/event-stream' } })
    expect(streamed?.text).toContain('"METHOD_NOT_ALLOWED"')
    expect(await rowCounts(t.db.database)).toEqual(before)
  })

  it('rejects a batch', async () => {
    const json = [{ query: VIEWER }, { query: VIEWER }]
    expectRefused(await send(t.origin, '/graphql', { token: person.token, json }), 'invalid_input')
    const headers = { Accept: 'text/event-stream' }
    expectRefused(await send(t.origin, '/graphql', { token: person.token, json, headers }), 'invalid_input')
  })

  it('rejects a request before an event stream begins as it would without one', async () => {
    const headers = { Accept: 'text/event-stream' }
    for (const [, reason, text, extra] of refused.filter(
      ([title]) => !/subscription|101 nodes/.test(title),
    )) {
      expectRefused(await query(t.origin, text, { token: person.token, headers, ...extra }), reason)
    }
    expectRefused(await query(t.origin, VIEWER, { headers }), 'unauthenticated')
  })

  it('accepts a single value for a list, and prices it', async () => {
    const answer = bodyOf(await query(t.origin, NODES, { token: person.token, variables: { ids: 5 } }))
    expect(answer).toEqual({ data: { nodes: [null] }, extensions: { cost: expect.any(Number) } })
  })

  it('answers the introspection query of graphql-js, within the limits', async () => {
    const answer = await query(t.origin, getIntrospectionQuery())
    expect(bodyOf(answer).errors).toBeUndefined()
  })

  it('limits the cost of introspection', async () => {
    const deep = `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} }'.repeat(6)} } } }`
    const answer = await query(t.origin, deep)
    expect(answer.status).toBe(400)
    expect(bodyOf(answer).errors[0].extensions.code).toMatch(/^(QUERY_TOO_COMPLEX|INVALID_INPUT)$/)
  })

  it('hides the schema when introspection is disabled', async () => {
    const closed = await startApp({ sharing: t, environment: { GRAPHQL_INTROSPECTION: 'false' } })
    try {
      for (const text of [
        '{ __schema { queryType { name } } }',
        '{ __type(name: "User") { name } }',
        '{ viewer { ...F } } fragment F on Viewer { user { id } } query B { ...G } fragment G on Query { __schema { queryType { name } } }',
      ]) {
        const operationName = text.includes('query B') ? 'B' : undefined
        expectRefused(
          await query(closed.origin, text.replace('{ viewer', 'query A { viewer'), {
            token: person.token,
            operationName,
          }),
          'forbidden',
        )
      }
      for (const [text, variables] of [
        ['{ viewer { usr { id } } }', {}],
        ['{ organisations { nodes { id } } }', {}],
        ['{ organizations(frst: 1) { nodes { id } } }', {}],
        ['{ viewer { ... on Viewr { user { id } } } }', {}],
        ['mutation { createApiToken(input: { lable: "x" }) { token } }', {}],
        ['mutation { createApiToken(input: { label: "x", scopes: [USER_REED] }) { token } }', {}],
        [CREATE_TOKEN, { input: { lable: 'x' } }],
        [CREATE_TOKEN, { input: { label: 'x', scopes: ['USER_REED'] } }],
      ] as const) {
        const ask = { token: person.token, variables }
        expect((await query(t.origin, text, ask)).text, text).toContain('Did you mean')
        const answer = await query(closed.origin, text, ask)
        expectRefused(answer, 'invalid_input')
        expect(answer.text, text).not.toContain('Did you mean')
      }
      expect(
        bodyOf(await query(closed.origin, '{ __typename viewer { user { id } } }', { token: person.token }))
          .data.__typename,
      ).toBe('Query')
    } finally {
      await closed.close()
    }
  })
})
