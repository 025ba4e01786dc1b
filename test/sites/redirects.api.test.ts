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
  const toUrl = (url: string) => ({ kind: 'external', url })
  const create = (source: string, destination: object, more: object = {}) =>
    as('create').createRedirect({ source, destination, ...more })
  const own = (path: string) => `https://other.example/sites/${cast.organization.id}/docs${path}`

  it('lead to sections, site spaces, pages and URLs', async () => {
    const pageId = await pageOf()
    const made = [
      await done(create('/old', toUrl('https://example.com/new'))),
      await done(create('/v1/api/', { kind: 'site-section', siteSectionId: sectionId })),
      await done(create('/v1/guide', { kind: 'site-space', siteSpaceId })),
      await done(create('/v1/page', { kind: 'site-page', siteSpaceId, pageId })),
    ]
    expect(made.map(({ source }) => source)).toEqual(['/old', '/v1/api', '/v1/guide', '/v1/page'])
    expect(made[3]?.destination).toEqual({ kind: 'site-page', siteSpaceId, pageId })
    expect(await done(as('read').redirects())).toEqual(made)
    const address = `${t.origin}/sites/${cast.organization.id}/docs`
    expect(await done(as('read').redirectOf('/v1/api/'))).toEqual({
      ...made[1],
      target: `${address}/api/guide/`,
    })
    const targets = ['/old', '/v1/guide', '/v1/page'].map((path) => done(as('read').redirectOf(path)))
    expect((await Promise.all(targets)).map(({ target }) => target)).toEqual([
      'https://example.com/new',
      `${address}/api/guide/`,
      `${address}/api/guide/page/`,
    ])
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

  it('lead to the page that is at a path of a space now', async () => {
    const pageId = await pageOf()
    const { destination } = await done(
      create('/old', { kind: 'path', spaceId: cast.space.id, path: '/page/' }),
    )
    expect(destination).toEqual({ kind: 'site-page', siteSpaceId, pageId })
  })

  it('apply to every path that a wildcard matches, and append it if they capture it', async () => {
    await pageOf()
    const target = async (path: string) => (await done(as('read').redirectOf(path))).target
    const captured = await done(
      create('/v1/*', toUrl('https://example.com/x?q=1'), { captureWildcard: true }),
    )
    expect(captured).toMatchObject({ source: '/v1/*', captureWildcard: true })
    await done(create('/v1/api*', { kind: 'site-section', siteSectionId: sectionId }))
    await done(create('/v1/api/exact', toUrl('https://example.com/exact')))
    expect(await target('/v1/a/b')).toBe('https://example.com/x/a/b?q=1')
    expect(await target('/v1/caf%C3%A9')).toBe('https://example.com/x/caf%C3%A9?q=1')
    expect(await target('/v1/apis/deep')).toMatch(/\/docs\/api\/guide\/$/)
    expect(await target('/v1/api/exact')).toBe('https://example.com/exact')
    await refused(as('read').redirectOf('/v1'), 404)
    await refused(as('read').redirectOf('/v1/%2E%2E/x'), 404)
    for (const source of ['/*', '*', '/a*b', '/a/*/b', '/a**', '/a/*/']) {
      await refused(create(source, toUrl('https://example.com/')), 400)
    }
  })

  it('are stored in one encoding', async () => {
    const { source } = await done(create('/caf\u00e9/a+b', toUrl('https://example.com/')))
    expect(source).toBe('/caf%C3%A9/a%2Bb')
    await refused(create('/caf%c3%a9/a%2bb', toUrl('https://example.com/')), 409)
    expect(await done(as('read').redirectOf('/caf%c3%a9/a+b'))).toMatchObject({ source })
    for (const wrong of ['/%', '/%zz', '/%ff', `/${'\u00e9'.repeat(100)}`]) {
      await refused(create(wrong, toUrl('https://example.com/')), 400)
    }
  })

  it('can be drafts, which are listed apart and ignored until they are published', async () => {
    const draft = await done(create('/old', toUrl('https://example.com/draft'), { draft: true }))
    expect(draft).toMatchObject({ draft: true, permanent: false })
    await refused(as('read').redirectOf('/old'), 404)
    await refused(create('/old', toUrl('https://example.com/'), { draft: true }), 409)
    const live = await done(create('/old', toUrl('https://example.com/live'), { permanent: true }))
    expect(await done(as('read').redirects())).toEqual([live])
    expect(await done(as('read').redirects({ draft: true }))).toEqual([draft])
    expect(await done(as('read').redirects({ search: 'ol' }))).toEqual([live])
    expect(await done(as('read').redirects({ search: 'new' }))).toEqual([])
    await refused(as('create').updateRedirect(draft.id, { draft: false }), 409)
    await done(as('create').deleteRedirect(live.id))
    expect(await done(as('create').updateRedirect(draft.id, { draft: false, permanent: true }))).toEqual({
      ...draft,
      draft: false,
      permanent: true,
    })
    expect((await done(as('read').redirectOf('/old'))).target).toBe('https://example.com/draft')
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
      { kind: 'external' },
      toUrl('javascript:alert(1)'),
      { kind: 'site-section', siteSectionId: 'sec_none' },
      { kind: 'site-space', siteSpaceId: foreign.id },
      { kind: 'site-page', siteSpaceId, pageId: 'pag_none' },
      { kind: 'site-page', siteSpaceId },
      { kind: 'path', spaceId: foreign.id, path: 'page' },
      { kind: 'path', spaceId: cast.space.id, path: 'nowhere' },
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
    await refused(create('/api', { kind: 'site-section', siteSectionId: sectionId }), 409)
    await refused(create('/api/guide', { kind: 'site-space', siteSpaceId }), 409)
    await refused(create('/api/guide/page', { kind: 'site-page', siteSpaceId, pageId }), 409)
    const a = await done(create('/a', toUrl(own('/b'))))
    await done(create('/b', toUrl(own('/c'))))
    await refused(create('/c', toUrl(own('/a'))), 409)
    const c = await done(create('/c', toUrl(own('/d'))))
    await refused(as('create').updateRedirect(c.id, { destination: toUrl(own('/a')) }), 409)
    await refused(as('create').updateRedirect(a.id, { source: '/d' }), 409)
    const capture = { captureWildcard: true }
    await done(create('/p/*', toUrl(own('/q')), capture))
    await refused(create('/q/*', toUrl(own('/p')), capture), 409)
    await refused(create('/q*', toUrl(own('/p/z'))), 409)
    await refused(create('/q/x', toUrl(own('/p/x'))), 409)
    await refused(create('/r/*', toUrl(own('/r/s')), capture), 409)
    // Where a wildcard includes its destination, the page there is shown.
    await done(create('/api/guide/*', { kind: 'site-page', siteSpaceId, pageId }))
    const both = await Promise.all([create('/x', toUrl(own('/y'))), create('/y', toUrl(own('/x')))])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  it('are hidden with the space that they lead to', async () => {
    const { id } = await done(create('/old', { kind: 'site-space', siteSpaceId }))
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
