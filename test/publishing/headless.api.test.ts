import { beforeAll, describe, expect, it } from 'vitest'
import { payerOf } from '../../src/http/entrance.ts'
import type { SiteReader } from '../../src/modules/site-addresses/index.ts'
import type { TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest
let guide: { id: string; pages: string[] }
let hidden: { id: string; pages: string[] }

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
ownSites(async (made) => {
  owner = made
  t = owner.t
  guide = await owner.space('Guide', [])
  const { insertedFiles } = await owner.send('POST', `/spaces/${guide.id}/content`, {
    changes: [
      { operation: 'set_variable', name: 'version', value: 'v42' },
      {
        operation: 'insert_files',
        files: ['shown.png', 'secret.png'].map((name) => ({ name, base64: png })),
      },
    ],
  })
  const [shown, secret] = (insertedFiles as { id: string }[]).map(({ id }) => id)
  guide.pages = await owner.edit(guide.id, [
    page(
      'Start',
      `Version <code class="expression">space.vars.version</code>.\n\n{% if visitor.claims.beta %}\nA block for testers.\n{% endif %}\n\n![](/files/${shown})`,
    ),
    page('Secret', `The narwhal.\n\n![](/files/${secret})`, {
      ref: 'secret',
      condition: 'visitor.claims.beta === true',
    }),
    page('Below', 'Below a secret.', { into: 'secret' }),
    page('Quiet', 'Not listed.', { hidden: true }),
  ])
  hidden = await owner.space('Beta', [page('Inside', 'A hidden space.')])
  site = await owner.site([])
  const add = (spaceId: string, title: string) => site.send('POST', '/sections', { spaceId, title })
  await add(guide.id, 'Guide')
  const { id } = await add(hidden.id, 'Beta')
  await site.adapt()
  await site.send('PATCH', `/sections/${id}`, { condition: 'visitor.claims.beta === true' })
})

const DAY_MS = 24 * 60 * 60 * 1000
type Who = { token: string } | null
type Body = Record<string, unknown>
interface Answer {
  status: number
  body: Body
}
interface PageOf {
  title: string
  pages?: PageOf[]
}

const titles = (pages: PageOf[] = []): string[] =>
  pages.flatMap(({ title, pages: below }) => [title, ...titles(below)])

const gql = async (who: Who, query: string, variables: Body = {}): Promise<Answer> => {
  const { data, errors } = await callGraphQL<Body>(t, who, query, variables)
  const [error] = errors ?? []
  return { status: error ? (error.extensions.status as number) : 200, body: data ?? {} }
}
const rest = async (who: Who, method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await callRest(t, who, method, path, body ? { body } : {})
  return { status: answer.status, body: (answer.body ?? {}) as Body }
}
const below = async (who: Who, field: string, spaceId: string, variables: Body = {}) => {
  const { status, body } = await gql(
    who,
    `query($space: ID!) { publishedContent(spaceId: $space) { ${field} } }`,
    {
      space: spaceId,
      ...variables,
    },
  )
  const content = body.publishedContent as Body | null | undefined
  return { status: status === 200 && !content ? 404 : status, content: content ?? {} }
}

/** The titles of all spaces in a structure. */
const titlesOfSpaces = (structure: unknown): string[] =>
  [...JSON.stringify(structure ?? {}).matchAll(/"space":\{[^{}]*?"title":"(\w+)"/g)].map(
    ([, title]) => title ?? '',
  )

/** The same reads in both APIs. */
const apis = [
  {
    name: 'rest',
    resolve: async (who: Who, url: string, more: object = {}): Promise<string | undefined> =>
      (await rest(who, 'POST', '/urls/published', { url, ...more })).body.apiToken as string | undefined,
    pages: async (who: Who, spaceId: string) => {
      const { status, body } = await rest(who, 'GET', `/spaces/${spaceId}/content/pages`)
      return { status, titles: titles(body.pages as PageOf[]) }
    },
    page: async (who: Who, spaceId: string, pageId: string) => {
      const { status, body } = await rest(who, 'GET', `/spaces/${spaceId}/content/page/${pageId}`)
      return { status, markdown: body.markdown }
    },
    path: async (who: Who, spaceId: string, path: string) => {
      const { status, body } = await rest(who, 'GET', `/spaces/${spaceId}/content/path/${path}`)
      return { status, markdown: body.markdown }
    },
    files: async (who: Who, spaceId: string) => {
      const { status, body } = await rest(who, 'GET', `/spaces/${spaceId}/content/files`)
      return { status, names: ((body.items ?? []) as { name: string }[]).map(({ name }) => name) }
    },
    search: async (who: Who, query: string, siteId: string) => {
      const { status, body } = await rest(who, 'POST', `/orgs/${owner.org}/sites/${siteId}/search`, { query })
      const spaces = (body.items ?? []) as { pages: PageOf[] }[]
      return { status, titles: titles(spaces.flatMap(({ pages }) => pages)) }
    },
    revision: async (who: Who, spaceId: string) => {
      const { status, body } = await rest(who, 'GET', `/spaces/${spaceId}/content`)
      return { status, variables: body.variables }
    },
    spaces: async (who: Who, siteId: string) => {
      const { status, body } = await rest(who, 'GET', `/orgs/${owner.org}/sites/${siteId}/published`)
      return { status, titles: titlesOfSpaces(body.structure) }
    },
    elsewhere: async (who: Who) => [
      (await rest(who, 'GET', '/user')).status,
      (await rest(who, 'GET', '/orgs')).status,
      (await rest(who, 'PATCH', `/spaces/${guide.id}`, { title: 'x' })).status,
      (await rest(who, 'GET', `/spaces/${guide.id}/change-requests`)).status,
      (await rest(who, 'POST', `/spaces/${guide.id}/content`, { changes: [] })).status,
      (await rest(who, 'GET', site.path)).status,
      (await rest(who, 'POST', '/urls/published', { url: `${t.origin}${site.base}/` })).status,
    ],
  },
  {
    name: 'graphql',
    resolve: async (who: Who, url: string, more: object = {}): Promise<string | undefined> => {
      const { body } = await gql(
        who,
        `query($url: URL!, $shareKey: String, $visitor: SiteVisitorInput) {
          resolvePublishedUrl(url: $url, shareKey: $shareKey, visitor: $visitor) {
            ... on PublishedPlace { apiToken } } }`,
        { url, ...more },
      )
      return (body.resolvePublishedUrl as { apiToken?: string } | null)?.apiToken
    },
    pages: async (who: Who, spaceId: string) => {
      const { status, content } = await below(who, 'allPages { nodes { title } }', spaceId)
      return { status, titles: titles((content.allPages as { nodes: PageOf[] } | undefined)?.nodes) }
    },
    page: async (who: Who, spaceId: string, pageId: string) => {
      const field = `page(id: "${pageId}") { ... on DocumentPage { markdown } }`
      const { status, content } = await below(who, field, spaceId)
      const found = content.page as { markdown: string } | null | undefined
      return { status: status === 200 && !found ? 404 : status, markdown: found?.markdown }
    },
    path: async (who: Who, spaceId: string, path: string) => {
      const field = `pageByPath(path: "${path}") { ... on DocumentPage { markdown } }`
      const { status, content } = await below(who, field, spaceId)
      const found = content.pageByPath as { markdown: string } | null | undefined
      return { status: status === 200 && !found ? 404 : status, markdown: found?.markdown }
    },
    files: async (who: Who, spaceId: string) => {
      const { status, content } = await below(who, 'files { nodes { name } }', spaceId)
      const { nodes = [] } = (content.files ?? {}) as { nodes?: { name: string }[] }
      return { status, names: nodes.map(({ name }) => name) }
    },
    search: async (who: Who, query: string, siteId: string) => {
      const { status, body } = await gql(
        who,
        'query($id: ID!, $query: String!) { searchPublishedSite(siteId: $id, query: $query) { title } }',
        { id: siteId, query },
      )
      return { status, titles: titles((body.searchPublishedSite ?? []) as PageOf[]) }
    },
    revision: async (who: Who, spaceId: string) => {
      const { status, content } = await below(who, 'variables', spaceId)
      return { status, variables: content.variables }
    },
    spaces: async (who: Who, siteId: string) => {
      const { status, body } = await gql(
        who,
        `query($id: ID!) { publishedSite(siteId: $id) { customization { styling { theme } } structure {
          siteSpaces { space { title } }
          items { ... on PublishedSection { siteSpaces { space { title } } } } } } }`,
        { id: siteId },
      )
      return { status, titles: titlesOfSpaces(body.publishedSite) }
    },
    elsewhere: async (who: Who) => [
      (await gql(who, '{ viewer { user { id } } }')).status,
      (await gql(who, '{ organizations { nodes { id } } }')).status,
      (await gql(who, `{ node(id: "${guide.id}") { id } }`)).status,
      (
        await gql(
          who,
          `{ publishedContent(spaceId: "${guide.id}") { reusableContents { nodes { title } } } }`,
        )
      ).status,
      (await gql(who, 'mutation { createApiToken(input: { label: "x" }) { token } }')).status,
      (await gql(who, `{ site(id: "${site.id}") { structure { __typename } } }`)).status,
      (await gql(who, `{ resolvePublishedUrl(url: "${t.origin}${site.base}/") { __typename } }`)).status,
    ],
  },
]

describe.each(apis)('a token for the content of a site ($name)', (api) => {
  const tokenFor = async (at: PublishedSiteInTest, more: object = {}, who: Who = null) => {
    const token = await api.resolve(who, `${t.origin}${at.base}/`, more)
    return token === undefined || token === null ? null : { token }
  }
  const tester = async (at: PublishedSiteInTest) =>
    tokenFor(at, { visitor: { jwtToken: await at.token({ beta: true }) } })

  it('reads what its reader sees', async () => {
    const [anyone, testing] = [await tokenFor(site), await tester(site)]
    expect(await api.pages(anyone, guide.id)).toEqual({ status: 200, titles: ['Start'] })
    expect((await api.pages(testing, guide.id)).titles).toEqual(['Start', 'Secret', 'Below'])
    const [start = '', secret = '', inSecret = '', quiet = ''] = guide.pages
    const text = await api.page(anyone, guide.id, start)
    expect(text.markdown).toContain('Version v42.')
    expect(text.markdown).not.toMatch(/testers|vars|if visitor/)
    expect((await api.page(testing, guide.id, start)).markdown).toContain('A block for testers.')
    expect((await api.path(testing, guide.id, 'secret/below')).markdown).toContain('Below a secret.')
    expect((await api.page(anyone, guide.id, quiet)).markdown).toContain('Not listed.')
    expect((await api.search(testing, 'narwhal', site.id)).titles).toEqual(['Secret'])
    expect(await api.search(anyone, 'narwhal', site.id)).toEqual({ status: 200, titles: [] })
    expect(await api.revision(anyone, guide.id)).toEqual({ status: 200, variables: {} })
    for (const [id, path] of [
      [secret, 'secret'],
      [inSecret, 'secret/below'],
    ] as const) {
      expect((await api.page(anyone, guide.id, id)).status).toBe(404)
      expect((await api.path(anyone, guide.id, path)).status).toBe(404)
    }
  })

  it('does not find sections that are hidden from its reader, or spaces of other sites', async () => {
    const [anyone, testing] = [await tokenFor(site), await tester(site)]
    expect((await api.pages(anyone, hidden.id)).status).toBe(404)
    expect((await api.pages(testing, hidden.id)).titles).toEqual(['Inside'])
    const apart = await owner.space('Apart', [page('Apart')])
    const other = await owner.site([apart.id])
    expect((await api.pages(testing, apart.id)).status).toBe(404)
    expect((await api.search(testing, 'apart', other.id)).status).toBe(404)
    expect((await api.pages(await tokenFor(other), apart.id)).titles).toEqual(['Apart'])
  })

  it('reads the site as its reader, and no other site', async () => {
    const [anyone, testing] = [await tokenFor(site), await tester(site)]
    expect(await api.spaces(anyone, site.id)).toEqual({ status: 200, titles: ['Guide'] })
    expect(await api.spaces(testing, site.id)).toEqual({ status: 200, titles: ['Guide', 'Beta'] })
    const other = await owner.site([hidden.id])
    expect(await api.spaces(testing, other.id)).toEqual({ status: 404, titles: [] })
    await other.send('POST', '/unpublish')
    expect((await api.spaces(testing, other.id)).status).toBe(404)
  })

  it('does nothing else', async () => {
    expect(await api.elsewhere(await tester(site))).toEqual(Array(7).fill(403))
  })

  it('is the same for equal visitors during a day, and ends after it', async () => {
    const { now } = t.clock
    const midnight = Math.ceil(now().getTime() / DAY_MS) * DAY_MS
    const at = (minutes: number) => {
      t.clock.now = () => new Date(midnight + minutes * 60_000)
    }
    try {
      at(-12 * 60)
      const reader = await tokenFor(site)
      at(-1)
      expect(await tokenFor(site)).toEqual(reader)
      expect(await tokenFor(site, { visitor: { unsignedClaims: { plan: 'pro' } } })).not.toEqual(reader)
      at(4)
      expect((await api.pages(reader, guide.id)).status).toBe(200)
      expect(await tokenFor(site)).not.toEqual(reader)
      at(6)
      expect((await api.pages(reader, guide.id)).status).toBe(401)
    } finally {
      t.clock.now = now
    }
  })

  it('states what stock clients decode it for', async () => {
    const { token = '' } = (await tester(site)) ?? {}
    const stated = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(stated).toMatchObject({ kind: 'site', site: site.id, organization: owner.org })
    expect(stated.claims).toEqual({ beta: true, unsigned: {} })
  })

  it('ends with the token of the visitor', async () => {
    const reader = await tester(site)
    const { now } = t.clock
    try {
      // The token of the visitor is valid for ten minutes.
      t.clock.now = () => new Date(now().getTime() + 12 * 60_000)
      expect((await api.pages(reader, guide.id)).status).toBe(401)
    } finally {
      t.clock.now = now
    }
  })

  it('ends when the key of the site is replaced', async () => {
    const other = await owner.site([guide.id])
    await other.adapt()
    const [anyone, testing] = [await tokenFor(other), await tester(other)]
    expect((await api.pages(testing, guide.id)).titles).toContain('Secret')
    await other.send('POST', '/publishing/auth/regenerate')
    expect((await api.pages(testing, guide.id)).status).toBe(401)
    expect((await api.pages(anyone, guide.id)).status).toBe(200)
  })

  it('ends when the share link is deactivated, the visibility changes or the site is unpublished', async () => {
    const other = await owner.site([guide.id])
    const open = await tokenFor(other)
    await other.send('PATCH', '', { visibility: 'share-link' })
    expect((await api.pages(open, guide.id)).status).toBe(401)
    expect(await tokenFor(other)).toBe(null)
    const made = await other.send('POST', '/share-links', { name: 'Partners' })
    const shareKey = new URL((made.urls as { published: string }).published).searchParams.get('shareKey')
    const linked = await tokenFor(other, { shareKey })
    expect((await api.pages(linked, guide.id)).status).toBe(200)
    await other.send('PATCH', `/share-links/${made.id}`, { active: false })
    expect((await api.pages(linked, guide.id)).status).toBe(401)
    await other.send('PATCH', `/share-links/${made.id}`, { active: true })
    expect((await api.pages(linked, guide.id)).status).toBe(200)
    await other.send('POST', '/unpublish')
    expect((await api.pages(linked, guide.id)).status).toBe(401)
  })

  it('is given to members for the visitor whose credentials they send', async () => {
    const member = await tokenFor(
      site,
      { visitor: { jwtToken: await site.token({ beta: true }) } },
      owner.who,
    )
    expect((await api.pages(member, guide.id)).titles).toContain('Secret')
    expect((await api.pages(await tokenFor(site, {}, owner.who), guide.id)).titles).toEqual(['Start'])
  })

  it('lists the files of the pages that its reader sees', async () => {
    const [anyone, testing] = [await tokenFor(site), await tester(site)]
    expect((await api.files(testing, guide.id)).names.sort()).toEqual(['secret.png', 'shown.png'])
    expect(await api.files(anyone, guide.id)).toEqual({ status: 200, names: ['shown.png'] })
  })
})

describe('a token for the content of a site', () => {
  let reader: { token: string }
  beforeAll(async () => {
    const { body } = await rest(null, 'POST', '/urls/published', { url: `${t.origin}${site.base}/` })
    reader = { token: String(body.apiToken) }
  })

  it('reads what a renderer needs of the site, its spaces and their revisions', async () => {
    const read = (path: string, who: Who = reader) => rest(who, 'GET', path)
    const resolved = await rest(null, 'POST', '/urls/published', { url: `${t.origin}${site.base}/` })
    expect(resolved.body).toMatchObject({
      siteBasePath: `${site.base}/`,
      basePath: `${site.base}/`,
      canonicalUrl: `${t.origin}${site.base}/`,
    })
    const published = await read(`${site.path}/published`)
    // The token decides, and nothing that is sent beside it.
    expect(published).toEqual(await read(`${site.path}/published`, null))
    expect(await read(`${site.path}/published?shareKey=nonsense`)).toEqual(published)
    expect(await read(`${site.path}/structure`)).toEqual({ status: 200, body: published.body.structure })
    const { customizations } = published.body as { customizations: { site: unknown } }
    expect(await read(`${site.path}/customization`)).toEqual({ status: 200, body: customizations.site })
    const { status, body: space } = await read(`/spaces/${guide.id}`)
    expect(status).toBe(200)
    const [section] = (published.body.structure as { structure: { siteSpaces: { space: Body }[] }[] })
      .structure
    expect(space).toEqual(section?.siteSpaces[0]?.space)
    const revision = await read(`/spaces/${guide.id}/revisions/${space.revision}`)
    expect(revision).toEqual(await read(`/spaces/${guide.id}/content`))
    expect(titles(revision.body.pages as PageOf[])).toEqual(['Start'])
    expect((await read(`/spaces/${guide.id}/revisions/${space.revision}/pages`)).status).toBe(200)
    expect(
      (await read(`/spaces/${guide.id}/revisions/${space.revision}/page/${guide.pages[0]}`)).body.markdown,
    ).toContain('Version v42.')
  })

  it('reads content that was changed in the last day, as frontends have stored its address', async () => {
    const space = await owner.space('Moving', [page('Before', 'An early text.')])
    const moving = await owner.site([space.id])
    const { body } = await rest(null, 'POST', '/urls/published', { url: `${t.origin}${moving.base}/` })
    const who = { token: String(body.apiToken) }
    const { revision: before } = (await rest(who, 'GET', `/spaces/${space.id}`)).body
    await owner.edit(space.id, [page('After', 'A later text.')])
    const pages = `/spaces/${space.id}/revisions/${before}/pages`
    expect(titles((await rest(who, 'GET', pages)).body.pages as PageOf[])).toEqual(['Before'])
    const long = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await t.db.database.prisma.revision.updateMany({
      where: { spaceId: space.id },
      data: { createdAt: long },
    })
    expect((await rest(who, 'GET', pages)).status).toBe(404)
    expect((await rest(who, 'GET', `/spaces/${space.id}/content/pages`)).status).toBe(200)
  })

  it('finds the redirects of its site, as far as its reader sees where they lead', async () => {
    const [start, secret] = guide.pages
    const placed = (await rest(owner.who, 'GET', `${site.path}/site-spaces`)).body.items as {
      id: string
      space: Body
    }[]
    const siteSpaceId = placed.find(({ space }) => space.id === guide.id)?.id
    const add = (source: string, destination: object) =>
      site.send('POST', '/redirects', { source, destination })
    await add('/former', { kind: 'site-page', siteSpaceId, pageId: start })
    await add('/former-secret', { kind: 'site-page', siteSpaceId, pageId: secret })
    const find = (source: string) =>
      rest(reader, 'GET', `${site.path}/redirect?source=${encodeURIComponent(source)}`)
    expect((await find('/former')).body.target).toBe(`${t.origin}${site.base}/start/`)
    expect((await find('/former-secret')).status).toBe(404)
    expect((await find('/none')).status).toBe(404)
  })

  it('never shows what its reader does not see on the site', async () => {
    const proposed = await owner.send('POST', `/spaces/${guide.id}/change-requests`, { subject: 'Narwhals' })
    await owner.send('POST', `/spaces/${guide.id}/change-requests/${proposed.id}/content`, {
      changes: [page('Narwhal', 'A narwhal.')],
    })
    const proposal = await owner.send('GET', `/spaces/${guide.id}/change-requests/${proposed.id}`)
    await owner.edit(guide.id, [page('Later', 'Added later.', { hidden: true })])
    const apart = await owner.space('Apart', [page('Narwhal', 'A narwhal.')])
    const other = await owner.site([apart.id])
    const elsewhere = await owner.send('GET', `/spaces/${apart.id}`)
    const current = await owner.send('GET', `/spaces/${guide.id}`)
    const secret = await owner.send('GET', `/spaces/${hidden.id}`)
    const denied = [
      `/spaces/${guide.id}/revisions/${proposal.revision}`,
      `/spaces/${guide.id}/revisions/${proposal.revision}/page/${guide.pages[0]}`,
      `/spaces/${guide.id}/revisions/${elsewhere.revision}`,
      `/spaces/${guide.id}/change-requests/${proposed.id}/content`,
      `/spaces/${guide.id}/revisions/${current.revision}/page/${guide.pages[1]}`,
      `/spaces/${guide.id}/revisions/${current.revision}/path/secret`,
      `/spaces/${hidden.id}`,
      `/spaces/${hidden.id}/revisions/${secret.revision}`,
      `/spaces/${apart.id}`,
      `/spaces/${apart.id}?revisionId=${elsewhere.revision}`,
      `/spaces/${apart.id}/revisions/${elsewhere.revision}`,
      `${other.path}/published`,
      `${other.path}/structure`,
      `${other.path}/customization`,
      `/orgs/org_other/sites/${site.id}/published`,
      `/orgs/org_other/sites/${site.id}/structure`,
    ]
    for (const path of denied) {
      const { status, body } = await rest(reader, 'GET', path)
      expect([path, status, (body.error as Body).reason]).toEqual([path, 404, 'not_found'])
    }
    const shown = [
      `/spaces/${guide.id}`,
      `/spaces/${guide.id}?changeRequestId=${proposed.id}`,
      `/spaces/${guide.id}/revisions/${current.revision}`,
      `${site.path}/published`,
      `${site.path}/structure`,
      `${site.path}/customization`,
    ]
    for (const path of shown) {
      const { status, body } = await rest(reader, 'GET', path)
      const text = JSON.stringify(body)
      if (!path.includes('changeRequestId')) expect([path, status]).toEqual([path, 200])
      expect(text).not.toMatch(
        /narwhal|Secret|Below|visitor\.claims|space\.vars|usr_|"mergedFrom"|"condition"/i,
      )
      for (const { id } of [proposed, apart, hidden]) if (id !== guide.id) expect(text).not.toContain(id)
    }
    const { permissions, ...space } = (await rest(reader, 'GET', `/spaces/${guide.id}`)).body
    expect(space).toMatchObject({ changeRequests: 0, comments: 0, defaultLevel: null })
    expect(Object.entries(permissions as Body).filter(([, may]) => may)).toEqual([['view', true]])
  })

  it('does not show that its content was merged', async () => {
    const made = await owner.send('POST', `/spaces/${guide.id}/change-requests`, { subject: 'Merged' })
    await owner.send('POST', `/spaces/${guide.id}/change-requests/${made.id}/content`, {
      changes: [page('Merged', 'Words.', { hidden: true })],
    })
    await owner.send('POST', `/spaces/${guide.id}/change-requests/${made.id}/merge`)
    expect(await owner.send('GET', `/spaces/${guide.id}/content`)).toMatchObject({ type: 'merge' })
    const { body } = await rest(reader, 'GET', `/spaces/${guide.id}/content`)
    expect(body).toMatchObject({ type: 'edits', parents: [] })
  })

  it('cannot be forged or taken for a token of a visitor', async () => {
    const [head, , sign] = reader.token.split('.')
    const payload = Buffer.from(
      JSON.stringify({ aud: site.id, exp: 9e9, claims: { signed: { beta: true } } }),
    )
    for (const token of [
      `${head}.${payload.toString('base64url')}.${sign}`,
      `${reader.token}x`,
      'qrr_a.b.c',
      reader.token.slice(4),
    ]) {
      expect((await rest({ token }, 'GET', `/spaces/${guide.id}/content/pages`)).status, token).toBe(401)
    }
  })

  it('is charged to the address of the client', () => {
    const viewer = { userId: '', tokenId: '', scopes: ['space:read'], expiresAt: null }
    const sender = { ip: '192.0.2.1' }
    expect(payerOf({ ...viewer, reader: {} as SiteReader }, sender)).toBe(payerOf(null, sender))
  })

  it('opens no subscription', async () => {
    const { status } = await gql(
      reader,
      `subscription { changeRequestActivity(spaceId: "${guide.id}") { __typename } }`,
    )
    expect(status).toBe(403)
  })

  it('costs the same statements for any number of spaces in one request', async () => {
    const one = await statementsOf(t, () =>
      gql(reader, `{ a: publishedContent(spaceId: "${guide.id}") { id } }`),
    )
    const two = await statementsOf(t, () =>
      gql(
        reader,
        `{ a: publishedContent(spaceId: "${guide.id}") { id } b: publishedContent(spaceId: "${hidden.id}") { id } }`,
      ),
    )
    expect(two.length).toBe(one.length)
  })

  it('reads the content of a change request from the address of its preview', async () => {
    const { id } = await owner.send('POST', `/spaces/${guide.id}/change-requests`, { subject: 'New' })
    await owner.send('POST', `/spaces/${guide.id}/change-requests/${id}/content`, {
      changes: [page('Proposed', 'Not merged.')],
    })
    const { url } = await site.send('GET', `/publishing/preview?changeRequest=${id}`)
    const { body } = await rest(null, 'POST', '/urls/published', { url })
    const previewing = { token: String(body.apiToken) }
    const pages = await rest(previewing, 'GET', `/spaces/${guide.id}/content/pages`)
    expect(titles(pages.body.pages as PageOf[])).toEqual(['Start', 'Proposed'])
  })
})
