import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Space } from '../../src/generated/prisma/client.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { follow, post } from '../support/live.ts'
import { expectNoFaults } from '../support/refusals.ts'

const REQUEST_MS = 2_500
const MESSAGE =
  'The request did not arrive in time: the limit is 0.4 s for its headers and 2.5 s for the whole request. Send it again, faster or in smaller parts.'

let t: TestApp
let space: Space
let editor: Person

beforeAll(async () => {
  t = await startApp({
    environment: {
      HEADERS_TIMEOUT_MS: '400',
      REQUEST_TIMEOUT_MS: String(REQUEST_MS),
      KEEP_ALIVE_MS: '100',
    },
  })
  space = await t.build.buildSpace()
  editor = await t.build.buildPerson({ organizationId: space.organizationId, role: 'edit' })
})
afterAll(() => t.close())

/** A connection, and everything that the server sends until it closes it. */
function dial(): { socket: Socket; received: Promise<string> } {
  const { port, hostname } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return { socket, received: once(socket, 'close').then(() => text) }
}

function expectTimeout(text: string): void {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(head).toMatch(/\r\nX-Request-Id: req_\w+\r\n/)
  expect(head).toContain('\r\nConnection: close')
  expect(JSON.parse(body)).toEqual({ error: { code: 408, reason: 'request_timeout', message: MESSAGE } })
}

const headOf = (path: string, headers: Record<string, string | number>) =>
  `POST ${path} HTTP/1.1\r\n${Object.entries({
    Host: 'quire',
    Authorization: `Bearer ${editor.token}`,
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

// Each of these waits for a time limit, so they run concurrently.
describe.concurrent('a request that does not arrive in time gets 408 and is disconnected', () => {
  it('when its headers are slow', async () => {
    const { socket, received } = dial()
    socket.write('GET /v1/user HTTP/1.1\r\nHost: quire\r\nX-Slow: ')
    // A byte now and then does not extend the limit.
    const drip = setInterval(() => socket.write('x'), 50)
    expectTimeout(await received)
    clearInterval(drip)
  })

  it.each([
    ['JSON', '/v1/orgs', 'application/json', '{"title":"'],
    ['a GraphQL document', '/graphql', 'application/json', '{"query":"'],
    ['a form', () => `/v1/spaces/${space.id}/content/files`, 'multipart/form-data; boundary=x', '--x\r\n'],
  ])('when its body is slow: %s', async (_title, path, type, start) => {
    const { socket, received } = dial()
    const address = typeof path === 'string' ? path : path()
    socket.write(headOf(address, { 'Content-Type': type, 'Content-Length': 100_000 }) + start)
    const drip = setInterval(() => socket.write(' '), 50)
    expectTimeout(await received)
    clearInterval(drip)
    expectNoFaults(t)
  })
})

it.concurrent('a connection without a request is closed', async () => {
  const { socket, received } = dial()
  socket.write('GET /healthz HTTP/1.1\r\nHost: quire\r\n\r\n')
  expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

it.concurrent('an upload in many pieces that arrives in time is stored', async () => {
  const { socket, received } = dial()
  const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const pieces = [`--x\r\n${file}`, ...Array<string>(20).fill('text '), '\r\n--x--\r\n']
  socket.write(
    headOf(`/v1/spaces/${space.id}/content/files`, {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': pieces.join('').length,
      Connection: 'close',
    }),
  )
  // Longer than the limit for headers and for an idle connection.
  for (const piece of pieces) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    socket.write(piece)
  }
  const text = await received
  expect(text).toMatch(/^HTTP\/1\.1 2\d\d /)
  expect(text).toContain('"insertedFiles"')
})

it.concurrent('an event stream is not limited by the time for a request', async () => {
  const query = 'subscription ($spaceId: ID!) { commentActivity(spaceId: $spaceId) { commentId } }'
  const stream = await follow('SSE', t, editor.token, { query, variables: { spaceId: space.id } })
  await new Promise((resolve) => setTimeout(resolve, REQUEST_MS * 1.2))
  const id = await post(t, editor.token, { spaceId: space.id })
  expect((await stream.next()).commentId).toBe(id)
  await stream.close()
  expectNoFaults(t)
})
