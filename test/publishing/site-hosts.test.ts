import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import {
  hrefsIn,
  open,
  ownSites,
  type PublishedSiteInTest,
  page,
  SiteOwner,
} from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

const SCRIPT = 'document.title = "changed"'

let t: TestApp
let owner: SiteOwner
let space: { id: string; pages: string[] }

ownSites(
  async (made) => {
    owner = made
    t = owner.t
    space = await owner.space('Guide', [page('Start', 'For all.'), page('Second', 'More.')])
    await publishIntegration(owner, 'counter')
  },
  { SITES_HOST_PATTERN: '*.docs.example.com' },
)

/** Publishes an integration with a script and a block, and returns its ID. */
async function publishIntegration(by: SiteOwner, name: string): Promise<string> {
  const { urls } = await by.send('POST', `/integrations/${name}`, {
    organization: by.org,
    title: 'Counter',
    description: 'Counts readers.',
    script: SCRIPT,
    scopes: ['site:script:inject'],
    blocks: [{ id: 'count', title: 'Count' }],
  })
  return /int_[a-z0-9]+/.exec((urls as { publicEndpoint: string }).publicEndpoint)?.[0] ?? ''
}

async function install(by: SiteOwner, name: string, siteId: string): Promise<string> {
  const { id } = await by.send('POST', `/integrations/${name}/installations`, { organization: by.org })
  await by.send('POST', `/integrations/${name}/installations/${id}/sites`, { siteId })
  return String(id)
}

const hostOf = ({ id }: PublishedSiteInTest) => `${id.replace('_', '-')}.docs.example.com`
const portOf = () => new URL(t.origin).port

describe('a site at the host that SITES_HOST_PATTERN generates', () => {
  let site: PublishedSiteInTest
  let at: (path: string, headers?: Record<string, string>) => ReturnType<typeof open>
  beforeAll(async () => {
    site = await owner.site([space.id])
    at = (path, headers = {}) => open(t, path, { host: `${hostOf(site)}:${portOf()}`, ...headers })
  })

  it('is shown there, with links below the root', async () => {
    const { status, body } = await at('/')
    expect(status).toBe(200)
    expect(hrefsIn(body)).toContain('/second')
    expect(body).toContain(`<link rel="canonical" href="http://${hostOf(site)}:${portOf()}/`)
    expect((await at('/second')).status).toBe(200)
    expect((await at('/robots.txt')).body).toContain(`http://${hostOf(site)}:${portOf()}/sitemap.xml`)
  })

  it('has this address in both APIs, which find the site by it', async () => {
    const published = `http://${hostOf(site)}:${portOf()}/`
    const { urls } = await site.send('GET', '')
    expect((urls as { published: string }).published).toBe(published)
    const text = 'query($id: ID!) { site(id: $id) { urls { published } } }'
    const data = await queried<{ site: { urls: { published: string } } }>(t, owner.who, text, { id: site.id })
    expect(data.site.urls.published).toBe(published)
    const resolved = await callRest(t, null, 'POST', '/urls/published', {
      body: { url: `${published}second` },
    })
    expect(resolved.body).toMatchObject({ site: site.id, pathname: 'second' })
    const { url } = await site.send('GET', '/publishing/preview')
    expect(new URL(String(url)).host).toBe(`${hostOf(site)}:${portOf()}`)
  })

  it('is redirected to from the address by path, with keys, tokens and queries', async () => {
    const own = `http://${hostOf(site)}:${portOf()}`
    const moved = async (path: string) => {
      const { status, headers } = await site.open(path)
      return [status, headers.location, headers['set-cookie']]
    }
    expect(await moved('/')).toEqual([308, `${own}/`, undefined])
    expect(await moved('/second?tab=1')).toEqual([308, `${own}/second?tab=1`, undefined])
    expect(await moved('/?shareKey=abc')).toEqual([308, `${own}/~/abc`, undefined])
    expect(await moved('/second?jwt_token=a.b.c')).toEqual([308, `${own}/second?jwt_token=a.b.c`, undefined])
    expect((await open(t, `/sites/${owner.org}/none/`)).status).toBe(404)
  })

  it('serves nothing of the API, and no other site', async () => {
    for (const path of ['/v1/user', '/graphql', `/sites/${owner.org}/${site.id}/`]) {
      expect((await at(path)).status, path).toBe(404)
    }
    const elsewhere = (host: string) => open(t, '/', { host })
    for (const name of ['sit-none', 'docs', 'a.b']) {
      expect((await elsewhere(`${name}.docs.example.com`)).status).toBe(404)
    }
    await site.send('POST', '/unpublish')
    expect((await at('/')).status).toBe(404)
    await site.send('POST', '/publish')
  })

  it('keeps tokens in a cookie of the host alone', async () => {
    const closed = await owner.site([space.id])
    await closed.send('PATCH', '', { visibility: 'visitor-auth' })
    const token = await closed.token({})
    const host = `${hostOf(closed)}:${portOf()}`
    const moved = await open(t, `/?jwt_token=${token}`, { host })
    const [cookie = ''] = moved.headers['set-cookie'] ?? []
    expect([moved.status, moved.headers.location]).toEqual([302, '/'])
    expect(cookie).toBe(`quire-visitor=${token}; Path=/; HttpOnly; SameSite=Lax`)
    expect((await open(t, '/', { host, cookie: `quire-visitor=${token}` })).status).toBe(200)
    expect((await open(t, '/', { host })).status).toBe(401)
  })

  it('loads scripts of integrations, and serves those alone that are installed on the site', async () => {
    const { publicEndpoint } = (await owner.send('GET', '/integrations/counter')).urls as {
      publicEndpoint: string
    }
    const script = `/~scripts/${/int_[a-z0-9]+/.exec(publicEndpoint)?.[0]}/v1.js`
    expect((await at(script)).status).toBe(404)
    const installation = await install(owner, 'counter', site.id)
    expect((await at('/')).body).toContain(`<script src="${script}"`)
    expect(await at(script)).toMatchObject({ status: 200, body: SCRIPT })
    const other = await owner.site([space.id])
    expect((await open(t, script, { host: hostOf(other) })).status).toBe(404)
    // A preview of a site that is not published has blocks as well, whose frames load the script without a token.
    await site.send('POST', '/unpublish')
    expect((await at(script)).status).toBe(200)
    await site.send('POST', '/publish')
    await owner.send('DELETE', `/integrations/counter/installations/${installation}`)
    expect((await at(script)).status).toBe(404)
  })
})

describe('hosts of the server', () => {
  it('cannot be the hostname or the proxy of a site', async () => {
    const site = await owner.site([space.id])
    const update = (body: object) => callRest(t, owner.who, 'PATCH', site.path, { body })
    const other = await owner.site([space.id])
    for (const body of [
      { hostname: hostOf(other) },
      { hostname: 'login.docs.example.com' },
      { proxy: `${hostOf(other)}/docs` },
    ]) {
      const { status, text } = await update(body).then((answer) => ({
        status: answer.status,
        text: JSON.stringify(answer.body),
      }))
      expect([status, text.includes('is a host of this server')]).toEqual([400, true])
    }
    // A row from before the setting was changed is not used either.
    const { prisma } = t.db.database
    await prisma.site.update({ where: { id: site.id }, data: { hostname: hostOf(other) } })
    const { body } = await open(t, '/', { host: hostOf(other) })
    expect(body).toContain(hostOf(other))
    await prisma.site.update({ where: { id: site.id }, data: { hostname: 'login.docs.example.com' } })
    expect((await open(t, '/', { host: 'login.docs.example.com' })).status).toBe(404)
    await prisma.site.delete({ where: { id: site.id } })
  })
})

describe('a proxy', () => {
  it('shows no site of another organization below it', async () => {
    const organization = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const attacker = new SiteOwner(t, organization.id, admin)
    const site = await owner.site([space.id])
    await site.send('PATCH', '', { proxy: 'victim.example/docs' })
    const bait = await attacker.space('Bait', [page('Bait', 'Type your password.')])
    const nested = await attacker.site([bait.id])
    await nested.send('PATCH', '', { proxy: 'victim.example/docs/second' })
    const at = (path: string) => open(t, path, { host: 'victim.example' })
    expect((await at('/docs/second')).body).toContain('More.')
    // The organization itself can have one site below another.
    const own = await owner.site([(await owner.space('Inner', [page('Inner', 'Inside.')])).id])
    await own.send('PATCH', '', { proxy: 'victim.example/docs/inner' })
    await t.db.database.prisma.site.update({ where: { id: site.id }, data: { title: 'Outer' } })
    expect(
      (
        await callRest(t, null, 'POST', '/urls/published', {
          body: { url: 'https://victim.example/docs/inner/' },
        })
      ).body,
    ).toMatchObject({ site: own.id })
  })
})
