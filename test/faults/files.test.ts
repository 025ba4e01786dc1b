import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { removeUnusedObjects } from '../../src/modules/revisions/index.ts'
import { fileStorage } from '../../src/server/operation-tools.ts'
import { quire } from '../support/command-line.ts'
import { openTestDatabase } from '../support/database.ts'
import { startRelay } from '../support/relay.ts'
import { TestS3 } from '../support/s3.ts'
import { call, newSpace, TOKEN } from './calls.ts'
import { Nodes } from './node.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const DAY = 24 * 60 * 60 * 1000
/** More than the buffers of all sockets on the way together. */
const LARGE = 30 * 1024 * 1024

const s3 = await TestS3.start()
const relay = await startRelay(Number(new URL(s3.environment.FILES_ENDPOINT ?? '').port))
const db = await openTestDatabase()
const { prisma } = db.database
const withRelay = { ...s3.environment, FILES_ENDPOINT: `http://127.0.0.1:${relay.port}` }
const nodes = new Nodes(db.url, withRelay)
const files = fileStorage(loadConfig(s3.environment))
if (!files) throw new Error('The settings name no storage.')
afterAll(async () => {
  await nodes.end()
  files.close()
  await relay.close()
  await s3.close()
  await db.drop()
})

/** The periodic work, two days later: each upload has ended by then. */
const removeUnused = () =>
  removeUnusedObjects({
    database: db.database,
    files,
    now: new Date(Date.now() + 2 * DAY),
    signal: new AbortController().signal,
  })

const upload = (origin: string, space: string, bytes: Buffer, key: string) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'data.bin')
  return fetch(`${origin}/v1/spaces/${space}/content/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'idempotency-key': key },
    body: form,
  })
}

const filesOf = async (origin: string, space: string) =>
  (await call(origin, 'GET', `/spaces/${space}/content/files`)).items as { downloadURL: string }[]

/** Files of all spaces, each with its object, and nothing else in the bucket. */
async function expectNoOrphans() {
  const blobs = await prisma.blob.findMany({ select: { object: true } })
  const objects = blobs.flatMap(({ object }) => object ?? []).sort()
  expect(await s3.keys()).toEqual(objects)
  expect((await prisma.fileObject.findMany()).map(({ key }) => key).sort()).toEqual(objects)
}

beforeEach(() => {
  relay.silent = false
  relay.stalled = false
})

describe('a node that is killed during an upload to a bucket', () => {
  const moments = [
    ['while it sends the bytes', 'stalled', () => prisma.fileObject.count()],
    ['after the bucket has stored them', 'silent', async () => (await s3.keys()).length],
  ] as const

  test.each(moments)(
    '%s leaves no file, and a repeated upload adds it once',
    async (_when, how, progress) => {
      const [doomed, other] = [await nodes.start(), await nodes.start()]
      const space = await newSpace(other.origin)
      const bytes = randomBytes(3_000_000)
      const before = await progress()
      relay[how] = true
      const lost = upload(doomed.origin, space, bytes, `upload ${how}`).then(
        ({ status }) => `status ${status}`,
        () => 'no response',
      )
      await vi.waitFor(async () => expect(await progress()).toBeGreaterThan(before), PATIENCE)
      const { packets } = relay
      if (how === 'stalled') await vi.waitFor(() => expect(relay.packets).toBeGreaterThan(packets), PATIENCE)
      await doomed.process.end('SIGKILL')
      expect(await lost).toBe('no response')
      relay[how] = false
      relay.cut()

      expect(await filesOf(other.origin, space)).toEqual([])
      const again = await upload(other.origin, space, bytes, `upload ${how}`)
      expect(again.status).toBe(201)
      const replayed = await upload(other.origin, space, bytes, `upload ${how}`)
      expect([replayed.status, await replayed.json()]).toEqual([201, await again.json()])
      // The object of the killed node is still announced, or stored.
      const stored = await prisma.blob.count({ where: { object: { not: null } } })
      expect(await prisma.fileObject.count()).toBe(stored + 1)
      expect(await removeUnused()).toBe(1)
      await expectNoOrphans()
      const [file, ...others] = await filesOf(other.origin, space)
      expect(others).toEqual([])
      const response = await fetch(file?.downloadURL ?? '')
      expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0)
      expect(nodes.bugs()).toEqual([])
      await other.process.end('SIGTERM')
    },
  )
})

/** A download whose client takes nothing after the first bytes until `rest` is called. */
async function slowDownload(url: string): Promise<{ rest: () => Promise<Buffer> }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, resolve).on('error', reject)
  })
  expect(response.statusCode).toBe(200)
  const pieces: Buffer[] = [response.read() ?? Buffer.alloc(0)]
  return {
    rest: async () => {
      for await (const piece of response) pieces.push(piece as Buffer)
      return Buffer.concat(pieces)
    },
  }
}

describe('a download of a file that is moved meanwhile', () => {
  const move = async (to: string) => {
    const environment = { ...withRelay, DATABASE_URL: db.url, NODE_ENV: 'test' }
    const moved = await quire(['move-files', '--to', to], environment)
    expect(moved.code, moved.stderr).toBe(0)
  }

  test('continues from its new place, out of the bucket and into it', async () => {
    const { origin, process } = await nodes.start()
    const space = await newSpace(origin)
    const bytes = randomBytes(LARGE)
    expect((await upload(origin, space, bytes, 'large')).status).toBe(201)
    const url = async () => (await filesOf(origin, space))[0]?.downloadURL ?? ''

    const fromBucket = await slowDownload(await url())
    await move('database')
    expect(await removeUnused()).toBeGreaterThan(0)
    expect(await s3.keys()).toEqual([])
    // The rest of the object is requested again, and it is gone.
    relay.cut()
    expect(Buffer.compare(await fromBucket.rest(), bytes)).toBe(0)

    const fromDatabase = await slowDownload(await url())
    await move('storage')
    expect(await prisma.blob.count({ where: { object: null } })).toBe(0)
    expect(Buffer.compare(await fromDatabase.rest(), bytes)).toBe(0)
    await expectNoOrphans()
    expect(nodes.bugs()).toEqual([])
    await process.end('SIGTERM')
  })
})
