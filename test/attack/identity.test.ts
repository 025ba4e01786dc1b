import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Documents } from '../../src/graphql/execution/documents.ts'
import { modules } from '../../src/modules/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { figure } from './figures.ts'

/** Enough to arrive in several chunks. */
const BODY_BYTES = 60_000
const AT_ONCE = 16

const routes = modules.flatMap((module) => module.routes)

let t: TestApp
/** Bytes of request bodies that the server read before the response was complete. */
let bytesRead = 0

beforeAll(async () => {
  t = await startApp({ environment: { GRAPHQL_INTROSPECTION: 'false' } })
  t.app.http.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { emit } = request
    request.emit = (name: string | symbol, ...args: unknown[]) => {
      if (name === 'data' && !response.writableFinished) bytesRead += (args[0] as Buffer).length
      return emit.call(request, name, ...args)
    }
  })
})
afterAll(() => t.close())

interface Sent {
  method: string
  path: string
  token?: string | undefined
  type?: string
  accept?: string
}

/** Sends a complete request at once, and returns the status of the response. */
async function statusOf({ method, path, token, type = 'application/json', accept = '*/*' }: Sent) {
  const { port, hostname } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: quire',
    `Content-Type: ${type}`,
    `Accept: ${accept}`,
    `Content-Length: ${BODY_BYTES}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ]
  const body = `{"title":"${'x'.repeat(BODY_BYTES - 12)}"}`
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  const text = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.destroy()
  return Number(text.split(' ')[1])
}

/** Routes of published sites also answer visitors, who have no API token. Their bodies have the usual limit. */
const isOpen = ({ operation }: (typeof routes)[number]) => 'isOpen' in operation && operation.isOpen
const closedRoutes = routes.filter((route) => !isOpen(route))

const everyEntrance: Sent[] = [
  ...closedRoutes.map(({ method, path, upload }) => ({
    method,
    path: `/v1${path.replace(/:\w+|\*/g, 'x')}`,
    ...(upload ? { type: 'multipart/form-data; boundary=x' } : {}),
  })),
  ...['*/*', 'text/event-stream', 'multipart/mixed'].map((accept) => ({
    method: 'POST',
    path: '/graphql',
    accept,
  })),
  { method: 'POST', path: '/v1/nothing' },
  { method: 'PATCH', path: '/v1/orgs' },
]

test('only the routes of published sites answer without a token', () => {
  // One of them answers GET and POST.
  const open = new Set(routes.filter(isOpen).map(({ operation }) => operation.id))
  expect([...open].sort()).toEqual(['publishedSite.get', 'publishedSite.search', 'publishedUrl.resolve'])
})

test('no body is read and no schema runs before a request without a token is rejected', async () => {
  const ran = { schemas: 0 }
  const spies = [
    ...routes.map(({ operation }) => vi.spyOn(operation.input, 'safeParse')),
    vi.spyOn(Documents.prototype, 'prepare'),
    vi.spyOn(Documents.prototype, 'prepareOnce'),
  ]
  const others: string[] = []
  const all = [undefined, `qre_${'x'.repeat(43)}`].flatMap((token) =>
    everyEntrance.map((entrance) => ({ ...entrance, token })),
  )
  const left = [...all]
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const status = await statusOf(next)
      if (status !== 401) others.push(`${next.method} ${next.path}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  ran.schemas = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  expect(others).toEqual([])
  figure('requests without a valid token, to every route', all.length, { atLeast: 200 })
  figure('bytes of bodies read before a 401', bytesRead, { exactly: 0 })
  figure('schemas run before a 401', ran.schemas, { exactly: 0 })
})

test('the bytes of a request with a token are counted as read', async () => {
  const { token } = await t.build.buildPerson()
  expect(await statusOf({ method: 'POST', path: '/v1/orgs', token })).toBe(400)
  expect(bytesRead).toBeGreaterThan(0)
})
