import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { failedRequests } from '../support/outcome.ts'
import { type PublishedSiteInTest, page, SiteOwner } from '../support/published-sites.ts'

let t: TestApp
let owner: SiteOwner
let site: PublishedSiteInTest
let space: { id: string; pages: string[] }

beforeAll(async () => {
  t = await startApp()
  const organization = await t.build.buildOrganization()
  const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
  owner = new SiteOwner(t, organization.id, admin)
  space = await owner.space('Guide', [
    page('Start', '{% if true %}\nVersion two.\n{% endif %}', { ref: 'start', description: 'How to begin.' }),
    page('Setup', 'Words.', { into: 'start' }),
    page('Hidden', 'Words.', { hidden: true }),
    page('Unlisted', 'Words.', { noRobotsIndex: true }),
    page('Conditional', 'Words.', { condition: 'visitor.claims.beta' }),
  ])
  site = await owner.site([space.id])
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
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
})
