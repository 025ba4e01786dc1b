import { describe, expect, it } from 'vitest'
import { enumName } from '../../src/graphql/enums.ts'
import type { TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest
let stranger: { token: string }

ownSites(async (made) => {
  owner = made
  t = owner.t
  stranger = await t.build.buildPerson()
  const guide = await owner.space('Guide', [
    page('Turbines', 'How turbines turn.\n\n## Blades\n\nBlades of turbines are long.'),
    page('Conditional', 'Common words.\n\n{% if visitor.claims.beta %}\nThe walrus is secret.\n{% endif %}'),
    page('Tight', 'Usual words.\n\n{%-if visitor.claims.beta-%}\nThe penguin is secret.\n{%endif%}'),
    page('Testers', 'The narwhal of testers.', { condition: 'visitor.claims.beta === true' }),
    page('Unlisted', 'The unlisted turbines.', { noIndex: true }),
  ])
  const second = await owner.space('Version 2', [page('Turbines', 'New turbines.')])
  site = await owner.site([guide.id, second.id])
  await site.adapt()
})

interface Found {
  status: number
  items: { title: string; url: string; sections: string[] }[]
}
type Who = { token: string } | null
interface Titled {
  title: string
}

const enumsOf = ({ mode, restrictTo, ...scope }: Record<string, unknown>) => ({
  ...scope,
  mode: String(mode).toUpperCase(),
  ...(restrictTo === undefined ? {} : { restrictTo: enumName(String(restrictTo)) }),
})

const apis = [
  {
    name: 'rest',
    search: async (who: Who, query: string, more: object = {}): Promise<Found> => {
      const { status, body } = await callRest(t, who, 'POST', `${site.path}/search`, {
        body: { query, ...more },
      })
      const { items = [] } = body as {
        items?: {
          pages: { title: string; rank: number; urls: { published: string }; sections: Titled[] }[]
        }[]
      }
      const pages = items.flatMap((space) => space.pages).sort((one, other) => one.rank - other.rank)
      return {
        status,
        items: pages.map(({ title, urls, sections }) => ({
          title,
          url: urls.published,
          sections: sections.map((section) => section.title),
        })),
      }
    },
  },
  {
    name: 'graphql',
    search: async (
      who: Who,
      query: string,
      { scope, ...more }: { scope?: Record<string, unknown>; jwtToken?: string } = {},
    ): Promise<Found> => {
      const { data, errors } = await callGraphQL<{
        searchPublishedSite: { title: string; url: string; sections: { title: string }[] }[] | null
      }>(
        t,
        who,
        `query($siteId: ID!, $query: String!, $scope: SiteSearchScopeInput, $jwtToken: String) {
          searchPublishedSite(siteId: $siteId, query: $query, scope: $scope, jwtToken: $jwtToken) { title url sections { title } } }`,
        {
          siteId: site.id,
          query,
          ...(scope ? { scope: enumsOf(scope) } : {}),
          ...more,
        },
      )
      const found = data?.searchPublishedSite
      return {
        status: found ? 200 : (errors?.[0]?.extensions.status ?? 404),
        items: (found ?? []).map(({ title, url, sections }) => ({
          title,
          url,
          sections: sections.map((section) => section.title),
        })),
      }
    },
  },
]

describe.each(apis)('searching a site by $name', ({ search }) => {
  it('finds pages of the default variant, with their sections and addresses', async () => {
    const { status, items } = await search(null, 'turbines')
    expect(status).toBe(200)
    expect(items.map(({ title, url }) => [title, url])).toEqual([
      ['Turbines', `${t.origin}${site.base}/turbines/`],
    ])
    expect(items[0]?.sections).toContain('Blades')
  })

  it('searches all site spaces, or some, by its scope', async () => {
    expect((await search(null, 'turbines', { scope: { mode: 'all' } })).items).toHaveLength(2)
    expect((await search(null, 'turbines', { scope: { mode: 'specific' } })).status).toBe(400)
  })

  it('searches from the site space that the reader is in', async () => {
    const rows = (await site.send('GET', '/site-spaces')).items as { id: string; default: boolean }[]
    const other = rows.find((row) => !row.default)?.id
    const scope = { mode: 'default', currentSiteSpace: other }
    const current = await search(null, 'turbines', { scope })
    expect(current.items.map(({ url }) => url)).toEqual([expect.stringContaining('version-2')])
    const only = (restrictTo: string) => search(null, 'turbines', { scope: { ...scope, restrictTo } })
    expect((await only('currentSiteSpace')).items).toEqual(current.items)
    expect((await only('otherSiteSpaces')).items).toEqual([])
    const without = { mode: 'default', restrictTo: 'currentSiteSpace' }
    expect((await search(null, 'turbines', { scope: without })).status).toBe(400)
  })

  it('finds only what the caller can see', async () => {
    for (const word of ['walrus', 'penguin', 'narwhal']) {
      expect((await search(null, word)).items).toEqual([])
      expect((await search(stranger, word)).items).toEqual([])
      const jwtToken = await site.token({ beta: true })
      expect((await search(null, word, { jwtToken })).items).toHaveLength(1)
    }
    expect((await search(null, 'common')).items.map(({ title }) => title)).toEqual(['Conditional'])
    expect((await search(owner.who, 'narwhal')).items).toHaveLength(1)
  })

  it('rejects a query without words, and a site that is not published', async () => {
    expect((await search(null, '...')).status).toBe(400)
    await site.send('POST', '/unpublish')
    expect((await search(null, 'turbines')).status).toBe(404)
    await site.send('POST', '/publish')
  })
})

describe('a search by clients from before there were scopes', () => {
  it('has a mode beside the query', async () => {
    const rows = (await site.send('GET', '/site-spaces')).items as { id: string; default: boolean }[]
    const other = rows.find((row) => !row.default)?.id ?? ''
    const search = async (more: object) => {
      const body = { query: 'turbines', ...more }
      const answer = await callRest(t, null, 'POST', `${site.path}/search`, { body })
      return (answer.body as { items: { siteSpace: string }[] }).items.map(({ siteSpace }) => siteSpace)
    }
    expect(await search({ mode: 'all' })).toHaveLength(2)
    expect(await search({ mode: 'current', siteSpaceId: other })).toEqual([other])
    expect(await search({ mode: 'specific', siteSpaceIds: [other] })).toEqual([other])
    expect(await search({ siteSpaceIds: [other] })).toEqual([other])
  })
})

describe('the search page', () => {
  it('works without a script, and returns the same as JSON', async () => {
    const { status, body } = await site.open('/~search?q=turbines')
    expect(status).toBe(200)
    expect(body).toContain(`${site.base}/turbines`)
    const data = await site.open('/~search?q=turbines', { accept: 'application/json' })
    expect(data.headers['content-type']).toMatch(/^application\/json/)
    const { results, suggestions } = JSON.parse(data.body)
    expect(results[0]).toMatchObject({ title: 'Turbines', href: `${site.base}/turbines` })
    expect(results[0].passages[0].parts.some(({ marked }: { marked: boolean }) => marked)).toBe(true)
    expect(suggestions).toEqual([])
    expect((await site.open('/~search')).status).toBe(200)
  })

  it('marks the words of the query in titles', async () => {
    const { body } = await site.open('/~search?q=turbines')
    expect(body).toMatch(/<a class="result-title"[^>]*><mark>Turbines<\/mark><\/a>/)
  })

  it('suggests a near word that the reader finds, where nothing is found', async () => {
    const suggestionsFor = async (query: string) => {
      const { body } = await site.open(`/~search?q=${query}`, { accept: 'application/json' })
      const { results, suggestions } = JSON.parse(body)
      expect(results).toEqual([])
      return suggestions
    }
    expect(await suggestionsFor('trbns')).toEqual(['turbines'])
    expect((await site.open('/~search?q=trbns')).body).toContain('~search?q=turbines"')
    // Its only page is hidden from this reader.
    expect(await suggestionsFor('nrwhl')).toEqual([])
    expect(await suggestionsFor('xqzkw')).toEqual([])
  })

  it('searches the variant of the address', async () => {
    const rows = (await site.send('GET', '/site-spaces')).items as { path: string; default: boolean }[]
    const other = rows.find((row) => !row.default)?.path
    const { body } = await site.open(`/${other}/~search?q=turbines`, { accept: 'application/json' })
    expect(JSON.parse(body).results.map(({ href }: { href: string }) => href)).toEqual([
      `${site.base}/${other}/turbines`,
    ])
  })
})
