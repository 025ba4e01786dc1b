import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeCharacters } from '../../src/core/files/content-type.ts'
import type { Space } from '../../src/generated/prisma/client.ts'
import { rangeOf } from '../../src/http/bodies/byte-range.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let editor: Person
let space: Space

// Several chunks, the last one short. Zeros compress, which would make reading a chunk slow.
const BYTES = Buffer.concat([randomBytes(300_000), Buffer.alloc(200_000), randomBytes(777)])
let url: string

beforeAll(async () => {
  t = await startApp()
  space = await t.build.buildSpace()
  editor = await t.build.buildPerson({ organizationId: space.organizationId, role: 'edit' })
  url = await addressOf('noise.bin', BYTES)
})
afterAll(() => t.close())

async function addressOf(name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const { body } = await callRest(t, editor, 'POST', `/spaces/${space.id}/content/files`, { form })
  const [file] = (body as { insertedFiles: { downloadURL: string }[] }).insertedFiles
  return file?.downloadURL ?? ''
}

async function get(headers: Record<string, string> = {}, method = 'GET', address = url) {
  const response = await fetch(address, { method, headers })
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, body }
}

const bytesRead = () => t.db.statements.filter(({ text }) => text.includes('"bytes"'))

describe('a download', () => {
  it('is the file, read in pieces', async () => {
    t.db.statements.length = 0
    const { status, headers, body } = await get()
    expect(status).toBe(200)
    expect(body.equals(BYTES)).toBe(true)
    expect(headers.get('content-length')).toBe(String(BYTES.length))
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(bytesRead()).toHaveLength(8)
  })

  it('is stored so that a piece can be read without the ones before it', async () => {
    const { rows } = await t.db.database.pool.query(
      `SELECT DISTINCT pg_column_compression("bytes") AS compression FROM "Blob"`,
    )
    expect(rows).toEqual([{ compression: null }])
  })

  it('that the client already has reads no bytes', async () => {
    const tag = (await get()).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      t.db.statements.length = 0
      const { status, body, headers } = await get({ 'If-None-Match': known })
      expect({ status, length: body.length }).toEqual({ status: 304, length: 0 })
      expect(headers.get('etag')).toBe(tag)
      expect(bytesRead()).toEqual([])
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('by HEAD returns the size and reads only the beginning', async () => {
    t.db.statements.length = 0
    const { status, headers, body } = await get({}, 'HEAD')
    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 })
    expect(headers.get('content-length')).toBe(String(BYTES.length))
    expect(bytesRead()).toHaveLength(1)
  })

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=131071-131073', 131_071, 131_074],
    ['bytes=400000-', 400_000, BYTES.length],
    ['bytes=-1000', BYTES.length - 1000, BYTES.length],
    ['bytes=10-99999999', 10, BYTES.length],
  ])('returns the range %s', async (range, start, end) => {
    const { status, headers, body } = await get({ Range: range })
    expect(status).toBe(206)
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${BYTES.length}`)
    expect(body.equals(BYTES.subarray(start, end))).toBe(true)
  })

  it('returns a range only if the client has the rest', async () => {
    const tag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
    expect((await get({ Range: 'bytes=0-9', 'If-Range': tag })).status).toBe(206)
    expect((await get({ Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200)
  })

  it('rejects a range outside of the file', async () => {
    const { status, headers } = await get({ Range: `bytes=${BYTES.length}-` })
    expect(status).toBe(416)
    expect(headers.get('content-range')).toBe(`bytes */${BYTES.length}`)
  })

  it('of an empty file, and of a text that is cut inside a character, is unchanged', async () => {
    const empty = await get({}, 'GET', await addressOf('empty.txt', Buffer.alloc(0)))
    expect({ status: empty.status, length: empty.body.length }).toEqual({ status: 200, length: 0 })
    const text = Buffer.from(`a${'€'.repeat(60_000)}`)
    const { headers, body } = await get({}, 'GET', await addressOf('text.md', text))
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(body.equals(text)).toBe(true)
  })

  it('is not found once the space is deleted', async () => {
    const { prisma } = t.db.database
    await prisma.space.update({ where: { id: space.id }, data: { deletedAt: new Date() } })
    expect((await get()).status).toBe(404)
    await prisma.space.update({ where: { id: space.id }, data: { deletedAt: null } })
    expect((await get()).status).toBe(200)
  })
})

describe('a range', () => {
  it.each([
    [undefined, { start: 0, end: 10 }],
    ['bytes=-', { start: 0, end: 10 }],
    ['bytes=5-3', { start: 0, end: 10 }],
    ['bytes=0-1,3-4', { start: 0, end: 10 }],
    ['items=0-1', { start: 0, end: 10 }],
    ['bytes=-20', { start: 0, end: 10 }],
    ['bytes=-0', null],
    ['bytes=10-', null],
    ['bytes=99999999999999999999-', { start: 0, end: 10 }],
  ])('%s of ten bytes', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range)
  })
})

it('a text is cut between characters', () => {
  const text = 'aé€😀z'
  const bytes = Buffer.from(text)
  for (let length = 0; length <= bytes.length; length += 1) {
    const cut = Buffer.from(wholeCharacters(bytes.subarray(0, length)))
    expect(text.startsWith(cut.toString())).toBe(true)
    expect(length - cut.length).toBeLessThanOrEqual(4)
  }
})

describe('the cost of a download', () => {
  const LIMIT = 100
  const spent = ({ headers }: { headers: Headers }) => LIMIT - Number(headers.get('x-ratelimit-remaining'))

  it('depends on the bytes that are sent', async () => {
    const priced = await startApp({ sharing: t, environment: { RATE_LIMIT: String(LIMIT) } })
    const now = Date.now()
    const clock = t.clock.now
    t.clock.now = () => new Date(now)
    try {
      const address = url.replace(t.origin, priced.origin)
      // A point for each started 256 KiB, and one for a request without a body.
      expect(spent(await get({}, 'GET', address))).toBe(2)
      expect(spent(await get({}, 'HEAD', address))).toBe(3)
      expect(spent(await get({ range: 'bytes=0-9' }, 'GET', address))).toBe(4)
    } finally {
      t.clock.now = clock
      await priced.close()
    }
  })
})
