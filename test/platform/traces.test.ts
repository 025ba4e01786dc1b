import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createOtlpTracer } from '../../src/platform/observing/otlp-tracer.ts'
import { watchStatements } from '../../src/platform/observing/statement-watch.ts'
import { appForFile } from '../support/app.ts'
import { openRaw, WAIT } from '../support/live.ts'
import { startReceiver } from '../support/receiver.ts'
import { query, send } from '../support/refusals.ts'
import { freePort } from '../support/server-process.ts'
import { type CollectedSpan, startTraceCollector } from '../support/trace-collector.ts'

const collector = await startTraceCollector()
const receiver = await startReceiver()
const tracer = createOtlpTracer({
  endpoint: collector.endpoint,
  serviceName: 'quire-test',
  serviceVersion: '1.2.3',
  onOutage: () => {},
})
const t = await appForFile({
  tracer,
  logLevel: 'info',
  environment: { RUN_JOBS: 'true', OUTBOUND_ALLOW: receiver.host },
})
afterAll(async () => {
  await tracer.close()
  await receiver.close()
  await collector.close()
})
afterEach(() => {
  collector.spans.length = 0
})

const { id: organizationId } = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
const { token } = admin
const spaceId = (await t.build.buildSpace({ organizationId })).id
const comments = `/v1/spaces/${spaceId}/comments`
const SECRET_TEXT = 'a very private remark'

let traces = 0
/** A caller with a trace of its own. */
function callerTrace() {
  const traceId = (++traces).toString(16).padStart(32, 'a')
  const spanId = 'b'.repeat(16)
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } }
}

/** The spans of a trace, once there is one with this name. */
async function spansOf(traceId: string, name: string): Promise<CollectedSpan[]> {
  return vi.waitFor(async () => {
    await tracer.flush()
    const spans = collector.spans.filter((span) => span.traceId === traceId)
    expect(spans.map((span) => span.name)).toContain(name)
    return spans
  }, WAIT)
}

const parentOf = (spans: CollectedSpan[], span: CollectedSpan | undefined) =>
  spans.find(({ spanId }) => spanId === span?.parentSpanId)
const named = (spans: CollectedSpan[], name: string) => spans.find((span) => span.name === name)
const lines = () => t.faults as Record<string, unknown>[]

describe('traces', () => {
  it('continue the trace of the caller: request, operation, loader batches and statements', async () => {
    const { traceId, spanId, headers } = callerTrace()
    expect((await send(t.origin, comments, { token, headers })).status).toBe(200)
    const spans = await spansOf(traceId, 'GET /v1/spaces/:spaceId/comments')
    const request = named(spans, 'GET /v1/spaces/:spaceId/comments')
    expect(request).toMatchObject({ parentSpanId: spanId, kind: 2, service: 'quire-test' })
    expect(request?.attributes).toMatchObject({
      'http.response.status_code': 200,
      'quire.operation': 'comments.list',
    })
    const operation = named(spans, 'comments.list')
    expect(parentOf(spans, operation)).toBe(request)
    const batches = spans.filter(({ name }) => name.startsWith('load '))
    expect(batches.length).toBeGreaterThan(1)
    for (const batch of batches) expect(parentOf(spans, batch)).toBe(operation)
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
    expect(statements.length).toBeGreaterThan(1)
    for (const statement of statements) expect(batches).toContain(parentOf(spans, statement))
    for (const span of spans)
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
  })

  it('show the transaction of a write, in both APIs, and its failure', async () => {
    const rest = callerTrace()
    const json = { body: { markdown: SECRET_TEXT } }
    expect((await send(t.origin, comments, { token, json, headers: rest.headers })).status).toBe(200)
    const written = await spansOf(rest.traceId, 'POST /v1/spaces/:spaceId/comments')
    const commit = named(written, 'COMMIT')
    expect(parentOf(written, commit)?.name).toBe('comments.post')

    const graphql = callerTrace()
    const document = `mutation A($input: PostCommentInput!) { first: postComment(input: $input) { comment { id } }
      second: postComment(input: $input) { comment { id } } }`
    const variables = { input: { spaceId, body: { markdown: SECRET_TEXT } } }
    const { text } = await query(t.origin, document, { token, variables, headers: graphql.headers })
    expect(text).not.toContain('errors')
    const both = await spansOf(graphql.traceId, 'POST /graphql')
    const calls = both.filter(({ name }) => name === 'comments.post')
    expect(calls).toHaveLength(2)
    expect(parentOf(both, parentOf(both, calls[0]))?.name).toBe('POST /graphql')

    const failed = callerTrace()
    await send(t.origin, comments, { token, json: { body: { markdown: '' } }, headers: failed.headers })
    const spans = await spansOf(failed.traceId, 'POST /v1/spaces/:spaceId/comments')
    expect(named(spans, 'comments.post')).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'invalid_input' },
    })
  })

  it('are continued in jobs and webhooks, also by the receiver', async () => {
    const json = { url: receiver.url, events: ['comment.posted'] }
    expect((await send(t.origin, `/v1/orgs/${organizationId}/webhooks`, { token, json })).status).toBe(201)
    const { traceId, headers } = callerTrace()
    await send(t.origin, comments, { token, json: { body: { markdown: SECRET_TEXT } }, headers })
    const received = await receiver.inbox.next()
    const [, receivedTrace, receivedSpan] = String(received.headers.traceparent).split('-')
    expect(receivedTrace).toBe(traceId)
    await t.app.background.idle()
    const spans = await spansOf(traceId, 'POST')
    const outgoing = named(spans, 'POST')
    expect(outgoing).toMatchObject({ spanId: receivedSpan, kind: 3 })
    expect(outgoing?.attributes).toMatchObject({
      'server.address': receiver.host,
      'http.response.status_code': 200,
    })

    const ping = callerTrace()
    const [webhook] = await t.db.database.prisma.webhook.findMany({ where: { organizationId } })
    const path = `/v1/orgs/${organizationId}/webhooks/${webhook?.id}/ping`
    await send(t.origin, path, { method: 'POST', token, headers: ping.headers })
    const job = named(await spansOf(ping.traceId, 'webhooks.deliver'), 'webhooks.deliver')
    expect(job).toMatchObject({ kind: 5, attributes: { 'quire.outcome': 'done', 'quire.attempt': 1 } })
  })

  it('show the statements of published pages, with the route', async () => {
    const { traceId, headers } = callerTrace()
    const made = await send(t.origin, `/v1/orgs/${organizationId}/sites`, {
      token,
      json: { title: 'Docs', spaces: [spaceId] },
    })
    const { id, basename } = JSON.parse(made.text) as { id: string; basename: string }
    await send(t.origin, `/v1/orgs/${organizationId}/sites/${id}/publish`, { token, json: {} })
    await send(t.origin, `/sites/${organizationId}/${basename}/no-such-page`, { headers })
    const spans = await spansOf(traceId, 'GET site page')
    const request = spans.find(({ name }) => name === 'GET site page')
    const statements = spans.filter(({ name }) => name === 'SELECT')
    expect(statements.length).toBeGreaterThan(2)
    expect(statements.every((span) => parentOf(spans, span) === request)).toBe(true)
  })

  it('show processes of git, by their command alone', async () => {
    const { traceId, headers } = callerTrace()
    await send(t.origin, `/v1/spaces/${spaceId}/git/import`, {
      token,
      json: { url: 'https://example.invalid/docs.git', ref: 'refs/heads/main' },
      headers,
    })
    const spans = await spansOf(traceId, 'git version')
    const run = spans.find(({ name }) => name === 'git version')
    expect(parentOf(spans, run)?.name).toMatch(/^git\./)
  })

  it('have a trace for each operation on a WebSocket, and continue that of the writer in its results', async () => {
    const socket = await openRaw(t.origin)
    await socket.init(token)
    const document = `subscription { commentActivity(spaceId: "${spaceId}") { comment { id } } }`
    socket.send({ id: 'a', type: 'subscribe', payload: { query: document } })
    await vi.waitFor(async () => {
      await tracer.flush()
      expect(collector.spans.map(({ name }) => name)).toContain('WebSocket /graphql')
    }, WAIT)
    const { traceId, headers } = callerTrace()
    await send(t.origin, comments, { token, json: { body: { markdown: 'Hello' } }, headers })
    const spans = await spansOf(traceId, 'subscription commentActivity')
    expect(parentOf(spans, named(spans, 'subscription commentActivity'))?.name).toBe('comments.post')
    socket.socket.close()
  })

  it('start again where the header of the caller is invalid', async () => {
    for (const traceparent of ['00-zz-1-01', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, 'x'.repeat(500)]) {
      await send(t.origin, '/v1/user', { token, headers: { traceparent } })
    }
    await vi.waitFor(async () => {
      await tracer.flush()
      const requests = collector.spans.filter(({ name }) => name === 'GET /v1/user')
      expect(requests).toHaveLength(3)
      for (const request of requests) expect(request.parentSpanId ?? '').toBe('')
    }, WAIT)
  })

  it('contain no values of statements, no texts, no tokens and no ids in names', async () => {
    await tracer.flush()
    expect(collector.text).toContain('comments.post')
    expect(collector.text).not.toContain(SECRET_TEXT)
    expect(collector.text).not.toContain(token)
    expect(collector.text).not.toContain(spaceId)
    expect(collector.text).not.toContain(admin.user.displayName)
  })

  it('are named in the lines of requests, slow statements and failed jobs', async () => {
    const { traceId, headers } = callerTrace()
    await send(t.origin, comments, { token, headers })
    await spansOf(traceId, 'GET /v1/spaces/:spaceId/comments')
    const line = lines().find((each) => each.traceId === traceId && each.msg === 'request')
    expect(line?.requestId).toEqual(expect.any(String))

    const slow: unknown[] = []
    const span = tracer.start('GET', 'server')
    const log = pino({}, { write: (text: string) => slow.push(JSON.parse(text)) })
    watchStatements({ metrics: undefined, log, slowMs: 10, planPool: null })?.(
      'SELECT 1',
      1,
      11,
      {
        operation: 'spaces.get',
        requestId: 'a-request',
        span,
      },
      false,
    )
    expect(slow).toMatchObject([{ msg: 'slow statement', traceId: span.traceId, requestId: 'a-request' }])

    const failing = callerTrace()
    await t.db.database.transaction(
      (
        tx,
      ) => tx.$executeRaw`INSERT INTO "QueuedJob" ("name", "payload", "runAt", "maxAttempts", "requestId", "trace")
        VALUES ('webhooks.deliver', '{}', now(), 1, 'a-request', ${failing.headers.traceparent})`,
    )
    t.app.background.onJobQueued()
    await vi.waitFor(() => {
      const failed = lines().find(({ job }) => job === 'webhooks.deliver')
      expect(failed).toMatchObject({ traceId: failing.traceId, requestId: 'a-request' })
    }, WAIT)
  })
})

describe('a collector that is away', () => {
  it('is reported once, and again when it is back, and costs no request', async () => {
    const outages: (string | undefined)[] = []
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300')
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Basic%20eDp5')
    const port = await freePort()
    const away = createOtlpTracer({
      endpoint: `http://127.0.0.1:${port}`,
      serviceName: 'x',
      serviceVersion: '1',
      onOutage: (error) => outages.push(error && 'away'),
    })
    for (let count = 0; count < 3; count++) {
      away.start('GET', 'server').end()
      await away.flush()
    }
    expect(outages).toEqual(['away'])
    const back = await startTraceCollector(port)
    away.start('GET', 'server').end()
    await away.flush()
    expect(outages).toEqual(['away', undefined])
    expect(back.headers.authorization).toBe('Basic eDp5')
    await away.close()
    await back.close()
    vi.unstubAllEnvs()
  })
})
