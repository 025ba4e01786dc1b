import { SignJWT } from 'jose'
import { expect } from 'vitest'
import type { Asked, Entry } from './entry.ts'

const SCRIPT = 'document.title = "changed"'
const SCRIPT_NAME = 'counter'
/** Requests go to the nodes in turns: as many as this reach each of them. */
const NODES = 2

interface Deployment {
  entry: Entry
  /** PUBLIC_URL of the nodes. */
  publicUrl: string
  /** What hosts of sites end with, as the file of the deployment shows it. */
  suffix: string
  /** The first token, from the output of a node. */
  token: string
}

/**
 * Publishes sites through a deployment, and expects each of them at a host of its own, on every node: with its pages, scripts
 * and visitors, and without the APIs.
 */
export async function expectSitesAtTheirHosts(deployment: Deployment): Promise<void> {
  const { entry, publicUrl } = deployment
  const call = caller(deployment)
  const { items: organizations } = await call('/orgs')
  const org = (organizations as { id: string }[])[0]?.id ?? ''
  const { items: spaces } = await call(`/orgs/${org}/spaces`)
  const space = (spaces as { id: string }[])[0]?.id ?? ''
  const publish = async (changes?: object) => {
    const { id } = await call(`/orgs/${org}/sites`, { json: { title: 'Docs', spaces: [space] } })
    const path = `/orgs/${org}/sites/${id}`
    await call(`${path}/publish`, { method: 'POST' })
    if (changes) await call(path, { method: 'PATCH', json: changes })
    const { urls } = await call(path)
    return { id: String(id), path, url: (urls as { published: string }).published }
  }
  const [site, other, closed] = [
    await publish(),
    await publish(),
    await publish({ visibility: 'visitor-auth' }),
  ]
  for (const { id, url } of [site, other, closed]) {
    const expected = new URL('/', publicUrl)
    expected.hostname = `${id.replace('_', '-')}${deployment.suffix}`
    expect(url).toBe(expected.href)
  }

  // Pages are at the host, and their address by path leads there.
  const byPath = `${publicUrl}/sites/${org}/${site.id}/`
  for (let turn = 0; turn < NODES; turn++) {
    const page = await entry.send(site.url)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain(`<link rel="canonical" href="${site.url}`)
    const moved = await entry.send(byPath)
    expect([moved.status, moved.headers.location]).toEqual([308, site.url])
  }

  // The APIs are at their own host alone, WebSockets included.
  const authorization = `Bearer ${deployment.token}`
  for (let turn = 0; turn < NODES; turn++) {
    for (const path of ['/v1/user', '/graphql?query={__typename}']) {
      const statusAt = async (base: string) =>
        (await entry.send(new URL(path, base), { headers: { authorization } })).status
      expect([path, await statusAt(publicUrl), await statusAt(site.url)]).toEqual([path, 200, 404])
    }
    expect(await entry.upgrade(new URL('/graphql', publicUrl).href)).toBe(101)
    expect(await entry.upgrade(new URL('/graphql', site.url).href)).toBe(404)
  }

  await expectScript(deployment, org, { site, other, byPath })
  await expectVisitors(deployment, closed)
}

interface Published {
  id: string
  path: string
  url: string
}

/** Calls the REST API, and returns the body of its answer. */
function caller({ entry, publicUrl, token }: Deployment) {
  return async (path: string, asked: Asked = {}): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, text } = await entry.send(`${publicUrl}/v1${path}`, { ...asked, headers })
    expect(status, `${path}: ${text}`).toBeLessThan(300)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }
}

/** The script of an integration is loaded and served at the host of the site that has installed it, and nowhere else. */
async function expectScript(
  deployment: Deployment,
  organization: string,
  { site, other, byPath }: { site: Published; other: Published; byPath: string },
): Promise<void> {
  const { entry } = deployment
  const call = caller(deployment)
  const { urls } = await call(`/integrations/${SCRIPT_NAME}`, {
    json: {
      organization,
      title: 'Counter',
      description: 'Counts readers.',
      script: SCRIPT,
      scopes: ['site:script:inject'],
    },
  })
  const integration = /int_[a-z0-9]+/.exec((urls as { publicEndpoint: string }).publicEndpoint)?.[0]
  const installations = `/integrations/${SCRIPT_NAME}/installations`
  const { id } = await call(installations, { json: { organization } })
  await call(`${installations}/${id}/sites`, { json: { siteId: site.id } })
  const script = `~scripts/${integration}/v1.js`
  for (let turn = 0; turn < NODES; turn++) {
    expect((await entry.send(site.url)).text).toContain(`<script src="/${script}"`)
    expect(await entry.send(`${site.url}${script}`)).toMatchObject({ status: 200, text: SCRIPT })
    expect((await entry.send(other.url)).text).not.toContain('~scripts')
    expect((await entry.send(`${other.url}${script}`)).status).toBe(404)
    expect(await entry.send(`${byPath}${script}`)).toMatchObject({
      status: 308,
      headers: { location: `${site.url}${script}` },
    })
    expect((await entry.send(new URL(`/${script}`, deployment.publicUrl))).status).toBe(404)
  }
}

/** A visitor has a cookie of the host alone, which every node accepts. */
async function expectVisitors(deployment: Deployment, { path, url }: Published): Promise<void> {
  const { entry } = deployment
  const { privateKey } = await caller(deployment)(`${path}/publishing/auth`)
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('10m')
    .sign(new TextEncoder().encode(String(privateKey)))
  const name = url.startsWith('https:') ? '__Host-quire-visitor' : 'quire-visitor'
  for (let turn = 0; turn < NODES; turn++) {
    expect((await entry.send(url)).status).toBe(401)
    const entered = await entry.send(`${url}?jwt_token=${token}`)
    expect([entered.status, entered.headers.location]).toEqual([302, '/'])
    const [cookie = ''] = entered.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^[\w-]+=\S+; Path=\/; HttpOnly; (Secure; )?SameSite=Lax(; Secure)?$/)
    expect([cookie.split('=')[0], cookie.includes('Secure')]).toEqual([name, url.startsWith('https:')])
    const [pair = ''] = cookie.split(';')
    for (let each = 0; each < NODES; each++) {
      expect((await entry.send(url, { headers: { cookie: pair } })).status).toBe(200)
    }
  }
}
