import { auditServer } from 'graphql-http'
import { describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { expectNoFaults, expectRefused, query, send } from '../support/refusals.ts'

const t = await appForFile()
const { token } = await t.build.buildPerson()

const VIEWER = '{ viewer { user { id } } }'
const MUTATION = 'mutation { createOrganization(input: { title: "Docs" }) { organization { id } } }'

it('passes the audit of the GraphQL over HTTP specification without an error or a warning', async () => {
  const results = await auditServer({
    url: `${t.origin}/graphql`,
    fetchFn: (url: string, init: RequestInit) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(url, { ...init, headers })
    },
  })
  const failures = results.flatMap((result) =>
    result.status === 'ok' || result.status === 'notice' ? [] : [`${result.name}: ${result.reason}`],
  )
  expect(results.length).toBeGreaterThan(50)
  expect(failures).toEqual([])
})

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
  'rejects %s with an error of Yoga, before it reads the body',
  async (method) => {
    for (const accept of ['application/json', 'text/event-stream', 'text/html']) {
      const raw = method === 'HEAD' ? undefined : '{"query":'
      const headers = { Accept: accept, ...(raw ? { 'Content-Type': 'application/json' } : {}) }
      const answer = await send(t.origin, '/graphql', { method, token, headers, ...(raw ? { raw } : {}) })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
      if (method === 'HEAD') continue
      expectRefused(answer, 'method_not_allowed')
      expect(JSON.parse(answer.text).errors[0].message).toBe('GraphQL only supports GET and POST requests.')
    }
    expectNoFaults(t)
  },
)

describe('a client that accepts only application/json', () => {
  const headers = { Accept: 'application/json' }

  it.each([
    ['a syntax error', '{ viewer {', {}],
    ['an unknown field', '{ viewer { password } }', {}],
    ['a missing variable', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {}],
  ])('gets 200 for %s', async (_title, text, variables) => {
    const answer = await query(t.origin, text, { token, headers, variables })
    expect([answer.status, JSON.parse(answer.text).errors[0].extensions.code]).toEqual([200, 'INVALID_INPUT'])
    const get = new URLSearchParams({ query: text, variables: JSON.stringify(variables) })
    expect((await send(t.origin, `/graphql?${get}`, { token, headers })).status).toBe(200)
  })

  it('gets the status of every other error', async () => {
    expectRefused(await query(t.origin, VIEWER, { headers }), 'unauthenticated')
    expectRefused(
      await query(t.origin, `query A ${VIEWER}`, { token, headers, operationName: 'B' }),
      'invalid_input',
    )
  })
})

describe.each([
  ['a single response', 'application/json'],
  ['server-sent events', 'text/event-stream'],
])('a request for %s', (_title, accept) => {
  const byGet = (parameters: Record<string, string>) =>
    send(t.origin, `/graphql?${new URLSearchParams(parameters)}`, { token, headers: { Accept: accept } })

  it('is rejected if it sends a mutation by GET', async () => {
    const answer = await byGet({ query: MUTATION })
    expectRefused(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('POST')
  })

  it.each([
    ['are not JSON', '{"a":'],
    ['are a list', '[1]'],
    ['nest without end', '['.repeat(3_000)],
  ])('is rejected if its variables %s', async (_what, variables) => {
    expectRefused(await byGet({ query: VIEWER, variables }), 'invalid_input')
    expectNoFaults(t)
  })

  it.each([['{}'], ['[]'], ['null'], ['{"query":7}']])('is rejected if its body is %s', async (raw) => {
    const headers = { 'Content-Type': 'application/json', Accept: accept }
    expectRefused(await send(t.origin, '/graphql', { token, raw, headers }), 'invalid_input')
    expectNoFaults(t)
  })
})
