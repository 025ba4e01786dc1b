import { describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import {
  hrefsIn,
  ownSites,
  type PublishedSiteInTest,
  page,
  type SiteOwner,
} from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest
let maker: Person
let readable: string
let closed: string

ownSites(async (made) => {
  owner = made
  t = owner.t
  maker = await t.build.buildPerson({ organizationId: owner.org, role: 'create' })
  const open = await owner.space('Open', [page('Start', 'For all.')])
  readable = (await owner.space('Readable', [page('Lobby', 'For readers.')])).id
  closed = (await owner.space('Closed', [page('Vault', 'For admins alone.')])).id
  await t.db.database.prisma.space.update({ where: { id: readable }, data: { defaultLevel: 'read' } })
  await t.db.database.prisma.space.update({ where: { id: closed }, data: { defaultLevel: null } })
  site = await owner.site([open.id, readable, closed])
  await site.send('POST', '/unpublish')
})

const previews = [
  {
    name: 'rest',
    preview: async (who: Person) => {
      const { body } = await callRest(t, who, 'GET', `${site.path}/publishing/preview`)
      return (body as { url: string }).url
    },
    statusFor: async (who: Person) =>
      (await callRest(t, who, 'GET', `${site.path}/publishing/preview`)).status,
  },
  {
    name: 'graphql',
    preview: async (who: Person) => {
      const text = 'query($id: ID!) { site(id: $id) { preview { url } } }'
      const data = await queried<{ site: { preview: { url: string } } }>(t, who, text, { id: site.id })
      return data.site.preview.url
    },
    statusFor: async (who: Person) => {
      const text = 'query($id: ID!) { site(id: $id) { preview { url } } }'
      const { errors } = await callGraphQL(t, who, text, { id: site.id })
      return errors?.[0]?.extensions.status ?? 200
    },
  },
]

/** The statuses and texts of a preview: as pages, in both APIs, and with the token of its reader. */
async function seenIn(url: string) {
  const token = new URL(url).searchParams.get('preview') ?? ''
  const base = `/~preview/${token}`
  const at = (path: string) => `${url.split('?')[0]}${path}?preview=${token}`
  const resolve = async (path: string) =>
    callRest(t, null, 'POST', '/urls/published', { body: { url: at(path) } })
  const resolvesTo = async (path: string, space: string) =>
    JSON.stringify((await resolve(path)).body).includes(space)
  const home = await site.open(`${base}/`)
  const published = await callRest(t, null, 'GET', `${site.path}/published`, { query: { preview: token } })
  const first = (await resolve('')).body as { apiToken?: string }
  const reader = { token: first.apiToken ?? '' }
  const contentOf = async (space: string) =>
    (await callRest(t, reader, 'GET', `/spaces/${space}/content/pages`)).status
  const search = await site.open(`${base}/~search?q=admins&scope=all`, { accept: 'application/json' })
  return {
    pages: [
      (await site.open(`${base}/readable/lobby`)).status,
      (await site.open(`${base}/closed/vault`)).status,
    ],
    linked: hrefsIn(home.body).some((href) => href.includes('closed')),
    mentioned: JSON.stringify(published.body).includes(closed),
    // A path without a page leads to what the site shows first.
    resolved: [await resolvesTo('readable', readable), await resolvesTo('closed', closed)],
    contents: [await contentOf(readable), await contentOf(closed)],
    found: search.body.includes('Vault'),
    texts: await site.open(`${base}/llms-full.txt`).then(({ body }) => body.includes('For admins alone.')),
  }
}

describe.each(previews)('a preview by $name', ({ preview, statusFor: previewedBy }) => {
  it('shows only what its maker can read, now', async () => {
    const url = await preview(maker)
    const limited = {
      pages: [200, 404],
      linked: false,
      mentioned: false,
      resolved: [true, false],
      contents: [200, 404],
      found: false,
      texts: false,
    }
    expect(await seenIn(url)).toEqual(limited)
    const { prisma } = t.db.database
    await prisma.space.update({ where: { id: readable }, data: { defaultLevel: null } })
    expect(await seenIn(url)).toMatchObject({
      pages: [404, 404],
      resolved: [false, false],
      contents: [404, 404],
    })
    await prisma.space.update({ where: { id: readable }, data: { defaultLevel: 'read' } })
    expect(await seenIn(url)).toEqual(limited)
  })

  it('shows everything to a maker who can read everything', async () => {
    const admin = await t.build.buildPerson({ organizationId: owner.org, role: 'admin' })
    expect(await seenIn(await preview(admin))).toMatchObject({
      pages: [200, 200],
      linked: true,
      resolved: [true, true],
      contents: [200, 200],
      found: true,
      texts: true,
    })
  })

  it('requires a token that can read spaces', async () => {
    const userId = maker.user.id
    const scoped = async (scopes: string[]) => {
      const { token } = await t.build.buildToken({ userId, scopes })
      return previewedBy({ ...maker, token })
    }
    expect(await scoped(['site:read', 'site:publish'])).toBe(403)
    expect(await scoped(['site:read', 'site:publish', 'space:read'])).toBe(200)
  })

  it('shows nothing when its maker is no longer a member', async () => {
    const former = await t.build.buildPerson({ organizationId: owner.org, role: 'create' })
    const url = await preview(former)
    await t.db.database.prisma.member.deleteMany({ where: { userId: former.user.id } })
    expect((await seenIn(url)).pages).toEqual([404, 404])
  })
})
