import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let people: People
let cast: Company
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
})
afterAll(() => t.close())

type Body = Record<string, unknown>
const org = () => cast.organization.id
const call = async (method: string, path: string, body?: object): Promise<Body> => {
  const answer = await callRest(t, cast.admin, method, `/orgs/${org()}/sites${path}`, body ? { body } : {})
  expect(answer.status, answer.trace).toBeLessThan(300)
  return answer.body as Body
}
const idOf = ({ id }: Body) => id as string

interface Built {
  id: string
  /** By title: the ids of the sections and of the site spaces. */
  sections: Record<string, string>
  siteSpaces: Record<string, string>
}

/** A published site with two sections, the first with two variants, and one section for beta testers in a group. */
async function buildSite(visibility: string): Promise<Built> {
  const id = idOf(await call('POST', '', { title: 'Handbook', visibility }))
  const built: Built = { id, sections: {}, siteSpaces: {} }
  const space = (title: string) => t.build.buildSpace({ organizationId: org(), title })
  for (const title of ['Guide', 'Reference', 'Beta']) {
    const { id: spaceId } = await space(title)
    const section = await call('POST', `/${id}/sections`, { spaceId, title })
    built.sections[title] = idOf(section)
    const [first] = section.siteSpaces as Body[]
    built.siteSpaces[title] = idOf(first ?? {})
  }
  const { id: spaceId } = await space('Guide 2')
  const variant = { spaceId, sectionId: built.sections.Guide }
  built.siteSpaces['Guide 2'] = idOf(await call('POST', `/${id}/site-spaces`, variant))
  await call('POST', `/${id}/section-groups`, { title: 'Early', sections: [built.sections.Beta] })
  await call('PUT', `/${id}/adaptive-schema`, {
    jsonSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { beta: { type: 'boolean', description: 'Takes part in the beta.' } },
    },
  })
  await call('PATCH', `/${id}/sections/${built.sections.Beta}`, { condition: 'visitor.claims.beta === true' })
  await call('POST', `/${id}/publish`)
  return built
}

const published = (
  siteId: string,
  { who = null, query = {}, token }: { who?: { token: string } | null; query?: object; token?: string } = {},
) =>
  callRest(t, token === undefined ? who : { token }, 'GET', `/orgs/${org()}/sites/${siteId}/published`, {
    query: { ...query },
  })

/** The titles of everything in a structure, from the top. */
function titlesIn(body: unknown): unknown[] {
  const { structure } = (body as { structure: { structure: Body[] } }).structure
  const section = (each: Body) => ({
    [String(each.title)]: (each.siteSpaces as Body[]).map(({ title }) => title),
  })
  return structure.map((item) =>
    item.object === 'site-section-group'
      ? { [String(item.title)]: (item.sections as Body[]).map(section) }
      : section(item),
  )
}
const PUBLIC = [{ Guide: ['Guide', 'Guide 2'] }, { Reference: ['Reference'] }]
const ALL = [...PUBLIC, { Early: [{ Beta: ['Beta'] }] }]

const keyOf = async (siteId: string) => String((await call('GET', `/${siteId}/publishing/auth`)).privateKey)
const bytes = (key: string) => new TextEncoder().encode(key)
const sign = (key: string, claims: object, expiresIn = 600) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(t.clock.now().getTime() / 1000) + expiresIn)
    .sign(bytes(key))

describe('a public site', () => {
  it('is read without a token, without what a condition hides', async () => {
    const site = await buildSite('public')
    const answer = await published(site.id)
    expect(answer.status, answer.trace).toBe(200)
    expect(titlesIn(answer.body)).toEqual(PUBLIC)
    expect(answer.body).toMatchObject({
      object: 'published-content-site',
      site: { id: site.id, siteSpaces: 3, urls: { published: `${t.origin}/sites/${org()}/handbook/` } },
    })
    const text = JSON.stringify(answer.body)
    for (const name of ['condition', 'parent', 'position', 'editMode', 'gitSync']) {
      expect(text).not.toContain(`"${name}`)
    }
    // What clients require says nothing to visitors: no level, nothing counted, and nothing allowed but to see it.
    for (const [, value] of text.matchAll(/"(?:comments|changeRequests\w*)":(\d+)/g)) expect(value).toBe('0')
    for (const [, bits] of text.matchAll(/"permissions":(\{[^}]*\})/g)) {
      expect(Object.entries(JSON.parse(bits ?? '{}')).filter(([, may]) => may)).toEqual([['view', true]])
    }
    expect(text).not.toContain('Beta')
  })

  it('shows all of it to members, with conditions, and what is public to other users', async () => {
    const site = await buildSite('public')
    const member = await published(site.id, { who: cast.read })
    expect(titlesIn(member.body)).toEqual(ALL)
    expect(JSON.stringify(member.body)).toContain('visitor.claims.beta === true')
    expect(member.body).toMatchObject({ site: { siteSpaces: 4, permissions: { view: true, edit: false } } })
    for (const who of ['guest', 'stranger'] as const) {
      expect(titlesIn((await published(site.id, { who: cast[who] })).body)).toEqual(PUBLIC)
    }
    const { token } = await t.build.buildToken({ userId: cast.read.user.id, scopes: ['space:read'] })
    expect((await published(site.id, { token })).status).toBe(403)
  })

  it('shows more to a visitor with a verified claim, and ignores wrong tokens', async () => {
    const site = await buildSite('public')
    const key = await keyOf(site.id)
    const titles = async (token: string) => titlesIn((await published(site.id, { token })).body)
    expect(await titles(await sign(key, { beta: true }))).toEqual(ALL)
    expect(await titles(await sign(key, { beta: 'true' }))).toEqual(PUBLIC)
    expect(await titles(await sign(key, { other: true }))).toEqual(PUBLIC)
    expect(await titles(await sign(`${key}x`, { beta: true }))).toEqual(PUBLIC)
    const query = { jwtToken: await sign(key, { beta: true }) }
    expect(titlesIn((await published(site.id, { query })).body)).toEqual(ALL)
  })

  it('is not found while it is not published, for everyone', async () => {
    const site = await buildSite('public')
    await call('POST', `/${site.id}/unpublish`)
    for (const who of [null, cast.read, cast.stranger]) {
      expect((await published(site.id, { who })).status).toBe(404)
    }
    expect((await published('sit_none')).status).toBe(404)
    const other = await callRest(t, null, 'GET', `/orgs/org_none/sites/${site.id}/published`)
    expect(other.status).toBe(404)
  })

  it('does not show deleted spaces', async () => {
    const site = await buildSite('public')
    const row = await t.db.database.prisma.siteSpace.findUniqueOrThrow({
      where: { id: site.siteSpaces.Reference ?? '' },
    })
    expect((await callRest(t, cast.admin, 'DELETE', `/spaces/${row.spaceId}`)).status).toBe(205)
    expect(titlesIn((await published(site.id)).body)).toEqual([PUBLIC[0]])
  })

  it('hides what a condition cannot decide', async () => {
    const site = await buildSite('public')
    const { prisma } = t.db.database
    const set = (condition: string) =>
      prisma.siteSection.update({ where: { id: site.sections.Reference ?? '' }, data: { condition } })
    for (const condition of [
      'visitor.claims.constructor',
      'visitor.__proto__',
      'visitor.claims.nothing.at.all',
      'not an expression (',
      `${'('.repeat(400)}true${')'.repeat(400)}`,
      'visitor.toString()',
    ]) {
      await set(condition)
      const { status, body } = await published(site.id)
      expect(status).toBe(200)
      expect(titlesIn(body), condition).toEqual([PUBLIC[0]])
    }
    await set('true')
    expect(titlesIn((await published(site.id)).body)).toEqual(PUBLIC)
  })
})

it('a published site looks as it was customized, without header links that a condition hides', async () => {
  const site = await buildSite('public')
  const { customizations } = (await published(site.id)).body as { customizations: { site: Body } }
  const links = [
    { title: 'Home', to: null, links: [] },
    { title: 'Testers', to: null, links: [], condition: 'visitor.claims.beta' },
  ]
  await call('PUT', `/${site.id}/customization`, {
    ...customizations.site,
    header: { preset: 'default', links },
  })
  await call('PATCH', `/${site.id}/site-spaces/${site.siteSpaces.Beta}/customization`, { title: 'Early' })
  const seen = async (token?: string) => {
    const { body } = await published(site.id, token === undefined ? {} : { token })
    const { site: own, siteSpaces } = (body as Body).customizations as {
      site: { header: { links: { title: string }[] } }
      siteSpaces: object
    }
    return [own.header.links.map(({ title }) => title), Object.keys(siteSpaces)]
  }
  expect(await seen()).toEqual([['Home'], []])
  const token = await sign(await keyOf(site.id), { beta: true })
  expect(await seen(token)).toEqual([['Home', 'Testers'], [site.siteSpaces.Beta]])
})

describe('a site for share links', () => {
  it('requires a key, and the right one', async () => {
    const site = await buildSite('share-link')
    expect((await published(site.id)).status).toBe(401)
    expect((await published(site.id, { query: { shareKey: 'wrong' } })).status).toBe(404)
    expect((await published(site.id, { who: cast.stranger })).status).toBe(404)
    const other = await buildSite('share-link')
    const link = await call('POST', `/${other.id}/share-links`, { name: 'Other' })
    expect((await published(site.id, { query: { shareKey: keyIn(link) } })).status).toBe(404)
  })

  const keyIn = (link: Body) =>
    new URL((link.urls as { published: string }).published).searchParams.get('shareKey') ?? ''

  it('opens with a link until the link is deactivated or deleted', async () => {
    const site = await buildSite('share-link')
    const link = await call('POST', `/${site.id}/share-links`, { name: 'Partners' })
    const shareKey = keyIn(link)
    const ask = () => published(site.id, { query: { shareKey } })
    const opened = await ask()
    expect(titlesIn(opened.body)).toEqual(PUBLIC)
    const addresses = [...JSON.stringify(opened.body).matchAll(/"published":"([^"]+)"/g)].map(
      ([, url]) => url,
    )
    expect(addresses).toHaveLength(9)
    for (const url of addresses) expect(url).toMatch(new RegExp(`\\?shareKey=${shareKey}$`))
    await call('PATCH', `/${site.id}/share-links/${link.id}`, { active: false })
    expect((await ask()).status).toBe(404)
    await call('PATCH', `/${site.id}/share-links/${link.id}`, { active: true })
    expect((await ask()).status).toBe(200)
    await call('DELETE', `/${site.id}/share-links/${link.id}`)
    expect((await ask()).status).toBe(404)
  })

  it('has the key in the addresses of a list, if it is that of an active link', async () => {
    const site = await buildSite('share-link')
    const link = await call('POST', `/${site.id}/share-links`, { name: 'Partners' })
    const list = async (shareKey: string) => {
      const path = `/orgs/${org()}/sites/${site.id}/site-spaces`
      const { body } = await callRest(t, cast.read, 'GET', path, { query: { shareKey, default: 'true' } })
      return (body as { items: { urls: { published: string } }[] }).items[0]?.urls.published
    }
    const address = `${t.origin}/sites/${org()}/handbook/`
    expect(await list(keyIn(link))).toBe(`${address}?shareKey=${keyIn(link)}`)
    expect(await list('wrong')).toBe(address)
  })
})

describe('a site for authenticated visitors', () => {
  it('requires a token that the current key has signed', async () => {
    const site = await buildSite('visitor-auth')
    expect((await published(site.id)).status).toBe(401)
    const key = await keyOf(site.id)
    const token = await sign(key, { beta: true })
    expect(titlesIn((await published(site.id, { token })).body)).toEqual(ALL)
    expect(titlesIn((await published(site.id, { token: await sign(key, {}) })).body)).toEqual(PUBLIC)
    await call('POST', `/${site.id}/publishing/auth/regenerate`)
    expect(await keyOf(site.id)).not.toBe(key)
    expect((await published(site.id, { token })).status).toBe(404)
    expect((await published(site.id, { token: await sign(await keyOf(site.id), {}) })).status).toBe(200)
  })

  it('records changes of its authentication, and nothing when all values stay the same', async () => {
    const at = `/${(await buildSite('visitor-auth')).id}/publishing/auth`
    const where = { organizationId: org(), type: 'publishing_auth.updated' }
    const updates = () => t.db.database.prisma.event.count({ where })
    const before = await updates()
    await call('PATCH', at, { fallbackURL: 'https://login.example/' })
    expect(await updates()).toBe(before + 1)
    await call('PATCH', at, { backend: 'custom', fallbackURL: 'https://login.example/' })
    await call('PATCH', at, {})
    expect(await updates()).toBe(before + 1)
  })

  it('rejects tokens of other algorithms, times and audiences', async () => {
    const site = await buildSite('visitor-auth')
    const key = await keyOf(site.id)
    const now = Math.floor(t.clock.now().getTime() / 1000)
    const status = async (token: string) => (await published(site.id, { token })).status
    const jwt = (claims: object, alg = 'HS256') =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(bytes(key))
    const { generateKeyPair } = await import('jose')
    const { privateKey } = await generateKeyPair('RS256')
    const wrong = {
      none: new UnsecuredJWT({ exp: now + 600 }).encode(),
      RS256: await new SignJWT({ exp: now + 600 }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
      HS512: await jwt({ exp: now + 600 }, 'HS512'),
      'another key': await sign('another', {}),
      'no expiry': await jwt({}),
      expired: await jwt({ exp: now - 61 }),
      'not yet valid': await jwt({ exp: now + 600, nbf: now + 90 }),
      'another audience': await jwt({ exp: now + 600, aud: 'sit_other' }),
      'another address': await jwt({ exp: now + 600, aud: 'https://other.example/' }),
      'another site of the server': await jwt({
        exp: now + 600,
        aud: `${t.origin}/sites/${org()}/sit_other/`,
      }),
    }
    for (const [name, token] of Object.entries(wrong)) expect(await status(token), name).toBe(404)
    const right = {
      'just expired': { exp: now - 30 },
      'almost valid': { exp: now + 600, nbf: now + 30 },
      'for the site': { exp: now + 600, aud: site.id },
      'for the name': { exp: now + 600, aud: `${t.origin}/sites/${org()}/handbook/` },
      'for the address': { exp: now + 600, aud: ['other', `${t.origin}/sites/${org()}/${site.id}/`] },
    }
    for (const [name, claims] of Object.entries(right))
      expect(await status(await jwt(claims)), name).toBe(200)
    expect(await status('not-a-token')).toBe(401)
    expect(await status(`${await jwt({ exp: now + 600 })}${'x'.repeat(9000)}`)).toBe(401)
  })

  it('is the same in GraphQL, without an API token', async () => {
    const site = await buildSite('visitor-auth')
    const query = `query($id: ID!, $jwtToken: String) { publishedSite(siteId: $id, jwtToken: $jwtToken) { title
      customization { pdf { enabled } }
      structure { items { ... on PublishedSection { title siteSpaces { title space { title } } }
        ... on PublishedSectionGroup { title sections { title siteSpaces { title url } } } } } } }`
    const ask = (who: { token: string } | null, variables: object) =>
      callGraphQL<{ publishedSite: { structure: { items: Body[] } } | null }>(t, who, query, {
        id: site.id,
        ...variables,
      })
    const statusOf = async (variables: object) => (await ask(null, variables)).errors?.[0]?.extensions.status
    expect(await statusOf({})).toBe(401)
    expect(await statusOf({ jwtToken: 'a.b.c' })).toBe(404)
    const jwtToken = await sign(await keyOf(site.id), { beta: true })
    const { data } = await ask(null, { jwtToken })
    expect(data?.publishedSite?.structure.items.map(({ title }) => title)).toEqual([
      'Guide',
      'Reference',
      'Early',
    ])
    expect((await ask(cast.read, {})).data?.publishedSite?.structure.items).toHaveLength(3)
    const closed = await callGraphQL(
      t,
      null,
      '{ publishedSite(siteId: "x") { title } viewer { user { id } } }',
    )
    expect(closed.errors?.[0]?.extensions.status).toBe(401)
  })

  it('does not accept tokens of visitors elsewhere', async () => {
    const site = await buildSite('visitor-auth')
    const token = await sign(await keyOf(site.id), {})
    for (const path of [
      '/orgs',
      `/orgs/${org()}/sites/${site.id}`,
      `/orgs/${org()}/sites/${site.id}/structure`,
    ]) {
      expect((await callRest(t, { token }, 'GET', path)).status, path).toBe(401)
    }
  })
})

it('the server limits how fast keys can be guessed', async () => {
  const site = await buildSite('share-link')
  const limited = await startApp({ sharing: t, environment: { RATE_LIMIT: '500' } })
  try {
    const guess = async (n: number) => {
      const path = `/orgs/${org()}/sites/${site.id}/published`
      return (await callRest(limited, null, 'GET', path, { query: { shareKey: `guess-${n}` } })).status
    }
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push(await guess(n))
    expect(statuses.slice(0, 2)).toEqual([404, 404])
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await limited.close()
  }
})
