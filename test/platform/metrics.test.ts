import { describe, expect, it, vi } from 'vitest'
import { serveMetrics } from '../../src/http/metrics.ts'
import { Metrics } from '../../src/platform/observing/metrics.ts'
import { appForFile, startApp } from '../support/app.ts'
import { WAIT } from '../support/live.ts'
import { query, send } from '../support/refusals.ts'

const TOKEN = 'a-token-for-metrics-1234567890'
const metrics = new Metrics()
const t = await appForFile({ metrics, environment: { METRICS_TOKEN: TOKEN, RUN_JOBS: 'true' } })
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'admin' })
const spaceId = (await t.build.buildSpace({ organizationId })).id

/** The value of a series; undefined if there is none. */
async function reading(series: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const growthOf = async (series: string, work: () => Promise<unknown>) => {
  const before = (await reading(series)) ?? 0
  await work()
  return vi.waitFor(async () => {
    const growth = ((await reading(series)) ?? 0) - before
    expect(growth, series).toBeGreaterThan(0)
    return growth
  }, WAIT)
}

const comments = `/v1/spaces/${spaceId}/comments`
const post = () => send(t.origin, comments, { token: person.token, json: { body: { markdown: 'Hello' } } })

await post()

describe('metrics', () => {
  it('count requests and time by API and operation', async () => {
    const rest = 'quire_requests_total{api="rest",operation="comments.list",status="2xx"}'
    expect(await growthOf(rest, () => send(t.origin, comments, { token: person.token }))).toBe(1)
    const refused = 'quire_requests_total{api="rest",operation="comments.list",status="4xx"}'
    expect(await growthOf(refused, () => send(t.origin, comments))).toBe(1)
    const graphql = 'quire_requests_total{api="graphql",operation="spaces.get",status="2xx"}'
    const document = `query AnyName($id: ID!) { space(id: $id) { title } }`
    const variables = { id: spaceId }
    expect(await growthOf(graphql, () => query(t.origin, document, { token: person.token, variables }))).toBe(
      1,
    )
    expect(await reading('quire_request_duration_seconds_count{api="rest",operation="comments.list"}')).toBe(
      2,
    )
  })

  it('count statements by operation, also those of its transaction', async () => {
    const reads = 'quire_sql_statements_total{operation="comments.list"}'
    const read = await growthOf(reads, () => send(t.origin, comments, { token: person.token }))
    expect(read).toBeGreaterThan(0)
    // BEGIN, the change, its event and COMMIT, among others.
    const writes = 'quire_sql_statements_total{operation="comments.post"}'
    expect(await growthOf(writes, post)).toBeGreaterThan(4)
    expect(await reading('quire_sql_seconds_total{operation="comments.post"}')).toBeGreaterThan(0)
  })

  it('show connections, jobs, events, caches, the event loop and memory', async () => {
    const text = await metrics.text()
    for (const name of [
      'quire_pool_connections',
      'quire_pool_waiting',
      'quire_live_connections',
      'quire_subscriptions',
      'quire_subscription_groups',
      'quire_event_position',
      'quire_cache_hits{cache="tokens"}',
      'quire_cache_bytes{cache="graphql_documents"}',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(text, name).toContain(`\n${name} `)
    }
    expect(await reading('quire_event_position')).toBeGreaterThan(0)
  })

  it('have no series for paths, ids or names that clients choose', async () => {
    await query(t.origin, 'query NameOfAClient { viewer { user { id } } }', { token: person.token })
    await send(t.origin, '/v1/no-such-path-of-a-client', { token: person.token })
    const text = await metrics.text()
    expect(text).not.toMatch(/NameOfAClient|no-such-path|usr_|spc_|org_/)
  })

  it('need their own token on the address of the APIs', async () => {
    expect((await send(t.origin, '/metrics')).status).toBe(401)
    expect((await send(t.origin, '/metrics', { token: person.token })).status).toBe(401)
    const { status, text } = await send(t.origin, '/metrics', { token: TOKEN })
    expect(status).toBe(200)
    expect(text).toContain('# TYPE quire_requests_total counter')
  })

  it('are not there without a token in the settings', async () => {
    const plain = await startApp({ sharing: t, apart: true })
    try {
      expect((await send(plain.origin, '/metrics', { token: person.token })).status).toBe(404)
    } finally {
      await plain.close()
    }
  })

  it('are served on a port of their own, and nothing else is', async () => {
    const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
    try {
      const origin = `http://127.0.0.1:${server.port}`
      expect((await fetch(`${origin}/metrics`)).headers.get('content-type')).toContain('text/plain')
      expect((await fetch(`${origin}/v1/user`)).status).toBe(404)
    } finally {
      server.close()
    }
  })
})
