import { connect } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appForFile, startApp } from '../support/app.ts'
import {
  type Answer,
  bodyOf,
  expectNoFaults,
  expectRefused,
  faultsOf,
  query,
  rowCounts,
  send,
} from '../support/refusals.ts'

const VIEWER = '{ viewer { user { id } } }'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'admin' })
const space = await t.build.buildSpace({ organizationId })
const comment = await t.build.buildComment({ spaceId: space.id, postedById: person.user.id })
let before: Record<string, number>

it('a request needs no body for an operation without input, also with the type of one', async () => {
  const sites = `/v1/orgs/${organizationId}/sites`
  const { id } = bodyOf(await send(t.origin, sites, { token: person.token, json: { title: 'Docs' } })) as {
    id: string
  }
  const headers = { 'Content-Type': 'application/json' }
  expect(
    (await send(t.origin, `${sites}/${id}/publish`, { token: person.token, raw: '', headers })).status,
  ).toBe(200)
})

describe('a malformed request', () => {
  beforeAll(async () => {
    before = await rowCounts(t.db.database)
  })
  afterEach(async () => {
    expect(await rowCounts(t.db.database)).toEqual(before)
    expectNoFaults(t)
  })

  /** Sends the same bytes to both APIs. */
  const both = (raw: string, headers: Record<string, string>) =>
    Promise.all([
      send(t.origin, `/v1/spaces/${space.id}/comments`, { token: person.token, raw, headers }),
      send(t.origin, '/graphql', { token: person.token, raw, headers }),
    ])
  const json = { 'Content-Type': 'application/json' }

  it.each([
    ['malformed JSON', '{"query": "{ viewer '],
    ['an empty body', ''],
    ['an array', '[{"query": "{ viewer { user { id } } }"}]'],
    ['a string', '"{ viewer { user { id } } }"'],
    ['a number', '7'],
    ['null', 'null'],
    ['bytes that are not text', '\ufffe\u0000'],
    ['a key that would change the prototype', '{"__proto__": {"isAdmin": true}}'],
    ['a constructor that would', '{"constructor": {"prototype": {"isAdmin": true}}}'],
    ['JSON with a comment in it', '{/* hello */}'],
  ])('%s instead of a JSON object is invalid input', async (_title, raw) => {
    for (const answer of await both(raw, json)) expectRefused(answer, 'invalid_input')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
    ['application/graphql'],
    ['nonsense'],
  ])('a body in %s is an unsupported media type', async (type) => {
    for (const answer of await both('{"query":"{ viewer { user { id } } }"}', { 'Content-Type': type })) {
      expectRefused(answer, 'unsupported_media_type')
    }
  })

  it('a body without a content type is an unsupported media type', async () => {
    for (const answer of await both('{}', {})) expectRefused(answer, 'unsupported_media_type')
  })

  it.each(['gzip', 'br', 'identity, gzip', 'nonsense'])(
    'a body encoded as %s is rejected',
    async (encoding) => {
      const headers = { ...json, 'Content-Encoding': encoding }
      for (const answer of await both('{}', headers)) expectRefused(answer, 'unsupported_media_type')
    },
  )

  it('a body with the content encoding "identity" is read', async () => {
    const headers = { ...json, 'Content-Encoding': 'identity' }
    for (const answer of await both('[]', headers)) expectRefused(answer, 'invalid_input')
  })

  it('a body of 1 MiB is read, and one byte more is too large', async () => {
    const padded = (bytes: number) => `{"x":"${'a'.repeat(bytes - 8)}"}`
    for (const answer of await both(padded(1024 * 1024), json)) expectRefused(answer, 'invalid_input')
    const [rest] = await both(padded(1024 * 1024 + 1), json)
    expectRefused(rest as Answer, 'payload_too_large')
  })

  it('a GraphQL request of 1 MiB is executed, and one byte more is too large, unless its mutation accepts more', async () => {
    const padded = (query: string, bytes: number) => {
      const body = (x: string) => JSON.stringify({ query, variables: { x } })
      return body('a'.repeat(bytes - body('').length))
    }
    const query = '{ viewer { __typename } }'
    const answerTo = (raw: string) => send(t.origin, '/graphql', { token: person.token, raw, headers: json })
    expect((await answerTo(padded(query, 1024 * 1024))).status).toBe(200)
    expectRefused(await answerTo(padded(query, 1024 * 1024 + 1)), 'payload_too_large')
    expectRefused(await answerTo(padded(query, 16 * 1024 * 1024 + 64 * 1024)), 'payload_too_large')
  })

  it('JSON that nests without end is invalid input', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const inBody = await both(`{"body": ${deep}, "query": ${deep}}`, json)
    const inVariables = await send(t.origin, '/graphql', {
      token: person.token,
      raw: `{"query": "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", "variables": {"ids": ${deep}}}`,
      headers: json,
    })
    const undeclared = await send(t.origin, '/graphql', {
      token: person.token,
      raw: `{"query": "{ viewer { user { id } } }", "variables": {"x": ${deep}}}`,
      headers: json,
    })
    for (const answer of [...inBody, inVariables, undeclared]) expectRefused(answer, 'invalid_input')
  })

  it('variables that the operation does not declare are ignored', async () => {
    const raw = `{"query": "{ viewer { user { id } } }", "variables": {"x": "\\u0000"}}`
    const answer = await send(t.origin, '/graphql', { token: person.token, raw, headers: json })
    expect(bodyOf(answer).data.viewer.user.id).toBe(person.user.id)
  })

  it.each([['/v1/nothing'], ['/v1/spaces'], ['/v2/user'], ['/graphql/x'], ['/V1/user']])(
    '%s is not found, whatever the method',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        expectRefused(await send(t.origin, path, { method, token: person.token }), 'not_found')
      }
    },
  )

  it.each([
    ['PUT', '/v1/user', 'GET, DELETE'],
    ['PATCH', '/v1/orgs', 'GET, POST'],
    ['PATCH', '/v1/spaces/spc_x/comments/cmt_x', 'GET, PUT, DELETE'],
    ['OPTIONS', '/v1/orgs', 'GET, POST'],
    ['GET', '/v1/user/tokens/tok_x', 'DELETE'],
    ['PUT', '/graphql', 'GET, POST'],
    ['PATCH', '/graphql', 'GET, POST'],
    ['DELETE', '/graphql', 'GET, POST'],
    ['OPTIONS', '/graphql', 'GET, POST'],
  ])('%s %s gets the list of allowed methods', async (method, path, allowed) => {
    const answer = await send(t.origin, path, { method, token: person.token })
    expectRefused(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe(allowed)
  })

  it.each([
    ['percent signs that encode nothing', '/v1/spaces/%zz', 'invalid_input'],
    ['half a character', '/v1/spaces/%c3', 'invalid_input'],
    ['an encoded NUL', '/v1/spaces/%00', 'invalid_input'],
    ['encoded control characters', '/v1/spaces/%0d%0a%1b', 'invalid_input'],
    ['an encoded slash', '/v1/spaces/spc_x%2F..%2Fx', 'invalid_input'],
    ['SQL', `/v1/spaces/${encodeURIComponent(`x'; DROP TABLE "Space"; --`)}`, 'invalid_input'],
    ['an id of 65 characters', `/v1/spaces/${'x'.repeat(65)}`, 'invalid_input'],
    ['an id of 5,000 characters', `/v1/spaces/${'x'.repeat(5_000)}`, 'invalid_input'],
    ['a path of a thousand parts', `/v1${'/x'.repeat(1_000)}`, 'not_found'],
    ['a query of garbage', '/v1/orgs?limit=%zz&%=%&&=&[]', 'invalid_input'],
    ['a prototype in the query', '/v1/orgs?__proto__[limit]=5&limit=0', 'invalid_input'],
  ] as const)('%s in the URL is rejected', async (_title, path, reason) => {
    expectRefused(await send(t.origin, path, { token: person.token }), reason)
  })

  it('query parameters named like object properties have no effect', async () => {
    const path = '/v1/orgs?__proto__=1&constructor=2&toString=3&hasOwnProperty=4'
    expect((await send(t.origin, path, { token: person.token })).status).toBe(200)
  })

  it.each([
    [
      'headers of more than 16 KiB',
      `GET /v1/user HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['an address of more than 16 KiB', `GET /v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002\r\n\r\n'],
    [
      'two content lengths',
      'POST /v1/orgs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
  ])('%s get an error response before the connection is closed', async (_title, bytes) => {
    expectRefused(await overSocket(bytes), 'invalid_input')
  })
})

describe('every response', () => {
  it('has a request id of its own', async () => {
    const { token } = person
    const answers = await Promise.all([
      send(t.origin, '/v1/user', { token }),
      send(t.origin, '/v1/user', { token, headers: { 'X-Request-Id': 'mine' } }),
      send(t.origin, '/v1/user/tokens/tok_gone', { token, method: 'DELETE' }),
      query(t.origin, VIEWER, { token }),
      query(t.origin, VIEWER, { token, headers: { Accept: 'application/graphql-response+json' } }),
      send(t.origin, `/graphql?query=${encodeURIComponent(VIEWER)}`, { token }),
      send(t.origin, '/graphql', { headers: { Accept: 'text/html' } }),
      send(t.origin, '/healthz'),
      send(t.origin, '/readyz'),
    ])
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]+$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('to an internal error has the request id and nothing else', async () => {
    const broken = await startApp()
    try {
      const { id: organizationId } = await broken.build.buildOrganization()
      const { token } = await broken.build.buildPerson({ organizationId, role: 'admin' })
      await broken.db.database.pool.query('ALTER TABLE "Organization" RENAME TO "Elsewhere"')
      const id = organizationId
      const answers = [
        await send(broken.origin, `/v1/orgs/${id}`, { token }),
        await send(broken.origin, '/v1/orgs', { token, json: { title: 'Another' } }),
        await query(broken.origin, 'query ($id: ID!) { organization(id: $id) { title } }', {
          token,
          variables: { id },
        }),
        await query(
          broken.origin,
          'mutation { createOrganization(input: { title: "Another" }) { organization { id } } }',
          { token },
        ),
      ]
      await broken.db.database.pool.query('ALTER TABLE "ApiToken" RENAME TO "Nowhere"')
      const { token: unseen } = { token: `qre_${'z'.repeat(43)}` }
      answers.push(
        await send(broken.origin, '/v1/user', { token: unseen }),
        await query(broken.origin, VIEWER, { token: unseen }),
      )
      for (const answer of answers) {
        const { message } = expectRefused(answer, 'internal')
        expect(message).toBe('Internal error. Report the request id to the operator of this server.')
      }
      const requestIds = answers.map(({ headers }) => headers.get('x-request-id'))
      const faults = faultsOf(broken)
      expect(faults).toMatchObject(requestIds.map((requestId) => ({ requestId, level: 50 })))
      // The log contains the cause.
      for (const fault of faults) expect(JSON.stringify(fault)).toMatch(/does not exist/)
      for (const answer of answers.slice(2, 4)) {
        expect(bodyOf(answer).errors[0].extensions.requestId).toBe(answer.headers.get('x-request-id'))
      }
    } finally {
      await broken.close()
    }
  })
})

it('an untouched comment is unchanged', async () => {
  const answer = await send(t.origin, `/v1/spaces/${space.id}/comments/${comment.id}`, {
    token: person.token,
  })
  expect(bodyOf(answer).body).toEqual({ markdown: comment.markdown })
})

/** Sends bytes that no client would send, and returns the response. */
async function overSocket(bytes: string): Promise<Answer> {
  const { port, hostname } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(bytes, 'latin1')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
  return { status: Number(first.split(' ')[1]), headers, text }
}
