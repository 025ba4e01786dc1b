import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { startApp, type TestApp } from '../support/app.ts'
import { query, send } from '../support/refusals.ts'

const APP = 'https://app.example.com'
const OTHER = 'https://evil.example.com'

let closed: TestApp
let listed: TestApp
let open: TestApp
let token: string

beforeAll(async () => {
  closed = await startApp()
  listed = await startApp({
    sharing: closed,
    environment: { CORS_ORIGINS: `${APP}, http://localhost:3000`, PUBLIC_URL: 'https://docs.example.com/q' },
  })
  open = await startApp({ sharing: closed, environment: { CORS_ORIGINS: '*' } })
  token = (await closed.build.buildPerson()).token
})
afterAll(async () => {
  await listed.close()
  await open.close()
  await closed.close()
})

const preflight = (t: TestApp, path: string, origin = APP) =>
  send(t.origin, path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization,content-type,if-match',
    },
  })

describe('a preflight request', () => {
  it.each(['/v1/orgs', '/v1/nothing', '/graphql', '/files/spc_x/abc/a.png', '/pdf/spc_x/rev_x/all.pdf'])(
    'for %s from a listed origin needs no token, and lists what is allowed',
    async (path) => {
      const { status, headers, text } = await preflight(listed, path)
      expect({ status, text }).toEqual({ status: 204, text: '' })
      expect(headers.get('access-control-allow-origin')).toBe(APP)
      expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,if-match')
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
      expect(headers.get('access-control-max-age')).toBe('600')
      expect(headers.get('vary')).toContain('Origin')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    },
  )

  it('from any origin is allowed if all are', async () => {
    const { status, headers } = await preflight(open, '/v1/orgs', OTHER)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it('from another origin, or without the setting, is rejected', async () => {
    for (const answer of [
      await preflight(listed, '/v1/orgs', OTHER),
      await preflight(listed, '/v1/orgs', 'null'),
      await preflight(listed, '/graphql', `${APP}.evil.example.com`),
      await preflight(closed, '/v1/orgs'),
      await preflight(closed, '/graphql'),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('a response to a page of a listed origin', () => {
  const headers = { Origin: APP }
  const stream = { ...headers, Accept: 'text/event-stream' }

  it.each<[string, (t: TestApp) => ReturnType<typeof send>]>([
    ['REST', (t) => send(t.origin, '/v1/user', { token, headers })],
    ['REST without a token', (t) => send(t.origin, '/v1/user', { headers })],
    ['GraphQL', (t) => query(t.origin, '{ viewer { user { id } } }', { token, headers })],
    ['an event stream', (t) => query(t.origin, '{ viewer { user { id } } }', { token, headers: stream })],
    ['a file that is not there', (t) => send(t.origin, '/files/spc_x/abc/a.png', { headers })],
  ])('can be read by it: %s', async (_title, ask) => {
    const answer = await ask(listed)
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP)
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'ETag'],
        ...['Location', 'Retry-After', 'Link', 'Deprecation', 'X-Ignored-Fields', 'Idempotent-Replayed'],
      ]),
    )
    expect((await ask(closed)).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('varies by origin, also without one', async () => {
    expect((await send(listed.origin, '/v1/user', { token })).headers.get('vary')).toContain('Origin')
    expect((await send(open.origin, '/v1/user', { token })).headers.get('vary') ?? '').not.toContain('Origin')
  })
})

describe('a WebSocket', () => {
  async function statusOf(t: TestApp, origin?: string): Promise<number> {
    const socket = new WebSocket(
      `${t.origin.replace('http', 'ws')}/graphql`,
      'graphql-transport-ws',
      origin === undefined ? {} : { origin },
    )
    return new Promise((resolve, reject) => {
      socket.once('open', () => {
        socket.close()
        void once(socket, 'close').then(() => resolve(101))
      })
      socket.once('unexpected-response', (_request, response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      socket.once('error', reject)
    })
  }

  it('of a program, which has no origin, is opened', async () => {
    expect(await statusOf(closed)).toBe(101)
  })

  it('from our own page is accepted, by the address of the request or by PUBLIC_URL', async () => {
    expect(await statusOf(closed, closed.origin)).toBe(101)
    expect(await statusOf(listed, listed.origin)).toBe(101)
    expect(await statusOf(listed, 'https://docs.example.com')).toBe(101)
  })

  it('of a page of a listed origin is opened, and of any where all are listed', async () => {
    expect(await statusOf(listed, APP)).toBe(101)
    expect(await statusOf(open, OTHER)).toBe(101)
  })

  it.each([OTHER, 'null', `${APP}.evil.example.com`, 'http://app.example.com'])(
    'of a page of %s is rejected with 403',
    async (origin) => {
      expect(await statusOf(listed, origin)).toBe(403)
      expect(await statusOf(closed, origin)).toBe(403)
    },
  )
})
