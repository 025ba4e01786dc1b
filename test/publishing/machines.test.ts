import { describe, expect, it } from 'vitest'
import { partOf, partsFor } from '../../src/modules/publishing/machines/sitemap.ts'
import type { TestApp } from '../support/app.ts'
import {
  hrefsIn,
  ownSites,
  type PublishedSiteInTest,
  page,
  type SiteOwner,
} from '../support/published-sites.ts'

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest
let space: { id: string; pages: string[] }

ownSites(async (made) => {
  owner = made
  t = owner.t
  space = await owner.space('Guide', [
    page('Start', '{% if true %}\nVersion two.\n{% endif %}', { ref: 'start', description: 'How to begin.' }),
    page('Setup', 'Words.', { into: 'start' }),
    page('Hidden', 'Words.', { hidden: true }),
    page('Unlisted', 'Words.', { noRobotsIndex: true }),
    page('Conditional', 'Words.', { condition: 'visitor.claims.beta' }),
  ])
  site = await owner.site([space.id])
})

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)

describe('sitemaps', () => {
  it('list the pages that search engines may show', async () => {
    const index = await site.open('/sitemap.xml')
    expect(index.headers['content-type']).toMatch(/^application\/xml/)
    const [part = ''] = locations(index.body)
    const { body } = await site.open(part.slice(`${t.origin}${site.base}`.length))
    expect(locations(body)).toEqual([`${t.origin}${site.base}/`, `${t.origin}${site.base}/start/setup`])
    expect(body).toContain('<lastmod>')
    expect((await site.open('/robots.txt')).body).toContain(`Sitemap: ${t.origin}${site.base}/sitemap.xml`)
  })

  it('have at most 50,000 entries each, all of which are in the index', async () => {
    expect([0, 1, 50_000, 50_001, 120_000].map(partsFor)).toEqual([1, 1, 1, 2, 3])
    const read: number[] = []
    async function* numbers() {
      for (let number = 1; number <= 10; number += 1) {
        read.push(number)
        yield number
      }
    }
    const parts: number[][] = []
    for (const part of [1, 2, 4]) {
      const items: number[] = []
      for await (const item of partOf(numbers(), part, 3)) items.push(item)
      parts.push(items)
    }
    expect(parts).toEqual([[1, 2, 3], [4, 5, 6], [10]])
    // The rest of a list is not read.
    expect(read.length).toBe(4 + 7 + 10)
    await t.db.database.pool.query('UPDATE "ContentNode" SET "size" = 50001 WHERE "spaceId" = $1', [space.id])
    const other = await owner.site([space.id])
    const files = locations((await other.open('/sitemap.xml')).body)
    expect(files.map((url) => /-(\d)\.xml$/.exec(url)?.[1])).toEqual(['1', '2'])
    const [, second = ''] = files
    const { status, body } = await other.open(second.slice(`${t.origin}${other.base}`.length))
    expect([status, locations(body)]).toEqual([200, []])
  })

  it('do not exist on sites that are not public', async () => {
    const other = await owner.site([space.id])
    await other.send('PATCH', '', { visibility: 'unlisted' })
    expect((await other.open('/sitemap.xml')).status).toBe(404)
    expect((await other.open('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
    expect((await other.open('/')).body).toMatch(/<meta name="robots" content="noindex/)
  })
})

describe('Markdown', () => {
  it('is the evaluated text, by ending and by preference', async () => {
    for (const answer of [
      await site.open('/start.md'),
      await site.open('/start', { accept: 'text/markdown, text/html;q=0.5' }),
    ]) {
      expect(answer.headers['content-type']).toMatch(/^text\/markdown/)
      expect(answer.body).toBe('# Start\n\n> How to begin.\n\nVersion two.\n')
    }
    expect((await site.open('/conditional.md')).status).toBe(404)
  })

  it('is not sent to a client that prefers HTML, nor the other way round', async () => {
    const typeFor = async (accept: string) => (await site.open('/start', { accept })).headers['content-type']
    for (let round = 0; round < 2; round++) {
      expect(await typeFor('text/html, text/markdown;q=0.5')).toMatch(/^text\/html/)
      expect(await typeFor('text/markdown')).toMatch(/^text\/markdown/)
      expect(await typeFor('*/*')).toMatch(/^text\/html/)
    }
  })

  it('is listed in llms.txt, and llms-full.txt has all of it', async () => {
    const index = (await site.open('/llms.txt')).body
    expect(index).toContain(`[Start](${t.origin}${site.base}/start.md): How to begin.`)
    expect(index).not.toMatch(/Hidden|Unlisted|Conditional/)
    const full = (await site.open('/llms-full.txt')).body
    expect(full).toContain('Version two.')
    expect(full).not.toMatch(/Hidden|Unlisted|Conditional/)
  })
})

describe('variants in several languages', () => {
  it('refer to each other', async () => {
    const french = await owner.space('Français', [page('Start', 'Bonjour.')])
    await owner.send('PATCH', `/spaces/${space.id}`, { language: 'en' })
    await owner.send('PATCH', `/spaces/${french.id}`, { language: 'fr' })
    const both = await owner.site([space.id, french.id])
    const { body } = await both.open('/')
    expect(body).toMatch(/<link rel="alternate" hreflang="fr"/)
    expect(body).toMatch(/<html lang="en"/)
  })

  it('have an interface in their language, a menu of languages and one of versions, and complete hreflang', async () => {
    const texts = [page('Start', 'Text.'), page('Setup', 'More.')]
    const ids: string[] = []
    for (const [title, language] of [
      ['Version 2', 'en'],
      ['Version 1', 'en'],
      ['Version 1', 'ar'],
      ['Version 2', 'ar'],
    ]) {
      const made = await owner.space(title ?? '', texts)
      await owner.send('PATCH', `/spaces/${made.id}`, { language })
      ids.push(made.id)
    }
    const four = await owner.site(ids)
    const titlesOf = (html: string, label: string) => {
      const [, menu = ''] = html.split(`<span class="unseen">${label}: </span>`)
      return [...(menu.split('</details>')[0] ?? '').matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(
        ([, title]) => title,
      )
    }
    const { body } = await four.open('/setup')
    expect([titlesOf(body, 'Version'), titlesOf(body, 'Language')]).toEqual([
      ['Version 2', 'Version 1'],
      ['English', 'العربية'],
    ])
    const arabic = await four.open('/version-2-1/setup')
    expect(arabic.body).toMatch(/<html lang="ar" dir="rtl"/)
    expect(arabic.body).toContain('انتقل إلى المحتوى')
    expect(titlesOf(arabic.body, 'الإصدار')).toEqual(['Version 1', 'Version 2'])
    const hreflang = (html: string) =>
      [...html.matchAll(/hreflang="([^"]*)" href="http[^"]*?(\/[\w-]+(?:\/setup)?)"/g)].map(
        ([, lang, href]) => [lang, href],
      )
    const alternates = [
      ['en', '/setup'],
      ['ar', '/version-2-1/setup'],
      ['x-default', '/setup'],
    ]
    expect(hreflang(body)).toHaveLength(3)
    expect(hreflang(body)).toEqual(hreflang(arabic.body))
    expect(hreflang(body).map(([lang]) => lang)).toEqual(alternates.map(([lang]) => lang))
    // A page that does not exist is in the language of the variant it was sought in.
    const missing = await four.open('/version-2-1/none')
    expect([missing.status, /<html lang="ar" dir="rtl"/.test(missing.body)]).toEqual([404, true])
  })

  it('lead to the same page only if the reader sees it there', async () => {
    const [first, second] = await Promise.all([
      owner.space('One', [page('Start'), page('Plans')]),
      owner.space('Two', [
        page('Start'),
        page('Plans', 'Secret.', { condition: 'visitor.claims.beta === true' }),
      ]),
    ])
    const both = await owner.site([first.id, second.id])
    await both.adapt()
    const toPlans = async (headers: Record<string, string>) => [
      ...new Set(
        hrefsIn((await both.open('/plans', headers)).body).filter((href) => /two\/plans$/.test(href)),
      ),
    ]
    const testing = `quire-visitor=${await both.token({ beta: true })}`
    expect(await toPlans({ cookie: testing })).toEqual([`${both.base}/two/plans`])
    expect(await toPlans({})).toEqual([])
  })
})
