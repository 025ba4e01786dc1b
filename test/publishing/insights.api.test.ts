import { describe, expect, it } from 'vitest'
import { insightsApis } from '../support/apis-insights.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { done, refused } from '../support/outcome.ts'
import {
  openWith,
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
  space = await owner.space('Guide', [page('Start', 'Begin here.'), page('Setup', 'Set it up.')])
})

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  openWith(t, `${site.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

const eventTypes = async () =>
  (
    await t.db.database.prisma.event.findMany({
      where: {
        organizationId: owner.org,
        subject: { path: ['site'], equals: site.id },
        type: { startsWith: 'site_feedback' },
      },
      orderBy: { position: 'asc' },
    })
  ).map(({ type }) => type)

describe.each(insightsApis)('feedback of readers by $name', ({ enter }) => {
  const api = () => enter(t, owner.who, { organizationId: owner.org, siteId: site.id })

  it('is asked for where it is enabled, stored with a comment, listed and deleted', async () => {
    site = await owner.site([space.id])
    const [start = '', setup = ''] = space.pages
    expect((await site.open('/')).body).not.toContain('data-feedback')
    expect((await send(`/~feedback/${start}`, { rating: 'good' })).status).toBe(404)
    await site.send('PATCH', '/customization', { feedback: { enabled: true } })
    expect((await site.open('/')).body).toContain(`data-feedback="${site.base}/~feedback/${start}"`)

    const rated = await send(`/~feedback/${start}`, { rating: 'good' })
    expect(rated.status).toBe(200)
    const { id } = JSON.parse(rated.body) as { id: string }
    expect((await send(`/~feedback/${start}`, { rating: 'good', id, comment: 'Clear!' })).status).toBe(200)
    expect((await send(`/~feedback/${start}`, { rating: 'bad', id, comment: 'Again' })).status).toBe(409)
    await send(`/~feedback/${setup}`, { rating: 'bad' })

    const all = await done(api().feedback())
    expect(all).toMatchObject([
      { pageId: setup, pageTitle: 'Setup', rating: 'bad' },
      { id, pageId: start, pageTitle: 'Start', rating: 'good', comment: 'Clear!' },
    ])
    expect(await done(api().feedback({ pageId: setup }))).toEqual(all.slice(0, 1))
    expect(await done(api().feedback({ rating: 'good' }))).toEqual(all.slice(1))
    expect(await done(api().feedback({ commented: true }))).toEqual(all.slice(1))
    await done(api().deleteFeedback(id))
    await done(api().deleteFeedback(id))
    expect(await done(api().feedback())).toEqual(all.slice(0, 1))
    expect(await eventTypes()).toEqual([
      'site_feedback.created',
      'site_feedback.commented',
      'site_feedback.created',
      'site_feedback.deleted',
    ])
  })

  it('is refused from other sites, without a rating, too long, and for pages that do not exist', async () => {
    site = await owner.site([space.id])
    await site.send('PATCH', '/customization', { feedback: { enabled: true } })
    const path = `/~feedback/${space.pages[0]}`
    for (const [body, status] of [
      [{}, 400],
      [{ rating: 'great' }, 400],
      [{ rating: 'ok', comment: 'x'.repeat(513) }, 400],
      [{ rating: 'ok', comment: 'x'.repeat(5_000) }, 413],
    ] as const) {
      expect((await send(path, body)).status, JSON.stringify(body).slice(0, 60)).toBe(status)
    }
    expect((await send('/~feedback/pag_none', { rating: 'ok' })).status).toBe(404)
    expect((await send(path, { rating: 'ok' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await site.open(path)).status).toBe(405)
    expect((await send('/', { rating: 'ok' })).status).toBe(405)
    expect(await done(api().feedback())).toEqual([])
  })

  it('and views, searches and referrers are counted by day', async () => {
    site = await owner.site([space.id])
    await site.send('PATCH', '/customization', { feedback: { enabled: true } })
    const [start = '', setup = ''] = space.pages
    expect((await site.open('/')).body).toContain(`data-insights="${site.base}/~insights/${start}"`)
    await send(`/~insights/${start}`, {})
    await send(`/~insights/${start}`, { referrer: 'https://search.example/path?q=secret' })
    await send(`/~insights/${setup}`, {})
    await send(`/~insights/${setup}`, { search: 'Charge  card', found: true })
    await send(`/~insights/${setup}`, { search: 'chrg', found: false })
    await send(`/~insights/${setup}`, { anything: 1 })
    await send(`/~feedback/${start}`, { rating: 'good' })
    expect((await send('/~insights/pag_none', {})).status).toBe(404)
    await expect
      .poll(async () => (await done(api().insights())).pages.reduce((sum, { views }) => sum + views, 0), {
        timeout: 15_000,
      })
      .toBe(4)
    const found = await done(api().insights())
    expect(found.days).toHaveLength(30)
    expect(found.days.at(-1)).toMatchObject({
      views: 4,
      searches: 2,
      searchesWithoutResult: 1,
      good: 1,
      bad: 0,
    })
    expect(found.pages).toContainEqual({ page: start, title: 'Start', views: 2, good: 1 })
    expect(found.searches).toEqual([
      { query: 'charge card', count: 1, withoutResult: 0 },
      { query: 'chrg', count: 1, withoutResult: 1 },
    ])
    expect(found.referrers).toEqual([{ host: 'search.example', count: 1 }])
    await refused(api().insights({ from: '2026-02-02', to: '2026-02-01' }), 400)
    await refused(api().insights({ from: '2020-01-01', to: '2026-02-01' }), 400)
    await refused(api().insights({ from: 'yesterday' }), 400)
  })

  it('are not counted where the site has turned it off', async () => {
    site = await owner.site([space.id])
    await site.send('PATCH', '/customization', { insights: { trackingCookie: false, enabled: false } })
    expect((await site.open('/')).body).not.toContain('data-insights')
  })
})

it('a node writes what it has counted when it stops', async () => {
  site = await owner.site([space.id])
  const other = await startApp({ sharing: t, apart: true })
  await openWith(other, `${site.base}/~insights/${space.pages[0]}`, {
    method: 'POST',
    headers: {},
    body: '{}',
  })
  await other.close()
  expect(await t.db.database.prisma.siteCount.findMany({ where: { siteId: site.id } })).toMatchObject([
    { kind: 'view', count: 1, label: 'Start' },
  ])
})
