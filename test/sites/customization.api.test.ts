import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type Customized, settingsApis } from '../support/apis-site-settings.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { fillSpace } from '../support/main-content.ts'
import { done, failedRequests, refused } from '../support/outcome.ts'

let t: TestApp
let people: People
let cast: Company
let siteId: string
let siteSpaceId: string
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  const { prisma } = t.db.database
  const data = { id: newId('Site'), organizationId: cast.organization.id, title: 'Docs' }
  siteId = (await prisma.site.create({ data })).id
  const at = {
    siteId,
    parentId: siteId,
    spaceId: cast.space.id,
    path: 'guide',
    orderKey: 'a0',
    isDefault: true,
  }
  siteSpaceId = (await prisma.siteSpace.create({ data: { id: newId('SiteSpace'), ...at } })).id
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
})

const eventTypes = async () =>
  (
    await t.db.database.prisma.event.findMany({
      where: { organizationId: cast.organization.id, type: { contains: 'customization' } },
      orderBy: { position: 'asc' },
    })
  ).map(({ type }) => type)

describe.each(settingsApis)('the customization of a site by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who], { organizationId: cast.organization.id, siteId })
  const toUrl = { kind: 'url', url: 'https://example.com/' }
  const whole = (base: Customized) => ({
    ...base,
    title: 'Acme Docs',
    styling: { ...base.styling, primaryColor: { light: '#36d', dark: '#336699' }, font: 'IBMPlexSerif' },
    internationalization: { locale: 'pt-br' },
    favicon: { emoji: '📘' },
    header: {
      preset: 'custom',
      backgroundColor: { light: '#fff', dark: '#000' },
      links: [
        {
          title: 'More',
          style: 'button-primary',
          to: null,
          condition: 'visitor.claims.isBeta',
          links: [{ title: 'Guide', to: { kind: 'space', space: cast.space.id } }],
        },
        { title: 'Home', to: toUrl, links: [] },
      ],
    },
    footer: { groups: [{ title: 'Legal', links: [{ title: 'Imprint', to: toUrl }] }], copyright: '© Acme' },
    announcement: { enabled: true, message: 'New!', style: 'info', link: { title: 'Read', to: toUrl } },
  })

  it('has defaults, and is replaced as a whole', async () => {
    const base = await done(as('read').customization())
    expect(base).toMatchObject({ styling: { theme: 'clean' }, themes: { default: 'light', toggeable: true } })
    const changed = whole(base)
    expect(await done(as('create').putCustomization(changed))).toEqual(changed)
    expect(await done(as('read').customization())).toEqual(changed)
    expect(await done(as('create').putCustomization(base))).toEqual(base)
    expect(await eventTypes()).toEqual(['site_customization.updated', 'site_customization.updated'])
  })

  it('refuses what is incomplete, unknown, too long or elsewhere, and keeps the previous one', async () => {
    const base = await done(as('read').customization())
    const foreign = await t.build.buildSpace()
    const link = (to: object) => ({
      ...base,
      header: { preset: 'default', links: [{ title: 'A', to, links: [] }] },
    })
    const item = { title: 'A', to: null, links: [] }
    const color = (value: string) => ({
      ...base,
      styling: { ...base.styling, infoColor: { light: value, dark: '#000' } },
    })
    for (const bad of [
      { ...base, styling: { theme: 'clean' } },
      { ...base, styling: { ...base.styling, theme: 'loud' } },
      { ...base, title: '' },
      { ...base, title: 'x'.repeat(129) },
      ...['#12', '#12345', '#1234567', '#ggg', 'red', '#fff; }'].map(color),
      link({ kind: 'url' }),
      link({ kind: 'url', url: 'javascript:alert(1)' }),
      link({ kind: 'space', space: foreign.id }),
      link({ kind: 'space', space: cast.space.id, url: 'https://example.com' }),
      link({ kind: 'page', space: cast.space.id }),
      link({ kind: 'page', space: cast.space.id, page: 'pag_none' }),
      { ...base, header: { preset: 'default', links: Array(21).fill(item) } },
      { ...base, header: { preset: 'default', links: [{ ...item, condition: 'visitor.' }] } },
      { ...base, footer: { groups: [], copyright: 'x'.repeat(301) } },
      {
        ...base,
        favicon: { emoji: '📘', icon: { light: 'https://a.example/', dark: 'https://a.example/' } },
      },
      { ...base, privacyPolicy: { url: `https://example.com/${'x'.repeat(2_048)}` } },
    ]) {
      await refused(as('create').putCustomization(bad), 400)
    }
    expect(await done(as('read').customization())).toEqual(base)
    const { pageId: page } = await fillSpace(t, cast.space.id, () => 'Start')
    await done(as('create').putCustomization(link({ kind: 'page', space: cast.space.id, page })))
    await done(as('create').putCustomization({ ...base, footer: { groups: [], copyright: 'x'.repeat(300) } }))
  })

  it('is changed in parts, of which null restores the default, and all others stay', async () => {
    const base = await done(as('read').customization())
    await done(as('create').putCustomization(whole(base)))
    const before = await done(as('read').customization())
    const footer = { groups: [], copyright: '© Bolt' }
    const changed = { ...before, title: 'Bolt', footer, feedback: { enabled: true } }
    const parts = { title: 'Bolt', footer, feedback: { enabled: true } }
    expect(await done(as('create').changeCustomization(parts))).toEqual(changed)
    const { title: _title, announcement: _announcement, ...rest } = changed as Record<string, unknown>
    const nulls = { title: null, announcement: null, styling: null }
    const restored = { ...rest, styling: base.styling }
    expect(await done(as('create').changeCustomization(nulls))).toEqual(restored)
    const seen = (await eventTypes()).length
    expect(await done(as('create').changeCustomization({}))).toEqual(restored)
    expect(await eventTypes()).toHaveLength(seen)
    const foreign = await t.build.buildSpace()
    for (const bad of [
      { header: { preset: 'default' } },
      { title: '' },
      {
        footer: {
          groups: [{ title: 'A', links: [{ title: 'B', to: { kind: 'space', space: foreign.id } }] }],
        },
      },
    ]) {
      await refused(as('create').changeCustomization(bad), 400)
    }
    await refused(as('edit').changeCustomization({ title: 'Mine' }), 403)
    expect(await done(as('read').customization())).toEqual(restored)
  })

  it('loses no part of many changes at the same time, also of the first ones', async () => {
    const parts = [
      { title: 'Bolt' },
      { pdf: { enabled: false } },
      { feedback: { enabled: true } },
      { externalLinks: { target: 'blank' } },
      { pagination: { enabled: false } },
    ]
    await Promise.all(parts.map((part) => done(as('create').changeCustomization(part))))
    expect(await done(as('read').customization())).toMatchObject(Object.assign({}, ...parts))
  })

  it('is overridden in a site space, field by field', async () => {
    const base = whole(await done(as('read').customization())) as unknown as Customized
    await done(as('create').putCustomization(base))
    const looks = () => done(as('read').siteSpaceCustomization(siteSpaceId))
    const override = (input: object) => done(as('create').override(siteSpaceId, input))
    expect(await looks()).toEqual(base)
    const first = await override({ title: 'Guide', styling: { theme: 'bold' }, favicon: { emoji: '🚀' } })
    expect(first).toEqual({
      ...base,
      title: 'Guide',
      styling: { ...base.styling, theme: 'bold' },
      favicon: { emoji: '🚀' },
    })
    await override({ styling: { font: 'Inter', theme: null }, title: null })
    expect(await looks()).toEqual({
      ...base,
      styling: { ...base.styling, font: 'Inter' },
      favicon: { emoji: '🚀' },
    })
    const recoloured = { ...base, styling: { ...base.styling, theme: 'muted' } } as Customized
    await done(as('create').putCustomization(recoloured))
    expect((await looks()).styling).toEqual({ ...recoloured.styling, font: 'Inter' })
    expect(await override({ styling: null, favicon: null })).toEqual(recoloured)
    await override({ pdf: { enabled: false } })
    await done(as('create').clearOverrides(siteSpaceId))
    await done(as('create').clearOverrides(siteSpaceId))
    expect(await looks()).toEqual(recoloured)
    expect((await eventTypes()).slice(-2)).toEqual([
      'site_space_customization.updated',
      'site_space_customization.deleted',
    ])
  })

  it('loses no override of two at the same time, and refuses incomplete ones', async () => {
    await Promise.all([
      done(as('create').override(siteSpaceId, { pdf: { enabled: false } })),
      done(as('create').override(siteSpaceId, { feedback: { enabled: true } })),
    ])
    const looks = await done(as('read').siteSpaceCustomization(siteSpaceId))
    expect(looks).toMatchObject({ pdf: { enabled: false }, feedback: { enabled: true } })
    await refused(as('create').override(siteSpaceId, { announcement: { enabled: true } }), 400)
    await refused(as('create').override(siteSpaceId, { styling: { theme: 'loud' } }), 400)
    await refused(as('create').override('sps_none', {}), 404)
    for (const who of ['guest', 'stranger'] as const) await refused(as(who).customization(), 404)
    await refused(as('edit').override(siteSpaceId, {}), 403)
  })
})
