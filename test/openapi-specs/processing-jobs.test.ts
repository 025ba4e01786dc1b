import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchSource } from '../../src/modules/openapi-specs/processing/fetch-source.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { callRest } from '../support/rest-api.ts'
import { type Answer, serveWeb } from '../support/web.ts'

const HOUR_MS = 60 * 60 * 1000
const environment = { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' }

let t: TestApp
let admin: { token: string }
let organizationId: string
beforeAll(async () => {
  t = await startApp({ environment })
  organizationId = (await t.build.buildOrganization()).id
  admin = await t.build.buildPerson({ organizationId, role: 'admin' })
})
afterAll(() => t.close())

interface Spec {
  processingState: string
  lastVersion?: string
  lastProcessedAt?: string
  lastProcessErrorCode?: string
  lastProcessedErrors: { message: string; line: number }[]
}

const document = (title: string) => `openapi: 3.0.3\ninfo: { title: ${title}, version: '1' }\npaths: {}\n`
const at = (slug: string) => `/orgs/${organizationId}/openapi/${slug}`
const get = async (slug: string) => (await callRest(t, admin, 'GET', at(slug))).body as Spec
const put = async (slug: string, source: object) => {
  const { status } = await callRest(t, admin, 'PUT', at(slug), { body: { source } })
  expect(status).toBeLessThan(300)
}
const idle = async (node = t) => {
  node.app.background.recheck()
  await node.app.background.idle()
}
async function processed(slug: string, source: object): Promise<Spec> {
  await put(slug, source)
  await idle()
  const spec = await get(slug)
  expect(spec.processingState).toBe('complete')
  return spec
}
const titleOf = async (slug: string) => {
  const { body } = await callRest(t, admin, 'GET', `${at(slug)}/versions/latest/content`)
  const [entry] = Object.values(
    (body as { filesystem: Record<string, { info: { title: string } }> }).filesystem,
  )
  return entry?.info.title
}

it('a spec keeps the last valid version when a source fails, with the code and the line', async () => {
  const valid = await processed('kept', { text: document('Good') })
  const web = await serveWeb((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(16 * 1024 * 1024 + 1, 'x'))
    else if (request.url === '/private') response.writeHead(302, { location: 'http://10.0.0.1/x' }).end()
    else response.writeHead(500).end()
  })
  const failures: [object, string, RegExp][] = [
    [{ text: 'openapi: 3.0.0\ninfo: [' }, 'PARSE_ERROR', /./],
    [{ url: `${web.origin}/broken` }, 'FETCH_ERROR', /status 500/],
    [{ url: `${web.origin}/large` }, 'FETCH_ERROR', /16777216|large/],
    [{ url: `${web.origin}/private` }, 'FETCH_ERROR', /public internet/],
    [{ url: 'http://127.0.0.1:1/x' }, 'FETCH_ERROR', /could not be reached/],
  ]
  for (const [source, code, message] of failures) {
    const spec = await processed('kept', source)
    expect(spec).toMatchObject({ lastProcessErrorCode: code, lastVersion: valid.lastVersion })
    expect(spec.lastProcessedErrors[0]).toMatchObject({
      message: expect.stringMatching(message),
      line: expect.any(Number),
    })
  }
  const mended = await processed('kept', { text: document('Good') })
  expect(mended).not.toHaveProperty('lastProcessErrorCode')
  expect(mended).toMatchObject({ lastVersion: valid.lastVersion, lastProcessedErrors: [] })
})

it('a source that never ends is reported as FETCH_TIMEOUT', async () => {
  const web = await serveWeb((_request, response) => void response.write('openapi: 3.0.0'))
  const signal = new AbortController().signal
  const result = await fetchSource(createOutbound({ allow: ['127.0.0.1'] }), web.origin, {
    signal,
    timeoutMs: 100,
  })
  expect(result).toMatchObject({ code: 'FETCH_TIMEOUT' })
})

it('a spec uses the newest source when it is replaced while the old one is processed, on two nodes', async () => {
  const other = await startApp({ sharing: t, environment })
  let release = () => {}
  const asked = new Promise<void>((resolve) => {
    release = resolve
  })
  let answer = () => {}
  const slow: Answer = (_request, response) => {
    answer = () => response.end(document('Old'))
    release()
  }
  const web = await serveWeb(slow)
  await put('race', { url: web.origin })
  t.app.background.recheck()
  other.app.background.recheck()
  await asked
  expect((await get('race')).processingState).toBe('progress')
  await put('race', { text: document('New') })
  expect((await get('race')).processingState).toBe('pending')
  answer()
  await idle()
  await idle(other)
  await idle()
  expect((await get('race')).processingState).toBe('complete')
  expect(await titleOf('race')).toBe('New')
  const { body } = await callRest(t, admin, 'GET', `${at('race')}/versions`)
  expect((body as { items: unknown[] }).items).toHaveLength(1)
  await other.close()
})

it('a spec fetches a URL again after hours, with its tag, and writes only the row of the spec if nothing changed', async () => {
  let title = 'First'
  const web = await serveWeb((request, response) => {
    const etag = `"${title}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag }).end(document(title))
  })
  const first = await processed('fresh', { url: web.origin })
  const refreshed = async () => {
    const start = t.clock.now().getTime() + 7 * HOUR_MS
    t.clock.now = () => new Date(start)
    // A node runs its periodic work when it starts.
    const node = await startApp({ sharing: t, environment })
    node.clock.now = () => new Date(start)
    await expect
      .poll(async () => (await get('fresh')).lastProcessedAt, { timeout: 20_000 })
      .not.toBe(first.lastProcessedAt)
    await idle(node)
    await node.close()
    return get('fresh')
  }
  const events = () => t.db.database.prisma.event.count({ where: { organizationId } })
  const before = await events()
  const same = await refreshed()
  expect(web.requests).toHaveLength(2)
  expect(web.requests[1]?.headers['if-none-match']).toBe('"First"')
  expect(same.lastVersion).toBe(first.lastVersion)
  expect(await events()).toBe(before)
  title = 'Second'
  first.lastProcessedAt = same.lastProcessedAt ?? ''
  const changed = await refreshed()
  expect(changed.lastVersion).not.toBe(first.lastVersion)
  expect(await titleOf('fresh')).toBe('Second')
  expect(await events()).toBe(before + 1)
})
