import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { expect, it, vi } from 'vitest'
import { defaultCustomization } from '../../src/modules/sites/customization/defaults.ts'
import {
  openWith,
  ownSites,
  type PublishedSiteInTest,
  page,
  type SiteOwner,
} from '../support/published-sites.ts'
import { startTlsServer } from '../support/tls-server.ts'

// Keys of certificates are made, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let owner: SiteOwner

ownSites(
  async (made) => {
    owner = made
  },
  // Other addresses of this machine stay private.
  { OUTBOUND_ALLOW: '127.0.0.1' },
)

interface Named {
  server: string
  signature: string
}

/** A site with an operation of an API at these servers, and what its page says of them. */
async function siteWith(
  servers: string[],
  proxy = true,
): Promise<{ site: PublishedSiteInTest; named: Named[]; body: string }> {
  const json = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    servers: servers.map((url) => ({ url })),
    paths: { '/orders': { post: { summary: 'Order', responses: { 200: { description: 'ok' } } } } },
  })
  const block = '{% swagger src="orders.json" path="/orders" method="post" %}\norders\n{% endswagger %}'
  const space = await owner.space('Tried', [page('Start')])
  const { changes } = await owner.send('POST', `/spaces/${space.id}/content`, {
    changes: [
      {
        operation: 'insert_files',
        files: [{ name: 'orders.json', base64: Buffer.from(json).toString('base64') }],
      },
    ],
  })
  const [file] = JSON.stringify(changes).match(/fil_[a-z0-9]+/g) ?? []
  await owner.edit(space.id, [page('Orders', block.replace('orders.json', `/files/${file}`))])
  const site = await owner.site([space.id])
  if (proxy) await site.send('PUT', '/customization', { ...defaultCustomization, apis: { proxy } })
  const { body } = await site.open('/orders')
  const given = /data-try="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
  const tried = JSON.parse(given) as { servers?: string[]; proxy?: { signatures: string[] } }
  const named = (tried.servers ?? []).map((server, at) => ({
    server,
    signature: tried.proxy?.signatures[at] ?? '',
  }))
  return { site, named, body }
}

async function send(site: PublishedSiteInTest, request: object, headers: Record<string, string> = {}) {
  const answer = await openWith(owner.t, `${site.base}/~try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify({ method: 'POST', path: '/orders', headers: {}, ...request }),
  })
  return { status: answer.status, body: JSON.parse(answer.body || '{}') as Record<string, unknown>, answer }
}

type Seen = { url: string | undefined; headers: IncomingHttpHeaders; body: string }

async function startApi(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: Seen[] = []
  const server = await startTlsServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() })
      respond(request, response)
    })
  })
  return { ...server, seen }
}

it('the site sends what the reader has typed, and nothing that their browser has sent', async () => {
  const api = await startApi((_, response) => {
    response.writeHead(201, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('<script>1</script>')
  })
  const { site, named } = await siteWith([`${api.origin}/v1`])
  const [server] = named
  const typed = {
    headers: { authorization: 'Bearer typed', 'content-type': 'application/json' },
    body: '{"a":1}',
  }
  const { status, body, answer } = await send(
    site,
    { ...server, ...typed, path: '/orders?limit=5' },
    { cookie: 'session=secret', authorization: 'Bearer secret', 'x-forwarded-for': '10.0.0.1' },
  )
  expect([status, body]).toEqual([200, { status: 201, text: '<script>1</script>' }])
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['cache-control']).toBe('no-store')
  const [seen] = api.seen
  expect([seen?.url, seen?.body]).toEqual(['/v1/orders?limit=5', '{"a":1}'])
  expect(seen?.headers).toMatchObject({
    authorization: 'Bearer typed',
    'user-agent': 'Quire',
    host: api.host,
  })
  expect(JSON.stringify(seen?.headers)).not.toMatch(/secret|10\.0\.0\.1|cookie|referer|origin/)
})

it('is off unless the customization turns it on', async () => {
  const api = await startApi((_, response) => response.end())
  const on = await siteWith([`${api.origin}/v1`])
  const off = await siteWith([`${api.origin}/v1`], false)
  expect(off.body).not.toContain('signatures')
  expect((await send(off.site, on.named[0] ?? {})).status).toBe(404)
  expect(api.seen).toEqual([])
})

it('sends to no other server, and nothing beside the one that is named', async () => {
  const api = await startApi((_, response) => response.end())
  const { site, named } = await siteWith([`${api.origin}/v1`])
  const other = await siteWith([`${api.origin}/v1`, 'https://other.example.com'])
  const [own = { server: '', signature: '' }] = named
  const attempts: [number, object][] = [
    [404, { ...own, server: `${api.origin}/v2` }],
    [404, { ...own, server: 'https://169.254.169.254' }],
    [404, { ...own, signature: '' }],
    [404, { ...own, signature: other.named[0]?.signature }],
    [404, { ...other.named[1] }],
    [400, { ...own, path: '/../admin' }],
    [400, { ...own, path: '/%2e%2e/admin' }],
    [400, { ...own, path: '/..\\admin' }],
    [400, { ...own, path: '@evil.example.com/' }],
    [400, { ...own, path: '.evil.example.com/' }],
    [400, { ...own, path: '' }],
    [400, { ...own, path: '/a b' }],
    [400, { ...own, path: '/a\r\nHost: evil' }],
    [400, { ...own, path: `/${'a'.repeat(5_000)}` }],
    [400, { ...own, method: 'CONNECT' }],
    [400, { ...own, method: 'TRACE' }],
    [400, { ...own, method: 'GET / HTTP/1.1\r\nX: y' }],
  ]
  for (const [status, attempt] of attempts) {
    expect([JSON.stringify(attempt), (await send(site, attempt)).status]).toEqual([
      JSON.stringify(attempt),
      status,
    ])
  }
  expect(api.seen).toEqual([])
})

it('accepts no header that would change the request or who sends it', async () => {
  const api = await startApi((_, response) => response.end())
  const { site, named } = await siteWith([api.origin])
  const names = [
    'Host',
    'Cookie',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Expect',
    'X-Forwarded-For',
  ]
  const more = ['Proxy-Authorization', 'Sec-Fetch-Site', 'Forwarded', 'Upgrade', 'a b', 'a\r\nb', 'a:b', '']
  const bad: Record<string, string>[] = [
    ...[...names, ...more].map((name) => ({ [name]: '1' })),
    { 'x-a': '1\r\nHost: evil' },
    { 'x-a': '1\nb' },
    { 'x-a': 'ü' },
    { 'x-a': '1'.repeat(5_000) },
    Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`x-${at}`, '1'])),
  ]
  for (const headers of bad) {
    const attempt = JSON.stringify(headers).slice(0, 60)
    expect([attempt, (await send(site, { ...named[0], headers })).status]).toEqual([attempt, 400])
  }
  expect((await send(site, { ...named[0], body: 'x'.repeat(65_000) })).status).toBe(400)
  expect((await send(site, { ...named[0], body: 'x'.repeat(200_000) })).status).toBe(413)
  expect(api.seen).toEqual([])
})

it('follows no redirect, reads no more than 1 MiB, and waits for no server that is private or broken', async () => {
  const elsewhere = await startApi((_, response) => response.end('elsewhere'))
  const api = await startApi((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(2 * 1024 * 1024, 'a'))
    else if (request.url === '/broken') response.destroy()
    else response.writeHead(302, { location: elsewhere.origin }).end()
  })
  const { site, named } = await siteWith([api.origin, 'https://127.0.0.2:9', 'http://127.0.0.1:9'])
  expect(named.map(({ server }) => server)).toEqual([api.origin, 'https://127.0.0.2:9'])
  const [own, closed] = named
  expect((await send(site, { ...own })).body).toEqual({ status: 302, text: '' })
  expect(elsewhere.seen).toEqual([])
  for (const attempt of [{ ...own, path: '/large' }, { ...own, path: '/broken' }, { ...closed }]) {
    const { status, body } = await send(site, attempt)
    expect([status, typeof body.failed]).toEqual([424, 'string'])
  }
})

it('is charged to the address of the reader, and only pages of the site can use it', async () => {
  const api = await startApi((_, response) => response.end('ok'))
  const { site, named } = await siteWith([api.origin])
  const form = await openWith(owner.t, `${site.base}/~try`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'server=x',
  })
  expect(form.status).toBeGreaterThanOrEqual(400)
  expect((await site.open('/~try')).status).toBe(405)
  await site.send('POST', '/unpublish')
  expect((await send(site, { ...named[0] })).status).toBe(404)
  expect(api.seen).toEqual([])
})
