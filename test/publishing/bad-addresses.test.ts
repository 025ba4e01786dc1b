import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { open, ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { statementsOf } from '../support/statements.ts'

const UPGRADE = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'MDEyMzQ1Njc4OTAxMjM0NQ=='],
  ['Sec-WebSocket-Protocol', 'graphql-transport-ws'],
].flat()

/** The status of a request with exactly these headers. */
function statusOf(app: TestApp, path: string, headers: readonly string[]): Promise<number> {
  const { port, hostname } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname })
    const pairs = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`))
    socket.once('error', reject).once('data', (bytes) => {
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(bytes))?.[1]))
      socket.destroy()
    })
    socket.write(`GET ${path} HTTP/1.1\r\n${pairs.join('')}\r\n`)
  })
}

const upgradeAt = (app: TestApp, host: string) => statusOf(app, '/graphql', ['Host', host, ...UPGRADE])

let t: TestApp
let owner: SiteOwner
let spaceId: string
let site: PublishedSiteInTest

ownSites(async (given) => {
  owner = given
  t = owner.t
  spaceId = (await owner.space('Guide', [page('Start')])).id
  site = await owner.site([spaceId])
})

it.each([
  ['dots', '/../../../etc/passwd', 404],
  ['encoded dots', '/%2e%2e/%2e%2e/secret', 404],
  ['an encoded slash', '/start%2Fsetup', 404],
  ['a zero byte', '/%00', 404],
  ['a zero byte in a file', '/~files/%00/a.png', 404],
  ['a broken encoding', '/%E0%A4%A', 400],
  ['empty segments', '//start//', 200],
  ['a path of 4 kB', `/${'a'.repeat(4_000)}`, 414],
  ['a path of 500 segments', '/a'.repeat(500), 404],
  ['a query of 2 kB', `/?q=${'a'.repeat(2_000)}`, 414],
  ['a file that does not exist', '/~files/fil_x.abc/a.png', 404],
  ['a file without a name', '/~files', 404],
  ['an asset that does not exist', '/~assets/none.css', 404],
  ['a branch that does not exist', '/~nav/pag_none', 404],
  ['a PDF of a page that does not exist', '/~pdf/pag_none.pdf', 404],
  ['a forged preview', '/~preview/a.b.c/', 404],
  ['a key of another site', '/~/abcdef/start', 200],
  ['a part of a sitemap that does not exist', '/sitemap-sps_none-1.xml', 404],
  ['quotes', `/"'><script>alert(1)</script>`.replaceAll(/[<>"]/g, (mark) => encodeURIComponent(mark)), 404],
])('the server answers %s with a page', async (_what, path, status) => {
  const answer = await site.open(path)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^text\/html/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.body).not.toContain('<script>alert')
})

it.each([
  ['an unknown site', '/sites/org_none/sit_none/', 404],
  ['an organization without a site', '/sites/org_none', 404],
  ['no organization', '/sites', 404],
])('the server answers %s with a page', async (_what, path, status) => {
  const answer = await open(t, path)
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
})

it('the server accepts hosts that are not valid, and cookies of other servers', async () => {
  expect((await site.open('/', { host: '"><script>' })).status).toBe(404)
  expect(
    (await site.open('/', { cookie: `quire-claims=%%%; quire-visitor=; a=${'b'.repeat(9_000)}` })).status,
  ).toBe(200)
})

it('the server limits the requests of an address', async () => {
  const limited = await startApp({ sharing: t, environment: { RATE_LIMIT: '3' } })
  try {
    const statuses = []
    for (let count = 0; count < 4; count += 1) statuses.push((await open(limited, `${site.base}/`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await open(limited, `${site.base}/`)).headers['retry-after']).toBeDefined()
  } finally {
    await limited.close()
  }
})

it('the server charges the address before it looks up an unknown host', async () => {
  // Not shared: another test has spent the points of this address.
  const limited = await startApp({ environment: { RATE_LIMIT: '40' } })
  try {
    const lookUps = await statementsOf(limited, async () => {
      for (let count = 0; count < 60; count += 1) {
        const { status } = await open(limited, '/start', { host: `h${count}.example.com` })
        expect([404, 429]).toContain(status)
      }
    })
    const found = lookUps.filter((text) => text.includes('"hostname" = $1'))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(40)
  } finally {
    await limited.close()
  }
})

it('the server serves sites and the API on origins of their own', async () => {
  const apart = await startApp({
    sharing: t,
    environment: { SITES_URL: 'http://pages.example.com', PUBLIC_URL: 'http://api.example.com' },
  })
  try {
    const at = async (host: string, path: string) => (await open(apart, path, { host })).status
    expect(await at('pages.example.com', `${site.base}/`)).toBe(200)
    expect(await at('api.example.com', `${site.base}/`)).toBe(404)
    expect(await at('api.example.com', '/v1/orgs')).toBe(401)
    expect(await at('pages.example.com', '/v1/orgs')).toBe(404)
    expect(await at('pages.example.com', '/graphql')).toBe(404)
    expect(await at('pages.example.com', '/app/')).toBe(404)
    const console = await open(apart, '/app/', { host: 'api.example.com' })
    expect(console.status).toBe(200)
    expect(console.headers['content-security-policy']).toContain("frame-src 'self' http://pages.example.com;")
    expect(await at('pages.example.com', '/healthz')).toBe(200)
    expect(await at('pages.example.com', '/livez')).toBe(200)
    expect(await upgradeAt(apart, 'pages.example.com')).toBe(404)
    expect(await upgradeAt(apart, 'api.example.com')).toBe(101)
  } finally {
    await apart.close()
  }
})

it('the server opens no WebSocket of the API at the hostname of a site', async () => {
  const other = await owner.site([spaceId])
  await other.send('PATCH', '', { hostname: 'docs.example.com' })
  expect((await open(t, '/', { host: 'docs.example.com' })).status).toBe(200)
  expect((await open(t, '/graphql', { host: 'docs.example.com' })).headers['content-type']).toMatch(/html/)
  expect(await upgradeAt(t, 'docs.example.com')).toBe(404)
  expect(await upgradeAt(t, 'elsewhere.example.com')).toBe(101)
  expect(await upgradeAt(t, new URL(t.origin).host)).toBe(101)
})

it('the server rejects a request with two hosts, at sites, at the API and for a WebSocket', async () => {
  const rawHosts = ['docs.example.com', new URL(t.origin).host].flatMap((host) => ['Host', host])
  for (const path of [`${site.base}/`, '/v1/user', '/healthz', '/']) {
    expect(await statusOf(t, path, rawHosts), path).toBe(400)
  }
  expect(await statusOf(t, '/graphql', [...rawHosts, ...UPGRADE])).toBe(400)
})
