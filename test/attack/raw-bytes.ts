import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { hostileJson, hostileText, hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'

/** How long to wait for a response: many of the requests get none. Many sockets wait at the same time. */
const WAIT_MS = 500
/** Messages sent on one WebSocket before it is closed; most end it earlier. */
const MESSAGES_PER_SOCKET = 20

const HEAD = 'Host: x\r\nAuthorization: Bearer x\r\n'

const messages: ((random: Random) => string)[] = [
  () => 'GET / HTTP/9.9\r\n\r\n',
  () => 'GET /v1/user HTTP/1.1\r\n\r\n',
  () => `${'A'.repeat(20_000)}\r\n\r\n`,
  () => `GET /v1/user HTTP/1.1\r\n${'X-A: a\r\n'.repeat(3_000)}\r\n`,
  () => `GET /v1/user HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(40_000)}\r\n\r\n`,
  () => `POST /graphql HTTP/1.1\r\n${HEAD}Content-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  () => `POST /graphql HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
  () => `POST /graphql HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nabc\r\n0\r\n\r\n`,
  () => `POST /v1/orgs HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
  () => `POST /v1/orgs HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n`,
  () => `POST /v1/orgs HTTP/1.1\r\n${HEAD}Content-Length: 1e3\r\n\r\n`,
  () => `POST /v1/orgs HTTP/1.1\r\n${HEAD}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
  () => `POST /v1/orgs HTTP/1.1\r\n${HEAD}Expect: nonsense\r\nContent-Length: 2\r\n\r\n{}`,
  () => `GET /graphql HTTP/1.1\r\n${HEAD}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  () => `GET /graphql HTTP/1.1\r\n${HEAD}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
  () => `GET /x HTTP/1.1\r\n${HEAD}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n`,
  () => `CONNECT x:1 HTTP/1.1\r\n${HEAD}\r\n`,
  () => `TRACE / HTTP/1.1\r\n${HEAD}\r\n`,
  () => `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`,
  () => `GET http://other.example/v1/user HTTP/1.1\r\n${HEAD}\r\n`,
  () => `GET //v1//user/..%2f..%00 HTTP/1.1\r\n${HEAD}\r\n`,
  () => `GET /v1/user%ZZ?%ZZ=%E0%A4%A HTTP/1.1\r\n${HEAD}\r\n`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  (random) => `GET /v1/user HTTP/1.1\r\n${HEAD}X: ${hostileText(random).slice(0, 500)}\r\n\r\n`,
  (random) => hostileText(random),
]

/** Sends malformed HTTP, and returns the status of each response with what was sent. */
export async function sendBytes(
  origin: string,
  random: Random,
): Promise<{ sent: string; statuses: number[] }> {
  const whole = random.pick(messages)(random)
  const sent = random.chance(0.5) ? random.damaged(whole || ' ') : whole
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
    // The first response is enough.
    socket.destroy()
  })
  socket.setTimeout(WAIT_MS, () => socket.destroy())
  socket.write(Buffer.from(sent, 'latin1'))
  // Not events.once, which rejects when the server resets the connection.
  await new Promise((resolve) => socket.once('close', resolve))
  return {
    sent,
    statuses: [...answer.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status)),
  }
}

const types = ['connection_init', 'ping', 'pong', 'subscribe', 'complete', 'next', 'error', 'x', '__proto__']

function socketMessage(random: Random): string {
  if (random.chance(0.2)) return hostileText(random)
  const id = random.chance(0.7) ? String(random.below(3)) : hostileValue(random)
  const query = random.pick(['{ __typename }', 'subscription { a }', '{', hostileText(random)])
  const payload = random.chance(0.6) ? { query, variables: hostileValue(random) } : hostileValue(random)
  const text = hostileJson({ id, type: random.pick(types), payload })
  return random.chance(0.2) ? random.damaged(text) : text
}

/** The close codes of internal errors. */
const FAULTS = new Set([1011, 4500])

/** Sends messages over one WebSocket. Returns how many, and the close code if it is an internal error. */
export async function sendMessages(
  origin: string,
  token: string,
  random: Random,
): Promise<{ count: number; fault: string | null }> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: `Bearer ${token}` },
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
  const sent: string[] = []
  if (random.chance(0.9)) socket.send('{"type":"connection_init"}')
  for (let n = 0; n < MESSAGES_PER_SOCKET && socket.readyState === WebSocket.OPEN; n++) {
    sent.push(socketMessage(random))
    socket.send(random.chance(0.1) ? Buffer.from(sent.at(-1) ?? '') : (sent.at(-1) ?? ''))
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.close()
  const code = await closed
  return {
    count: sent.length,
    fault: FAULTS.has(code) ? `${code}: ${sent.join('\n').slice(0, 2_000)}` : null,
  }
}
