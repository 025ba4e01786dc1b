import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { serveWeb } from '../support/web.ts'
import { Nodes } from './node.ts'

const TOKEN = 'qre_for-the-tests-of-what-may-fail'
const PATIENCE = { timeout: 60_000, interval: 50 }

let db: TestDatabase
let nodes: Nodes
beforeAll(async () => {
  db = await openTestDatabase()
  nodes = new Nodes(db.url, { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1', JOB_LEASE_MS: '1000' })
})
afterAll(async () => {
  await nodes.end()
  await db.drop()
})

test('a node that is killed while it processes a spec is replaced by another one', async () => {
  let requests = 0
  const web = await serveWeb((_request, response) => {
    requests += 1
    // The first request never ends: its node is killed while it waits.
    if (requests > 1) response.end(`openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths: {}\n`)
  })
  const doomed = await nodes.start()
  const call = async (origin: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const { id } = await call(doomed.origin, 'POST', '/orgs', { title: 'Acme' })
  const spec = `/orgs/${id}/openapi/pets`
  await call(doomed.origin, 'PUT', spec, { source: { url: web.origin } })
  await vi.waitFor(() => expect(requests).toBe(1), PATIENCE)
  await doomed.process.end('SIGKILL')
  const other = await nodes.start()
  await vi.waitFor(
    async () =>
      expect(await call(other.origin, 'GET', spec)).toMatchObject({
        processingState: 'complete',
        lastVersion: expect.any(String),
      }),
    PATIENCE,
  )
  const { items } = (await call(other.origin, 'GET', `${spec}/versions`)) as { items: unknown[] }
  expect(items).toHaveLength(1)
})
