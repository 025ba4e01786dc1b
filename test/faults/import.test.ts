import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { largeArchive } from '../support/large-archive.ts'
import { call, newSpace } from './calls.ts'
import { Nodes } from './node.ts'

const PATIENCE = { timeout: 90_000, interval: 100 }
const MIB = 1024 * 1024
const archive = Buffer.concat([...largeArchive({ 'README.md': '# Home\n' }, { files: 12, bytes: MIB })])

let db: TestDatabase
let nodes: Nodes
let downloads = 0
/** Whether downloads stop in the middle, until the node is killed. */
let isStuck = false
const site = createServer((_request, response) => {
  downloads += 1
  response.setHeader('content-length', archive.length)
  if (isStuck) response.write(archive.subarray(0, 9 * MIB))
  else response.end(archive)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  db = await openTestDatabase()
  nodes = new Nodes(db.url, { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1', JOB_LEASE_MS: '1000' })
})
afterAll(async () => {
  await nodes.end()
  site.closeAllConnections()
  site.close()
  await db.drop()
})

async function startImport(origin: string) {
  const space = await newSpace(origin)
  const { id } = await call(origin, 'POST', `/spaces/${space}/change-requests`, {})
  const content = `/spaces/${space}/change-requests/${id}/content`
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/docs.zip`
  const { id: importId } = await call(origin, 'POST', `${content}/import`, { url, source: 'zip' })
  return { content, path: `/spaces/${space}/imports/${importId}`, events: `/spaces/${space}/events` }
}

const stateOf = async (origin: string, path: string) => (await call(origin, 'GET', path)).state

async function expectImported(
  origin: string,
  { content, path, events }: Awaited<ReturnType<typeof startImport>>,
) {
  await vi.waitFor(async () => expect(await stateOf(origin, path)).toBe('success'), PATIENCE)
  const { items } = await call(origin, 'GET', `${events}?limit=1000`)
  const types = items.map(({ type }) => type)
  expect(types.filter((type) => type === 'import.completed')).toHaveLength(1)
  expect(types.filter((type) => type === 'change_request.content_changed')).toHaveLength(1)
  expect((await call(origin, 'GET', `${content}/files?limit=1000`)).items).toHaveLength(12)
}

test('an import whose node is killed while it downloads is continued by another one', async () => {
  const doomed = await nodes.start()
  isStuck = true
  const before = downloads
  const started = await startImport(doomed.origin)
  // The request looks at the size; the job downloads.
  await vi.waitFor(() => expect(downloads).toBe(before + 2), PATIENCE)
  await doomed.process.end('SIGKILL')
  isStuck = false
  const other = await nodes.start()
  await expectImported(other.origin, started)
  await other.process.end('SIGKILL')
})

test('an import whose node is killed while it stores files is applied once by another one', async () => {
  const doomed = await nodes.start()
  const { blob } = db.database.prisma
  const before = await blob.count()
  const started = await startImport(doomed.origin)
  await vi.waitFor(async () => expect(await blob.count()).toBeGreaterThan(before), {
    timeout: 60_000,
    interval: 5,
  })
  await doomed.process.end('SIGKILL')
  const other = await nodes.start()
  await expectImported(other.origin, started)
  await other.process.end('SIGKILL')
})
