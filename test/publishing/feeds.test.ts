import { expect, it } from 'vitest'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'

let owner: SiteOwner
let site: PublishedSiteInTest
let ids: string[]
let spaceId: string

const UPDATES = `{% updates %}
{% update date="2026-02-03" %}
## Faster <search> & more

It answers sooner.
{% endupdate %}
{% update date="2026-01-15" %}
Small things.
{% endupdate %}
{% update date="some day" %}
Undated.
{% endupdate %}
{% endupdates %}`

ownSites(async (made) => {
  owner = made
  const space = await owner.space('Guide', [
    page('Start', 'Words.'),
    page('News & more', UPDATES, { ref: 'news' }),
    page('Quiet', 'Not listed.', { noIndex: true }),
    page('Testers', 'Secret.', { condition: 'visitor.claims.beta === true' }),
  ])
  ids = space.pages
  spaceId = space.id
  site = await owner.site([spaceId])
})

/** The texts of the elements with a name. */
const textsIn = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)

it('of changed pages are linked in the head, in both formats', async () => {
  const { body } = await site.open('/')
  for (const format of ['rss', 'atom']) {
    const href = `${site.base}/~feed/${format}.xml`
    expect(body).toMatch(
      new RegExp(`<link rel="alternate" type="application/${format}\\+xml" [^>]*href="${href}"`),
    )
    const feed = await site.open(`/~feed/${format}.xml`)
    expect(feed.status).toBe(200)
    expect(feed.headers['content-type']).toBe(`application/${format}+xml; charset=utf-8`)
    expect(textsIn(feed.body, 'title').slice(1).sort()).toEqual(['News &amp; more', 'Start'])
    expect(feed.body).toContain(`${owner.t.origin}${site.base}/news-and-more`)
    expect(feed.headers['cache-control']).toContain('public')
  }
})

it('has a page again that is changed, as a new entry and first', async () => {
  const idsIn = async () => textsIn((await site.open('/~feed/atom.xml')).body, 'id').slice(1)
  const before = await idsIn()
  await owner.edit(spaceId, [
    { operation: 'update_page', page: ids[0], document: { markdown: 'Other words.' } },
  ])
  const after = await idsIn()
  expect(after).toHaveLength(before.length)
  expect(before).not.toContain(after[0])
  expect(after[0]).toContain(ids[0])
})

it('of the updates on a page have those with a date, the newest first', async () => {
  const { body } = await site.open('/news-and-more')
  expect(body).toContain(`href="${site.base}/~feed/${ids[1]}/rss.xml"`)
  expect((await site.open('/')).body).not.toContain(`~feed/${ids[1]}`)
  const feed = await site.open(`/~feed/${ids[1]}/rss.xml`)
  expect(textsIn(feed.body, 'title').slice(1)).toEqual(['Faster &lt;search&gt; &amp; more', 'Small things.'])
  expect(textsIn(feed.body, 'description').slice(1)).toEqual(['It answers sooner.', 'Small things.'])
  expect(feed.body).toContain('<pubDate>Tue, 03 Feb 2026 00:00:00 GMT</pubDate>')
  expect(feed.body).toContain('/news-and-more#')
})

it('does not exist for pages that the reader does not see, and under other names', async () => {
  for (const path of [
    `/~feed/${ids[3]}/rss.xml`,
    `/~feed/${ids[2]}/atom.xml`,
    '/~feed/x.xml',
    '/~feed',
    '/~feed/a/b/rss.xml',
  ])
    expect([path, (await site.open(path)).status]).toEqual([path, 404])
})
