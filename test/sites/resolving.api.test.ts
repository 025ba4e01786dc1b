import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { failedRequests } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let people: People
let cast: Company
let built: Awaited<ReturnType<typeof build>>
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  built = await build()
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
})

type Body = Record<string, unknown>
type Who = { token: string } | null
const org = () => cast.organization.id
const send = async (method: string, path: string, body?: object): Promise<Body> => {
  const answer = await callRest(t, cast.admin, method, path, body ? { body } : {})
  expect(answer.status, answer.trace).toBeLessThan(300)
  return answer.body as Body
}
const inSite = (method: string, path: string, body?: object) => send(method, `${built.path}${path}`, body)

/** A space with a page at `start`, one below it, and one for beta testers. */
async function space(title: string) {
  const { id } = await t.build.buildSpace({ organizationId: org(), title, editMode: 'live' })
  const page = (name: string, more: object = {}) => ({
    operation: 'insert_page',
    title: name,
    document: { markdown: `# ${name}` },
    ...more,
  })
  const { changes } = await send('POST', `/spaces/${id}/content`, {
    changes: [
      page('Start', { ref: 'start' }),
      page('Next', { into: 'start', ref: 'next' }),
      page('Deep', { into: 'next' }),
      page('Secret', { condition: 'visitor.claims.beta === true' }),
    ],
  })
  const pages = (changes as { page: { id: string } }[]).map((change) => change.page.id)
  return { id, pages: pages as [string, string, string, string] }
}

/** A published site with two sections, the first with a variant, and the second for beta testers. */
async function build() {
  const [guide, variant, beta] = [await space('Guide'), await space('Second'), await space('Beta')]
  const { id, basename } = await send('POST', `/orgs/${org()}/sites`, { title: 'Docs' })
  const path = `/orgs/${org()}/sites/${id}`
  const add = async (title: string, spaceId: string) => {
    const { id: sectionId, siteSpaces } = await send('POST', `${path}/sections`, { spaceId, title })
    return { id: sectionId as string, siteSpace: (siteSpaces as { id: string }[])[0]?.id ?? '' }
  }
  const sections = { guide: await add('Guide', guide.id), beta: await add('Beta', beta.id) }
  const { id: second } = await send('POST', `${path}/site-spaces`, {
    spaceId: variant.id,
    sectionId: sections.guide.id,
  })
  await send('PUT', `${path}/adaptive-schema`, {
    jsonSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { beta: { type: 'boolean', description: 'Takes part in the beta.' } },
    },
  })
  await send('PATCH', `${path}/sections/${sections.beta.id}`, { condition: 'visitor.claims.beta === true' })
  await send('POST', `${path}/publish`)
  const url = `${t.origin}/sites/${org()}/${basename}/`
  return { id: id as string, path, url, sections, second: second as string, guide, variant, beta }
}

async function token(claims: object) {
  const { privateKey } = await inSite('GET', '/publishing/auth')
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(t.clock.now().getTime() / 1000) + 600)
    .sign(new TextEncoder().encode(String(privateKey)))
}

interface Found {
  status: number
  /** Of content: the ids, without those that are absent. */
  at?: Body
  redirect?: string
}
const QUERY = `query($url: URL!, $shareKey: String, $redirectOnError: Boolean, $visitor: SiteVisitorInput) {
  resolvePublishedUrl(url: $url, shareKey: $shareKey, redirectOnError: $redirectOnError, visitor: $visitor) {
    ... on PublishedPlace { siteId siteSectionId siteSpaceId spaceId pageId basePath siteBasePath pathname complete canonicalUrl shareKey }
    ... on PublishedRedirect { url } } }`
const present = (body: Body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null))

const apis = [
  {
    name: 'rest',
    resolve: async (who: Who, url: string, more: object = {}): Promise<Found> => {
      const { status, body } = await callRest(t, who, 'POST', '/urls/published', { body: { url, ...more } })
      if (status !== 200) return { status }
      const { redirect, ...at } = body as Body
      if (redirect) return { status, redirect: String(redirect) }
      const { organization: _o, apiToken: _a, ...ids } = at
      return { status, at: ids }
    },
  },
  {
    name: 'rest, with the parameters in the query',
    resolve: async (who: Who, url: string, more: object = {}): Promise<Found> => {
      const { visitor, ...query } = more as { visitor?: { jwtToken?: string; unsignedClaims?: object } }
      // Claims that nothing proves need a body.
      const isPost = visitor?.unsignedClaims !== undefined
      const { status, body } = isPost
        ? await callRest(t, who, 'POST', '/urls/published', { body: { url, ...more } })
        : await callRest(t, who, 'GET', '/urls/published', {
            query: { url, ...query, ...(visitor?.jwtToken ? { visitorAuthToken: visitor.jwtToken } : {}) },
          })
      if (status !== 200) return { status }
      const { redirect, ...at } = body as Body
      if (redirect) return { status, redirect: String(redirect) }
      const { organization: _o, apiToken: _a, ...ids } = at
      return { status, at: ids }
    },
  },
  {
    name: 'graphql',
    resolve: async (who: Who, url: string, more: object = {}): Promise<Found> => {
      const { data, errors } = await callGraphQL<{ resolvePublishedUrl: Body | null }>(t, who, QUERY, {
        url,
        ...more,
      })
      const found = data?.resolvePublishedUrl
      if (!found) return { status: errors?.[0]?.extensions.status ?? 404 }
      if (found.url) return { status: 200, redirect: String(found.url) }
      const { siteId, siteSectionId, siteSpaceId, spaceId, pageId, ...rest } = found
      return {
        status: 200,
        at: present({
          site: siteId,
          siteSection: siteSectionId,
          siteSpace: siteSpaceId,
          space: spaceId,
          page: pageId,
          ...rest,
        }),
      }
    },
  },
]

describe.each(apis)('an address by $name', ({ resolve }) => {
  /** What anyone gets for a path below the site at which there is nothing, with this path. */
  const nowhere = async (path: string): Promise<Found> => {
    const { status, at } = await resolve(null, `${built.url}no-such-page`)
    return { status, at: { ...at, pathname: path, canonicalUrl: `${built.url}${path}/` } }
  }

  it('leads to a section, a site space, a space and a page, for members and anyone', async () => {
    const { url, id, sections, guide, variant, second } = built
    const base = new URL(url).pathname
    const first = {
      site: id,
      siteSection: sections.guide.id,
      siteSpace: sections.guide.siteSpace,
      space: guide.id,
      basePath: base,
      siteBasePath: base,
      complete: true,
    }
    const other = { ...first, siteSpace: second, space: variant.id, basePath: `${base}second/` }
    const expected: [string, object][] = [
      // The variant can follow.
      ['', { ...first, pathname: '', canonicalUrl: url, complete: false }],
      ['guide', { ...first, pathname: '', canonicalUrl: url, complete: false }],
      ['guide/guide', { ...first, pathname: '', canonicalUrl: url }],
      ['start', { ...first, page: guide.pages[0], pathname: 'start', canonicalUrl: `${url}start/` }],
      [
        'guide/start/next/deep/?x=1#y',
        {
          ...first,
          page: guide.pages[2],
          pathname: 'start/next/deep',
          canonicalUrl: `${url}start/next/deep/`,
        },
      ],
      ['second', { ...other, pathname: '', canonicalUrl: `${url}second/` }],
      [
        'second/start/next',
        {
          ...other,
          page: variant.pages[1],
          pathname: 'start/next',
          canonicalUrl: `${url}second/start/next/`,
        },
      ],
    ]
    for (const who of [null, cast.read]) {
      for (const [path, at] of expected)
        expect(await resolve(who, `${url}${path}`), path).toEqual({ status: 200, at })
      // The client looks the page up, so an address without one leads to the site space.
      for (const [path, at, pathname] of [
        ['none', first, 'none'],
        ['start/none', first, 'start/none'],
        ['second/none', other, 'none'],
        ['start/next/deep/more', first, 'start/next/deep/more'],
        ['guide/none', first, 'none'],
      ] as const) {
        const canonicalUrl = `${url}${at === other ? 'second/' : ''}${pathname}/`
        expect(await resolve(who, `${url}${path}`), path).toEqual({
          status: 200,
          at: { ...at, pathname, canonicalUrl },
        })
      }
    }
    for (const wrong of [
      `${t.origin}/sites/${org()}/sit_none/`,
      'https://docs.other.example/',
      `${t.origin}/`,
    ]) {
      expect(await resolve(null, wrong), wrong).toEqual({ status: 404 })
    }
    expect((await resolve(null, 'no url')).status).toBe(400)
    expect((await resolve(null, `${url}%E0%A4%A`)).status).toBe(400)
  })

  it('is hidden where a condition hides its section or its page', async () => {
    const { url, beta, guide } = built
    for (const path of ['beta', 'beta/start', 'secret']) {
      expect(await resolve(null, `${url}${path}`), path).toEqual(await nowhere(path))
      expect((await resolve(cast.read, `${url}${path}`)).status, path).toBe(200)
    }
    const tester = { visitor: { jwtToken: await token({ beta: true }) } }
    expect((await resolve(null, `${url}beta/start`, tester)).at).toMatchObject({
      space: beta.id,
      page: beta.pages[0],
    })
    expect((await resolve(null, `${url}secret`, tester)).at).toMatchObject({ page: guide.pages[3] })
    const unproven = { visitor: { unsignedClaims: { beta: true } } }
    expect((await resolve(null, `${url}secret`, unproven)).at).not.toHaveProperty('page')
  })

  it('opens what a visitor sees first, where the default is hidden', async () => {
    const { url, sections, second } = built
    await inSite('PATCH', `/site-spaces/${sections.guide.siteSpace}`, { condition: 'visitor.claims.beta' })
    expect(await resolve(null, url)).toEqual({ status: 200, redirect: `${url}second/` })
    await inSite('PATCH', `/site-spaces/${second}`, { condition: 'visitor.claims.beta' })
    expect(await resolve(null, url)).toEqual({ status: 404 })
  })

  it('is redirected by the redirects of the site, as far as the caller sees where they lead', async () => {
    const { url, sections, guide, beta } = built
    const redirect = (source: string, destination: object, more: object = {}) =>
      inSite('POST', '/redirects', { source, destination, ...more })
    await redirect('/old', { kind: 'external', url: 'https://example.com/new' })
    await redirect('/start', { kind: 'site-section', siteSectionId: sections.beta.id })
    const toPage = (siteSpaceId: string, pageId: string) => ({ kind: 'site-page', siteSpaceId, pageId })
    await redirect('/v1/deep', toPage(sections.guide.siteSpace, guide.pages[2]))
    await redirect('/v1/secret', toPage(sections.guide.siteSpace, guide.pages[3]))
    await redirect('/v1/beta', toPage(sections.beta.siteSpace, beta.pages[0]))
    const open = { kind: 'site-section', siteSectionId: sections.guide.id }
    await redirect('/v0/*', open, { captureWildcard: true })
    await redirect('/unused', open, { draft: true })
    const ask = async (who: Who, path: string) => (await resolve(who, `${url}${path}`)).redirect
    for (const who of [null, cast.read]) {
      expect(await ask(who, 'old')).toBe('https://example.com/new')
      expect(await ask(who, 'v1/deep/')).toBe(`${url}start/next/deep/`)
      expect(await ask(who, 'v0/start/next')).toBe(`${url}start/next/`)
      expect((await resolve(who, `${url}unused`)).at).toMatchObject({ pathname: 'unused' })
    }
    expect(await ask(cast.read, 'v1/secret')).toBe(`${url}secret/`)
    expect(await ask(cast.read, 'v1/beta')).toBe(`${url}beta/start/`)
    expect(await ask(cast.read, 'start')).toBe(`${url}beta/`)
    for (const path of ['v1/secret', 'v1/beta'])
      expect(await resolve(null, `${url}${path}`)).toEqual(await nowhere(path))
    // The page below the redirect that the visitor does not see.
    expect((await resolve(null, `${url}start`)).at).toMatchObject({ page: guide.pages[0] })
  })

  it('takes a share key in its path, in its query or beside it', async () => {
    const { url } = built
    await inSite('PATCH', '', { visibility: 'share-link' })
    const { urls } = await inSite('POST', '/share-links', { name: 'Press' })
    const shared = new URL((urls as { published: string }).published)
    const key = shared.searchParams.get('shareKey') ?? ''
    expect(await resolve(null, url)).toEqual({ status: 401 })
    expect(await resolve(cast.stranger, url)).toEqual({ status: 404 })
    for (const wrong of [`${url}~/wrong/`, `${url}?shareKey=wrong`]) {
      expect(await resolve(null, wrong)).toEqual({ status: 404 })
    }
    for (const [address, more] of [
      [`${url}~/${key}/start`, {}],
      [`${url}start?shareKey=${key}`, {}],
      [`${url}start`, { shareKey: key }],
    ] as const) {
      expect((await resolve(null, address, more)).at).toMatchObject({ shareKey: key, pathname: 'start' })
    }
    await inSite('POST', '/redirects', {
      source: '/old',
      destination: { kind: 'site-section', siteSectionId: built.sections.guide.id },
    })
    expect((await resolve(null, `${url}old?shareKey=${key}`)).redirect).toBe(`${url}?shareKey=${key}`)
  })

  it('redirects visitors who are not authenticated, if it is asked to', async () => {
    const { url } = built
    await inSite('PATCH', '', { visibility: 'visitor-auth' })
    expect(await resolve(null, url)).toEqual({ status: 401 })
    const wrong = { visitor: { jwtToken: 'a.b.c' } }
    expect(await resolve(null, url, wrong)).toEqual({ status: 404 })
    const asked = { redirectOnError: true }
    expect(await resolve(null, url, asked)).toEqual({ status: 401 })
    await inSite('PATCH', '/publishing/auth', { fallbackURL: 'https://login.example/' })
    for (const more of [asked, { ...asked, ...wrong }]) {
      expect(await resolve(null, url, more)).toEqual({ status: 200, redirect: 'https://login.example/' })
    }
    expect((await resolve(null, url, { visitor: { jwtToken: await token({}) } })).status).toBe(200)
  })

  it('can be that of a hostname or a proxy', async () => {
    const host = `docs${built.id.slice(-8)}.acme.example`
    await inSite('PATCH', '', { hostname: host })
    expect((await resolve(null, `https://${host}/second/start`)).at).toMatchObject({ pathname: 'start' })
    await inSite('PATCH', '', { hostname: null, proxy: `${host}/a/b` })
    expect((await resolve(null, `https://${host}/a/b/second/start`)).at).toMatchObject({
      pathname: 'start',
      basePath: '/a/b/second/',
    })
    expect(await resolve(null, `https://${host}/a/second/start`)).toEqual({ status: 404 })
    expect(await resolve(null, `https://${host}/second/start`)).toEqual({ status: 404 })
    await inSite('POST', '/unpublish')
    expect(await resolve(cast.admin, `https://${host}/a/b/`)).toEqual({ status: 404 })
  })

  it('shows a preview for an hour, also of a site that is not published', async () => {
    const { id, path, second } = built
    await inSite('POST', '/unpublish')
    const preview = async (query = {}) =>
      (await callRest(t, cast.create, 'GET', `${path}/publishing/preview`, { query })).body as { url: string }
    const { url } = await preview()
    expect((await resolve(null, url)).at).toMatchObject({ site: id, pathname: '' })
    const within = new URL(url)
    within.pathname += 'beta/start'
    expect((await resolve(null, within.href)).at).toMatchObject({ pathname: 'beta/start' })
    expect((await resolve(null, within.href)).at).not.toHaveProperty('page')
    const forTesters = new URL((await preview({ claims: '{"beta":true}' })).url)
    forTesters.pathname += 'beta/start'
    expect((await resolve(null, forTesters.href)).at).toMatchObject({ space: built.beta.id })
    expect((await resolve(null, (await preview({ siteSpace: second })).url)).at).toMatchObject({
      siteSpace: second,
    })
    const published = (query: Record<string, string>) =>
      callRest(t, null, 'GET', `${path}/published`, { query })
    expect((await published({ preview: within.searchParams.get('preview') ?? '' })).status).toBe(200)
    expect((await published({ preview: 'a.b.c' })).status).toBe(404)
    expect((await published({})).status).toBe(404)
    expect((await callRest(t, cast.edit, 'GET', `${path}/publishing/preview`)).status).toBe(403)
    for (const query of [{ siteSpace: 'sps_none' }, { claims: '[1]' }, { claims: 'x' }]) {
      expect((await callRest(t, cast.create, 'GET', `${path}/publishing/preview`, { query })).status).toBe(
        400,
      )
    }
    const { now } = t.clock
    t.clock.now = () => new Date(now().getTime() + 60 * 60 * 1000)
    expect(await resolve(null, url)).toEqual({ status: 404 })
    t.clock.now = now
  })
})

it('a published URL takes the token of a visitor as bearer token', async () => {
  const who = { token: await token({ beta: true }) }
  const body = { url: `${built.url}beta` }
  expect((await callRest(t, who, 'POST', '/urls/published', { body })).status).toBe(200)
})

it('a published URL is resolved with at most 12 statements, which read few rows, however many parts the site has', async () => {
  const { url } = built
  const cost = async (who: Who, path: string) => {
    const ask = () => callRest(t, who, 'POST', '/urls/published', { body: { url: `${url}${path}` } })
    await ask()
    t.db.statements.length = 0
    await ask()
    const read = t.db.statements.filter(({ text }) => !text.includes('"ApiToken"'))
    return { statements: read.length, rows: read.reduce((sum, { rows }) => sum + rows, 0) }
  }
  for (const who of [null, cast.read]) {
    for (const path of ['', 'start/next/deep', 'second/start/next/deep', 'none']) {
      const { statements, rows } = await cost(who, path)
      expect(statements, path).toBeLessThanOrEqual(12)
      expect(rows, path).toBeLessThanOrEqual(24)
    }
  }
})
