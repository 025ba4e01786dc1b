import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { bodyOf, expectNoFaults, expectRefused, query, send } from '../support/refusals.ts'

const WRONG = `qre_${'x'.repeat(43)}`
/** Routes that are open to visitors have tests of their own. */
const routes = modules
  .flatMap((module) => module.routes)
  .filter(({ operation }) => !('isOpen' in operation && operation.isOpen))

let t: TestApp
let closed: TestApp
let person: Person

beforeAll(async () => {
  t = await startApp()
  closed = await startApp({ sharing: t, environment: { GRAPHQL_INTROSPECTION: 'false' } })
  const { id: organizationId } = await t.build.buildOrganization()
  person = await t.build.buildPerson({ organizationId, role: 'admin' })
})
afterAll(async () => {
  await closed.close()
  await t.close()
})

interface Head {
  method: string
  path: string
  token?: string | undefined
  headers?: Record<string, string>
}

/** The first response to a request that announces a body and never sends a byte of it. */
async function answerToHeaders(origin: string, { method, path, token, headers = {} }: Head) {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const lines = {
    Host: 'quire',
    'Content-Type': 'application/json',
    'Content-Length': '900000',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  const text = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.destroy()
  return { status: Number(text.split(' ')[1]), text }
}

const all = <Item>(items: Item[], check: (item: Item) => Promise<void>) => Promise.all(items.map(check))

describe.each([
  ['no token', undefined],
  ['a wrong token', WRONG],
])('with %s', (_title, token) => {
  it('every REST route answers 401 to the headers alone, without validation', async () => {
    const schemas = routes.map(({ operation }) => vi.spyOn(operation.input, 'safeParse'))
    try {
      await all(routes, async ({ method, path, upload }) => {
        const answer = await answerToHeaders(t.origin, {
          method,
          path: `/v1${path.replace(/:\w+|\*/g, 'x')}`,
          token,
          headers: upload ? { 'Content-Type': 'multipart/form-data; boundary=x' } : {},
        })
        expect(answer.status, `${method} ${path}`).toBe(401)
        expect(answer.text).toContain('\r\nwww-authenticate: Bearer\r\n')
      })
      for (const schema of schemas) expect(schema).not.toHaveBeenCalled()
    } finally {
      for (const schema of schemas) schema.mockRestore()
    }
    expect(routes.length).toBeGreaterThan(70)
    expectNoFaults(t)
  })

  it('unknown paths and methods answer 401 to the headers alone', async () => {
    for (const [method, path] of [
      ['POST', '/v1/nothing'],
      ['PATCH', '/v1/orgs'],
      ['PUT', '/v1'],
    ] as const) {
      expect((await answerToHeaders(t.origin, { method, path, token })).status, path).toBe(401)
    }
  })

  it('GraphQL answers 401 to the headers alone where introspection is disabled', async () => {
    for (const accept of ['*/*', 'text/event-stream', 'multipart/mixed']) {
      const headers = { Accept: accept }
      const answer = await answerToHeaders(closed.origin, {
        method: 'POST',
        path: '/graphql',
        token,
        headers,
      })
      expect(answer.status, accept).toBe(401)
      expect(answer.text).toContain('\r\nwww-authenticate: Bearer\r\n')
    }
    const get = `/graphql?query=${encodeURIComponent('{ __typename }')}`
    expectRefused(await send(closed.origin, get, token === undefined ? {} : { token }), 'unauthenticated')
  })

  it('no client gets 100 Continue', async () => {
    const headers = { Expect: '100-continue' }
    for (const [origin, path] of [
      [t.origin, '/v1/orgs'],
      [closed.origin, '/graphql'],
    ] as const) {
      expect((await answerToHeaders(origin, { method: 'POST', path, token, headers })).status).toBe(401)
    }
  })
})

describe('before a body is read', () => {
  it('an invalid token is rejected even where introspection is enabled', async () => {
    const answer = await answerToHeaders(t.origin, { method: 'POST', path: '/graphql', token: WRONG })
    expect(answer.status).toBe(401)
  })

  it('a token without the scope of a route is rejected', async () => {
    const { token } = await t.build.buildToken({ userId: person.user.id, scopes: ['user:read'] })
    const others = routes.filter(({ operation }) => operation.scope !== 'user:read')
    await all(others, async ({ method, path }) => {
      const asked = { method, path: `/v1${path.replace(/:\w+|\*/g, 'x')}`, token }
      expect((await answerToHeaders(t.origin, asked)).status, `${method} ${path}`).toBe(403)
    })
  })

  it('an unknown path is not found, and an unknown method is rejected', async () => {
    const { token } = person
    for (const [method, path, status] of [
      ['POST', '/nothing', 404],
      ['POST', '/v1/nothing', 404],
      ['PATCH', '/v1/orgs', 405],
      ['PUT', '/graphql', 405],
    ] as const) {
      expect((await answerToHeaders(t.origin, { method, path, token })).status, path).toBe(status)
    }
  })

  it('a client with a token gets 100 Continue', async () => {
    const headers = { Expect: '100-continue' }
    for (const path of ['/v1/orgs', '/graphql']) {
      const answer = await answerToHeaders(t.origin, { method: 'POST', path, token: person.token, headers })
      expect(answer.status, path).toBe(100)
    }
  })
})

describe('introspection without a token', () => {
  const short = '{ __schema { queryType { name } } }'

  it('can be as long as a document, with or without Content-Length', async () => {
    const padded = (bytes: number) => {
      const json = JSON.stringify({ query: short })
      return json + ' '.repeat(bytes - json.length)
    }
    const headers = { 'Content-Type': 'application/json' }
    const whole = await send(t.origin, '/graphql', { raw: padded(65_536), headers })
    expect(bodyOf(whole).data).toEqual({ __schema: { queryType: { name: 'Query' } } })
    const answer = await answerToHeaders(t.origin, {
      method: 'POST',
      path: '/graphql',
      headers: { 'Content-Length': '65537' },
    })
    expect(answer.status).toBe(413)
    const inPieces = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers,
      body: new Blob([padded(65_537)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(inPieces.status).toBe(413)
    const unannounced = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers,
      body: new Blob([padded(65_536)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(unannounced.status).toBe(200)
  })

  it('is the only query that is validated: errors in any other are not reported', async () => {
    expectRefused(await query(t.origin, '{ viewer { password } }'), 'unauthenticated')
  })
})

it('a document longer than the limit is rejected, with or without a token', async () => {
  const text = (bytes: number) => `{ viewer { user { id } } }${' '.repeat(bytes - 26)}`
  const { token } = person
  expect((await query(t.origin, text(65_536), { token })).status).toBe(200)
  const { message } = expectRefused(await query(t.origin, text(65_537), { token }), 'payload_too_large')
  expect(message).toBe('query: The document has 65537 bytes; send at most 65536.')
  expectNoFaults(t)
})
