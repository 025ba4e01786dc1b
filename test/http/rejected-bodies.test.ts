import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { expectNoFaults } from '../support/refusals.ts'

const t = await appForFile()
const { token } = await t.build.buildPerson()

const CHUNK = Buffer.alloc(64 * 1024, 'a')
const CHUNKS = 384
const HEAD = 'Host: quire\r\nContent-Type: application/json'
const LONG = `Content-Length: ${CHUNK.length * CHUNKS}`
const CHUNKED = 'Transfer-Encoding: chunked'
const AUTHORIZED = `Authorization: Bearer ${token}`

const framed = (isChunked: boolean) =>
  isChunked
    ? Buffer.concat([Buffer.from(`${CHUNK.length.toString(16)}\r\n`), CHUNK, Buffer.from('\r\n')])
    : CHUNK

/** Sends all of a body of 24 MiB, piece by piece, before it reads a byte, and returns what it then reads. */
async function sendThenRead(head: string): Promise<string> {
  const { port, hostname } = new URL(t.origin)
  const socket = connect({ port: Number(port), host: hostname })
  const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject))
  failed.catch(() => {})
  const write = (bytes: string | Buffer) =>
    Promise.race([new Promise<void>((resolve) => socket.write(bytes, () => resolve())), failed])
  try {
    await write(`${head}\r\n\r\n`)
    const piece = framed(head.includes(CHUNKED))
    for (let sent = 0; sent < CHUNKS; sent++) await write(piece)
    let text = ''
    const read = new Promise<void>((resolve) => {
      socket.on('data', (bytes) => {
        text += bytes
        const [, length = '', body = ''] = /content-length: (\d+).*?\r\n\r\n(.*)$/is.exec(text) ?? []
        if (length !== '' && Buffer.byteLength(body) >= Number(length)) resolve()
      })
      socket.once('end', resolve)
    })
    await Promise.race([read, failed])
    return text
  } finally {
    socket.destroy()
  }
}

it.each([
  ['is too large', 413, `POST /v1/user/tokens HTTP/1.1\r\n${HEAD}\r\n${AUTHORIZED}\r\n${LONG}`],
  ['becomes too large', 413, `POST /v1/user/tokens HTTP/1.1\r\n${HEAD}\r\n${AUTHORIZED}\r\n${CHUNKED}`],
  ['has no token', 401, `POST /v1/user/tokens HTTP/1.1\r\n${HEAD}\r\n${LONG}`],
  [
    'has another type',
    415,
    `POST /v1/user/tokens HTTP/1.1\r\nHost: quire\r\nContent-Type: text/plain\r\n${AUTHORIZED}\r\n${LONG}`,
  ],
  [
    'has another encoding',
    415,
    `POST /v1/user/tokens HTTP/1.1\r\n${HEAD}\r\n${AUTHORIZED}\r\nContent-Encoding: gzip\r\n${LONG}`,
  ],
  ['is a document without a token', 413, `POST /graphql HTTP/1.1\r\n${HEAD}\r\n${LONG}`],
  ['becomes a long document without a token', 413, `POST /graphql HTTP/1.1\r\n${HEAD}\r\n${CHUNKED}`],
  ['is a document that is too large', 413, `POST /graphql HTTP/1.1\r\n${HEAD}\r\n${AUTHORIZED}\r\n${LONG}`],
  ['is sent to an unknown path', 404, `POST /elsewhere HTTP/1.1\r\n${HEAD}\r\n${LONG}`],
  [
    'is sent to an unknown site',
    404,
    `POST /sites/org_x/sit_x HTTP/1.1\r\n${HEAD.replace('quire', 'localhost')}\r\n${LONG}`,
  ],
  ['is sent to two hosts', 400, `POST /v1/user/tokens HTTP/1.1\r\n${HEAD}\r\nHost: other\r\n${LONG}`],
  ['follows bytes that are not HTTP', 400, 'nonsense'],
])(
  'a client that sends all of a body before it reads gets the response if the body %s',
  async (_what, status, head) => {
    expect(await sendThenRead(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expectNoFaults(t)
  },
)
