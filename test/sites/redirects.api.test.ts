import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { settingsApis } from '../support/apis-site-settings.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { fillSpace } from '../support/main-content.ts'
import { done, failedRequests, refused } from '../support/outcome.ts'

let t: TestApp
let people: People
let cast: Company
let siteId: string
let sectionId: string
let siteSpaceId: string
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  const { prisma } = t.db.database
  const data = { organizationId: cast.organization.id, title: 'Docs', basename: 'docs' }
  siteId = (await prisma.site.create({ data: { id: newId('Site'), ...data } })).id
  const section = { siteId, parentId: siteId, title: 'API', path: 'api', orderKey: 'a0' }
  sectionId = (await prisma.siteSection.create({ data: { id: newId('SiteSection'), ...section } })).id
  const at = { siteId, sectionId, parentId: sectionId, spaceId: cast.space.id, path: 'guide', orderKey: 'a0' }
  siteSpaceId = (await prisma.siteSpace.create({ data: { id: newId('SiteSpace'), ...at } })).id
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
})

describe.each(settingsApis)('redirects of a site by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who], { organizationId: cast.organization.id, siteId })
  const toUrl = (url: string) => ({ kind: 'url', url })
  const create = (source: string, destination: object) => as('create').createRedirect({ source, destination })
  const own = (path: string) => `https://other.example/sites/${cast.organization.id}/docs${path}`

  it('lead to sections, site spaces, pages and URLs', async () => {
    const pageId = await pageOf()
    const made = [
      await done(create('/old', toUrl('https://example.com/new'))),
      await done(create('/v1/api/', { kind: 'site-section', siteSection: sectionId })),
      await done(create('/v1/guide', { kind: 'site-space', siteSpace: siteSpaceId })),
      await done(create('/v1/page', { kind: 'site-page', siteSpace: siteSpaceId, page: pageId })),
    ]
    expect(made.map(({ source }) => source)).toEqual(['/old', '/v1/api', '/v1/guide', '/v1/page'])
    expect(made[3]?.destination).toEqual({ kind: 'site-page', siteSpace: siteSpaceId, page: pageId })
    expect(await done(as('read').redirects())).toEqual(made)
    expect(await done(as('read').redirectOf('/v1/api/'))).toEqual(made[1])
    await refused(as('read').redirectOf('/v2'), 404)
    const id = made[0]?.id ?? ''
    const changed = { ...made[0], source: '/older', destination: made[2]?.destination }
    expect(
      await done(as('create').updateRedirect(id, { source: '/older', destination: made[2]?.destination })),
    ).toEqual(changed)
    await done(as('create').deleteRedirect(id))
    await done(as('create').deleteRedirect(id))
    expect(await done(as('read').redirects())).toEqual(made.slice(1))
  })

  it('refuse sources and destinations that are malformed or not on this site', async () => {
    const foreign = await t.build.buildSpace()
    for (const source of ['', 'old', '/', '/a?b', '/a#b', '//a', '/a b', `/${'x'.repeat(512)}`]) {
      await refused(create(source, toUrl('https://example.com/')), 400)
    }
    for (const [source, part] of [
      ['/~search', 'the segment ~search'],
      ['/guide/~files/a', 'the segment ~files'],
      ['/~/key', 'the segment ~'],
      ['/%7Esearch', 'the segment %7Esearch'],
      ['/../x', 'the segment ..'],
      ['/a/./b', 'the segment .'],
      ['/%2e%2E/x', 'the segment %2e%2E'],
      ['/a%2Fb', 'the segment a%2Fb'],
      ['/a\\b', 'the segment a\\b'],
      ['/a%00', 'the segment a%00'],
      ['/50%', '50%, which is not encoded correctly'],
      ['/robots.txt', 'which the server answers itself'],
      ['/sitemap.xml/', 'which the server answers itself'],
      ['/old.md', 'the redirect from /old'],
    ] as const) {
      const { details } = await refused(create(source, toUrl('https://example.com/')), 400)
      expect(details?.[0]?.message, source).toContain(part)
    }
    for (const destination of [
      { kind: 'url' },
      toUrl('javascript:alert(1)'),
      { kind: 'url', url: 'https://example.com/', siteSpace: siteSpaceId },
      { kind: 'site-section', siteSection: 'sec_none' },
      { kind: 'site-space', siteSpace: foreign.id },
      { kind: 'site-page', siteSpace: siteSpaceId, page: 'pag_none' },
      { kind: 'site-page', siteSpace: siteSpaceId },
    ]) {
      await refused(create('/old', destination), 400)
    }
    expect(await done(as('read').redirects())).toEqual([])
    await done(create(`/${'x'.repeat(511)}`, toUrl('https://example.com/')))
    await refused(create(`/${'x'.repeat(511)}/`, toUrl('https://example.com/')), 400)
    await refused(create(`/${'x'.repeat(511)}`, toUrl('https://example.com/')), 409)
  })

  it('refuse loops', async () => {
    const pageId = await pageOf()
    await refused(create('/a', toUrl(own('/a/'))), 409)
    await refused(create('/api', { kind: 'site-section', siteSection: sectionId }), 409)
    await refused(create('/api/guide', { kind: 'site-space', siteSpace: siteSpaceId }), 409)
    await refused(create('/api/guide/page', { kind: 'site-page', siteSpace: siteSpaceId, page: pageId }), 409)
    const a = await done(create('/a', toUrl(own('/b'))))
    await done(create('/b', toUrl(own('/c'))))
    await refused(create('/c', toUrl(own('/a'))), 409)
    const c = await done(create('/c', toUrl(own('/d'))))
    await refused(as('create').updateRedirect(c.id, { destination: toUrl(own('/a')) }), 409)
    await refused(as('create').updateRedirect(a.id, { source: '/d' }), 409)
    const both = await Promise.all([create('/x', toUrl(own('/y'))), create('/y', toUrl(own('/x')))])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  it('are hidden with the space that they lead to', async () => {
    const { id } = await done(create('/old', { kind: 'site-space', siteSpace: siteSpaceId }))
    await t.db.database.prisma.space.update({ where: { id: cast.space.id }, data: { defaultLevel: null } })
    expect(await done(as('read').redirects())).toEqual([])
    await refused(as('read').redirectOf('/old'), 404)
    await refused(as('create').updateRedirect(id, { source: '/older' }), 404)
    expect(await done(as('admin').redirects())).toHaveLength(1)
  })
})

/** A page with the path `page` in the space of the site space. */
async function pageOf(): Promise<string> {
  return (await fillSpace(t, cast.space.id, () => 'Hello')).pageId
}
