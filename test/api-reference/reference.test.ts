import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'

// All operations are described and rendered, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const t = await appForFile()
const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.http.inject({ url, headers: { accept: HTML, ...headers } })

type Described = Record<string, Record<string, { operationId: string; summary: string; tags: string[] }>>
const { paths, webhooks } = (await get('/v1/openapi.json')).json<{ paths: Described; webhooks: object }>()
const described = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([
      method,
      {
        operationId,
        summary,
        tags: [tag = ''],
      },
    ]) => ({
      path,
      method: method.toUpperCase(),
      operationId,
      summary,
      tag: tag.toLowerCase().replaceAll(' ', '-'),
    }),
  ),
)
const tags = [...new Set(described.map(({ tag }) => tag))]

describe('the reference of the REST API', () => {
  it('lists every operation on the page of its tag, and every message', async () => {
    const pages = new Map<string, string>()
    for (const tag of [...tags, 'webhook-messages']) pages.set(tag, (await get(`/docs/${tag}`)).body)
    for (const { tag, operationId } of described) {
      expect(pages.get(tag), operationId).toContain(`href="/docs/${tag}/${operationId}"`)
    }
    for (const name of Object.keys(webhooks)) {
      expect(pages.get('webhook-messages'), name).toContain(`href="/docs/webhook-messages/${name}"`)
    }
    const { body } = await get('/docs')
    for (const tag of tags) expect(body).toContain(`href="/docs/${tag}"`)
  })

  it('has a page for each operation: parameters, schemas, examples and the form', async () => {
    const { body, statusCode } = await get('/docs/comments/postCommentInSpace')
    expect(statusCode).toBe(200)
    expect(body).toContain('<span class="method post">POST</span> <code>/spaces/{spaceId}/comments</code>')
    for (const title of ['curl', 'JavaScript', 'Python', 'Go', 'Ruby', 'PHP', 'Java']) {
      expect(body).toContain(`>${title}</`)
    }
    expect(body).toContain(`curl --request POST`)
    expect(body).toContain('data-try=')
    expect(body).toContain('&quot;servers&quot;:[&quot;/v1&quot;]')
    expect(body).toContain('aria-current="page"')
  })

  it('stays small, is compressed, and is not sent again to a browser that has it', async () => {
    for (const { tag, operationId } of described.filter((_, at) => at % 12 === 0)) {
      const response = await get(`/docs/${tag}/${operationId}`, { 'accept-encoding': 'br' })
      expect(response.headers['content-encoding'], operationId).toBe('br')
      expect(response.rawPayload.length, operationId).toBeLessThan(40_000)
      const etag = String(response.headers.etag)
      expect((await get(`/docs/${tag}/${operationId}`, { 'if-none-match': etag })).statusCode).toBe(304)
    }
    const response = await get('/docs', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(response.rawPayload).toString()).toContain('Quire REST API')
  })

  it('loads files that never change, and has no script in its pages', async () => {
    const { body, headers } = await get('/docs')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(body.match(/<script(?![^>]*\ssrc=)/g)).toBeNull()
    const files = [...body.matchAll(/(?:src|href)="(\/docs\/~assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(4)
    for (const path of files) {
      const file = await get(path)
      expect([path, file.statusCode]).toEqual([path, 200])
      expect(file.headers['cache-control']).toContain('immutable')
    }
  })

  it.each([
    ['postCommentInSpace', 'postCommentInSpace'],
    ['post comment', 'postCommentInSpace'],
    ['/spaces/{spaceId}/comments', 'listCommentsInSpace'],
    ['POST /spaces/{spaceId}/comments', 'postCommentInSpace'],
    ['authenticated user', 'getAuthenticatedUser'],
    ['webhook comment.posted', 'comment.posted'],
  ])('finds operations by ID, path and summary: %s', async (query, expected) => {
    const url = `/docs/~search?q=${encodeURIComponent(query)}`
    const { results } = (await get(url, { accept: 'application/json' })).json<{
      results: { href: string }[]
    }>()
    expect(results.slice(0, 3).map(({ href }) => href.split('/').at(-1))).toContain(expected)
    expect((await get(url)).body).toContain(results[0]?.href)
  })

  it('finds nothing without a failure', async () => {
    for (const query of ['', '(((', 'a'.repeat(5_000), 'zzzzz', '%00']) {
      const response = await get(`/docs/~search?q=${encodeURIComponent(query)}`, { accept: '*/*' })
      expect([query.slice(0, 5), response.statusCode]).toEqual([query.slice(0, 5), 200])
    }
  })

  it('returns 404 for other paths: a page to people, an error to programs', async () => {
    const page = await get('/docs/nothing/here')
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('href="/docs"')
    const failure = await get('/docs/nothing', { accept: '*/*' })
    expect(failure.json()).toMatchObject({ error: { code: 404, reason: 'not_found' } })
  })
})
