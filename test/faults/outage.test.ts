import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { makeDataDir, ServerProcess } from '../support/server-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const data = makeDataDir()
const given = 'qre_for-the-tests-of-the-process'
const WAIT = { timeout: 30_000, interval: 50 }
let url = ''
let server: ServerProcess
let lobby: pg.Client

beforeAll(async () => {
  url = await createDatabase()
  server = new ServerProcess({
    DATA_DIR: data.path,
    DATABASE_URL: url,
    BOOTSTRAP_TOKEN: given,
    LOG_LEVEL: 'info',
  })
  const address = new URL(inject('clusterUrl'))
  address.pathname = '/quire_lobby'
  lobby = new pg.Client({ connectionString: address.href })
  await lobby.connect()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await lobby.end()
  await dropDatabase(url)
  data.remove()
})

it('an outage of the database is logged once, with the number of failures when it ends, and without secrets', async () => {
  const origin = await server.ready()
  const name = new URL(url).pathname.slice(1)
  const read = async (path = '/v1/orgs') => {
    const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${given}` } })
    await response.arrayBuffer()
    return response
  }
  const lines = () =>
    server.lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const saying = (pattern: RegExp) => lines().filter(({ msg }) => pattern.test(String(msg)))

  expect((await read()).status).toBe(200)
  await lobby.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await lobby.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  await vi.waitFor(async () => expect((await read()).status).toBe(503), WAIT)
  for (let failed = 0; failed < 30; failed += 1) {
    const response = await read()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
  }
  const page = await read('/sites/organization/site/')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await read('/readyz')).status).toBe(503)
  await lobby.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  await vi.waitFor(async () => expect((await read()).status).toBe(200), WAIT)
  await vi.waitFor(() => expect(saying(/^the database responds again/)).not.toEqual([]), WAIT)

  expect(saying(/does not respond/)).toHaveLength(1)
  const [end] = saying(/^the database responds again/)
  expect(end).toMatchObject({ failures: expect.any(Number), seconds: expect.any(Number) })
  expect(Number(end?.failures)).toBeGreaterThanOrEqual(30)
  expect(saying(/request failed/)).toEqual([])
  expect(saying(/no notifications/).length).toBeLessThanOrEqual(1)

  const { stdout, stderr } = await server.end('SIGTERM')
  const output = stdout + stderr
  const password = decodeURIComponent(new URL(url).password)
  for (const secret of [given, password, 'secretKey', 'processID', 'connectionParameters', '"client"']) {
    expect(output).not.toContain(secret)
  }
  expect(output).not.toMatch(/^ +at |\\n +at /m)
  // Every request has a line in the log.
  expect(saying(/^request$/).length).toBeGreaterThanOrEqual(33)
})
