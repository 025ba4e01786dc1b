import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { createFactories } from '../support/factories.ts'
import { freePort, makeDataDir, ServerProcess } from '../support/server-process.ts'
import { figure } from './figures.ts'
import { ReverseProxy } from './reverse-proxy.ts'

const CLIENTS = 4
const ROUNDS = 1

const data = makeDataDir()
let db: TestDatabase
let proxy: ReverseProxy
let token: string
let spaceId: string
const nodes = new Map<string, ServerProcess>()

beforeAll(async () => {
  db = await openTestDatabase()
  const build = createFactories(db.database, { now: () => new Date() })
  const space = await build.buildSpace()
  spaceId = space.id
  token = (await build.buildPerson({ organizationId: space.organizationId, role: 'comment' })).token
  const ports = [await freePort(), await freePort()]
  proxy = await ReverseProxy.start(ports.map((port) => `http://127.0.0.1:${port}`))
  for (const port of ports) await start(`http://127.0.0.1:${port}`)
})
afterAll(async () => {
  await proxy.close()
  for (const node of nodes.values()) await node.end('SIGKILL')
  await db.drop()
  data.remove()
})

async function start(origin: string): Promise<void> {
  const node = new ServerProcess({
    PORT: new URL(origin).port,
    DATABASE_URL: db.url,
    DATA_DIR: data.path,
    BOOTSTRAP_TOKEN: 'qre_for-the-tests-of-what-may-fail',
    RATE_LIMIT: '0',
    RUN_JOBS: 'false',
    DRAIN_SECONDS: '3',
  })
  nodes.set(origin, node)
  await node.ready()
  await vi.waitFor(() => expect(proxy.isReady(origin)).toBe(true), { timeout: 60_000, interval: 20 })
}

test('restarting one node after the other behind a proxy fails no request', async () => {
  let isOver = false
  let served = 0
  const failures: string[] = []
  const client = async () => {
    while (!isOver) {
      const body = JSON.stringify({ body: { markdown: 'Hello' } })
      const isWrite = served % 4 === 0
      const answer = await fetch(`${proxy.origin}/v1/spaces/${spaceId}/comments?limit=5`, {
        method: isWrite ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          ...(isWrite ? { 'content-type': 'application/json' } : {}),
        },
        ...(isWrite ? { body } : {}),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
      )
      if (answer.status === 200) served += 1
      else failures.push(`${answer.status} ${answer.text}`)
      // Limits the rate: it is enough that requests are in progress all the time.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [origin, node] of nodes) {
      const before = served
      expect((await node.end('SIGTERM')).code).toBe(0)
      expect(served, failures[0]).toBeGreaterThan(before)
      await start(origin)
    }
  }
  isOver = true
  await Promise.all(clients)
  expect(failures.slice(0, 5)).toEqual([])
  figure(`failed requests of ${served} in ${ROUNDS * 2} restarts behind a proxy`, failures.length, {
    exactly: 0,
  })
})
