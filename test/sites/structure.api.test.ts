import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type ItemPointer, structureApis } from '../support/apis-site-structure.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { done, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let people: People
let cast: Company
let siteId: string
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
  const organizationId = cast.organization.id
  siteId = (
    await t.db.database.prisma.site.create({ data: { id: newId('Site'), organizationId, title: 'Docs' } })
  ).id
})
afterAll(() => t.close())

const spaceNamed = (title: string, overrides = {}) =>
  t.build.buildSpace({ organizationId: cast.organization.id, title, ...overrides })
const atSiteSpace = (id: string): ItemPointer => ({ type: 'site-space', id })
const atSection = (id: string): ItemPointer => ({ type: 'site-section', id })
const atGroup = (id: string): ItemPointer => ({ type: 'site-section-group', id })
const titles = (rows: { title?: string }[]) => rows.map(({ title }) => title)

describe.each(structureApis)('the structure of a site by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who], { organizationId: cast.organization.id, siteId })
  const add = async (title: string, input = {}) =>
    done(as('create').addSiteSpace({ spaceId: (await spaceNamed(title)).id, ...input }))
  const addSection = async (title: string) =>
    done(as('create').addSection({ spaceId: (await spaceNamed(title)).id }))
  const layout = async (who: keyof People = 'admin') => {
    const { structure } = await done(as(who).structure())
    return structure.map((item) => ('sections' in item ? [item.title, titles(item.sections)] : item.title))
  }

  it('is a list of site spaces, whose paths are made from titles', async () => {
    expect(await done(as('read').structure())).toEqual({ type: 'siteSpaces', structure: [] })
    const first = await add('User Guide')
    const second = await add('User guide')
    const third = await add('Über uns!')
    expect(first).toMatchObject({ path: 'user-guide', title: 'User Guide', default: true })
    expect(second).toMatchObject({ path: 'user-guide-1', default: false })
    expect(third).toMatchObject({ path: 'uber-uns', default: false })
    expect(await done(as('read').structure())).toEqual({
      type: 'siteSpaces',
      structure: [first, second, third],
    })
    expect(await done(as('read').siteSpaces())).toEqual([first, second, third])
    expect(await done(as('read').siteSpaces({ default: true }))).toEqual([first])
    expect(await done(as('read').siteSpaces({ default: false }))).toEqual([second, third])
  })

  it('takes a space once, from this organization, with the role create', async () => {
    const { space } = await add('Guide')
    await refused(as('create').addSiteSpace({ spaceId: space }), 409)
    await refused(as('create').addSiteSpace({ spaceId: (await t.build.buildSpace()).id }), 400)
    const held = await spaceNamed('Held', { defaultLevel: 'read' })
    await refused(as('create').addSiteSpace({ spaceId: held.id }), 403)
    await refused(as('create').addSiteSpace({ spaceId: held.id, sectionId: 'sec_none' }), 403)
    const free = await spaceNamed('Free')
    await refused(as('create').addSiteSpace({ spaceId: free.id, sectionId: 'sec_none' }), 400)
    await refused(as('review').addSiteSpace({ spaceId: free.id }), 403)
    await refused(as('guest').addSiteSpace({ spaceId: free.id }), 404)
  })

  it('updates a site space', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const other = await spaceNamed('Other')
    const update = (input: object) => as('create').updateSiteSpace(two.id, { ...input })
    const condition = 'visitor.claims.isBeta === true'
    expect(await done(update({ path: 'zwei', condition, spaceId: other.id }))).toMatchObject({
      path: 'zwei',
      condition,
      space: other.id,
      title: 'Other',
    })
    expect(await done(update({ condition: null }))).not.toHaveProperty('condition')
    await refused(update({ path: one.path }), 409)
    await refused(update({ spaceId: one.space }), 409)
    for (const input of [
      { path: '' },
      { path: 'a/b' },
      { path: 'x'.repeat(101) },
      { condition: '' },
      { condition: 'visitor.' },
      { condition: `${'('.repeat(500)}1${')'.repeat(500)}` },
      { condition: `'${'x'.repeat(1_024)}'` },
    ]) {
      await refused(update(input), 400)
    }
    await done(update({ path: 'x'.repeat(100) }))
  })

  it('moves the first section around the site spaces that are there', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const section = await addSection('API')
    expect(section).toMatchObject({ title: 'API', path: 'api', default: true })
    expect(section.siteSpaces.map(({ id, default: isDefault }) => [id, isDefault])).toEqual([
      [one.id, true],
      [two.id, false],
      [section.siteSpaces[2]?.id, false],
    ])
    const second = await addSection('API')
    expect(second).toMatchObject({ path: 'api-1', default: false })
    expect(second.siteSpaces).toMatchObject([{ title: 'API', default: false, section: second.id }])
    const added = await add('Three')
    expect(added).toMatchObject({ section: section.id })
    expect(await add('Four', { sectionId: second.id })).toMatchObject({ section: second.id, default: false })
    expect(await done(as('read').structure())).toEqual({
      type: 'sections',
      structure: await done(as('read').sections()),
    })
    expect(titles(await done(as('read').siteSpaces()))).toEqual(['One', 'Two', 'API', 'Three', 'API', 'Four'])
  })

  it('updates a section, and moves its default on', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')]
    const extra = await add('Extra', { sectionId: two.id })
    const update = (input: object) => as('create').updateSection(two.id, { ...input })
    expect(
      await done(
        update({ title: 'Second', path: 'second', description: 'More.', icon: 'book', condition: 'true' }),
      ),
    ).toMatchObject({
      title: 'Second',
      path: 'second',
      description: 'More.',
      icon: 'book',
      condition: 'true',
    })
    const cleared = await done(update({ description: null, icon: null, condition: null }))
    for (const field of ['description', 'icon', 'condition']) expect(cleared).not.toHaveProperty(field)
    await refused(update({ path: one.path }), 409)
    await refused(update({ defaultSiteSpace: one.siteSpaces[0]?.id }), 400)
    for (const input of [
      { title: 'x' },
      { title: 'x'.repeat(129) },
      { description: 'x'.repeat(257) },
      { icon: 'x'.repeat(51) },
    ]) {
      await refused(update(input), 400)
    }
    await done(update({ defaultSiteSpace: extra.id }))
    await publish()
    const published = async () =>
      (await done(as('read').siteSpaces())).map(({ published: url }) => url?.split(`${siteId}/`)[1])
    expect(await published()).toEqual(['', 'second/two/', 'second/'])
    await done(as('create').deleteSiteSpace(extra.id))
    expect(await published()).toEqual(['', 'second/'])
    await done(as('create').deleteSection(one.id))
    expect(await published()).toEqual([''])
    expect(await done(as('read').sections())).toMatchObject([{ id: two.id, default: true }])
  })

  const publish = () =>
    t.db.database.prisma.site.update({ where: { id: siteId }, data: { publishedAt: new Date() } })

  it('opens first what is chosen', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')]
    const extra = await add('Extra', { sectionId: two.id })
    const choose = (body: object) =>
      callRest(t, cast.create, 'PATCH', `/orgs/${cast.organization.id}/sites/${siteId}`, { body })
    expect((await choose({ defaultSiteSpace: extra.id })).status).toBe(200)
    expect(titles(await done(as('read').siteSpaces({ default: true })))).toEqual(['Extra'])
    expect((await choose({ defaultSiteSection: one.id })).status).toBe(200)
    expect(titles(await done(as('read').siteSpaces({ default: true })))).toEqual(['One'])
    expect((await choose({ defaultSiteSection: one.id, defaultSiteSpace: extra.id })).status).toBe(400)
  })

  it('groups sections, on a site with and without sections', async () => {
    const empty = await done(as('create').addGroup({ title: 'Empty', icon: 'book' }))
    expect(empty).toEqual({ id: empty.id, title: 'Empty', icon: 'book', sections: [] })
    expect(await layout()).toEqual([['Empty', []]])
    const [a, b, c] = [await addSection('A1'), await addSection('B1'), await addSection('C1')]
    const group = await done(as('create').addGroup({ title: 'Group', sections: [c.id, a.id] }))
    expect(titles(group.sections)).toEqual(['C1', 'A1'])
    expect(group.sections[0]).toMatchObject({ sectionGroup: group.id })
    expect(await layout()).toEqual([['Empty', []], 'B1', ['Group', ['C1', 'A1']]])
    expect(titles((await done(as('create').addToGroup(empty.id, a.id))).sections)).toEqual(['A1'])
    await done(as('create').removeFromGroup(empty.id, a.id))
    await done(as('create').removeFromGroup(empty.id, a.id))
    expect(await layout()).toEqual([['Empty', []], 'A1', 'B1', ['Group', ['C1']]])
    await done(as('create').addToGroup(group.id, b.id))
    await done(as('create').deleteGroup(group.id))
    await done(as('create').deleteGroup(group.id))
    await done(as('create').deleteGroup(empty.id))
    expect(await layout()).toEqual(['A1', 'C1', 'B1'])
    expect((await done(as('read').sections())).filter((each) => each.default)).toMatchObject([{ id: a.id }])
  })

  it('checks groups', async () => {
    const section = await addSection('A1')
    const group = await done(as('create').addGroup({ title: 'x'.repeat(100) }))
    for (const input of [
      { title: '' },
      { title: 'x'.repeat(101) },
      { title: 'ok', sections: ['sec_none'] },
    ]) {
      await refused(as('create').addGroup(input), 400)
    }
    await refused(as('create').addToGroup(group.id, 'sec_none'), 400)
    await refused(as('create').addToGroup('grp_none', section.id), 404)
    await refused(as('create').updateGroup(group.id, { icon: 'x'.repeat(51) }), 400)
    expect(await done(as('create').updateGroup(group.id, { title: 'G', icon: null }))).toMatchObject({
      title: 'G',
    })
    await refused(as('edit').updateGroup(group.id, { title: 'Mine' }), 403)
    await refused(as('stranger').updateGroup(group.id, { title: 'Mine' }), 404)
  })

  it('is sorted: before, after, to the end, and into other sections and groups', async () => {
    const [a, b] = [await addSection('A1'), await addSection('B1')]
    const group = await done(as('create').addGroup({ title: 'Group' }))
    const sort = (item: ItemPointer, position: { before?: ItemPointer; after?: ItemPointer }) =>
      as('create').sort(item, position)
    expect(await done(sort(atGroup(group.id), { before: atSection(a.id) }))).toMatchObject({ id: group.id })
    expect(await layout()).toEqual([['Group', []], 'A1', 'B1'])
    await done(as('create').addToGroup(group.id, b.id))
    await done(sort(atSection(a.id), { before: atSection(b.id) }))
    expect(await layout()).toEqual([['Group', ['A1', 'B1']]])
    await done(sort(atSection(a.id), { after: atGroup(group.id) }))
    expect(await layout()).toEqual([['Group', ['B1']], 'A1'])
    await done(sort(atGroup(group.id), {}))
    expect(await layout()).toEqual(['A1', ['Group', ['B1']]])
    const [first, moved] = [await add('First'), await add('Moved')]
    await done(sort(atSiteSpace(moved.id), { before: atSiteSpace(first.id) }))
    const section = async (id: string) => (await done(as('read').sections())).find((each) => each.id === id)
    expect(titles((await section(a.id))?.siteSpaces ?? [])).toEqual(['A1', 'Moved', 'First'])
    const inB = b.siteSpaces[0]?.id ?? ''
    await done(sort(atSiteSpace(moved.id), { after: atSiteSpace(inB) }))
    expect(titles((await section(b.id))?.siteSpaces ?? [])).toEqual(['B1', 'Moved'])
    for (const [item, position] of [
      [atGroup(group.id), { before: atSection(b.id) }],
      [atGroup(group.id), { before: atGroup(group.id) }],
      [atSection(a.id), { before: atSiteSpace(moved.id) }],
      [atSiteSpace(moved.id), { after: atSection(a.id) }],
      [atSection(a.id), { before: atSection('sec_none') }],
      [atSection(a.id), { before: atSection(b.id), after: atSection(b.id) }],
    ] as const) {
      await refused(sort(item, position), 400)
    }
    await refused(sort(atSection('sec_none'), {}), 404)
    const foreign = await t.db.database.prisma.site.create({
      data: { id: newId('Site'), organizationId: cast.organization.id, title: 'Other' },
    })
    await refused(
      enter(t, cast.create, { organizationId: cast.organization.id, siteId: foreign.id }).sort(
        atSection(a.id),
        {},
      ),
      404,
    )
  })

  it('answers removals with 205, and with 204 when there is nothing left to remove', async () => {
    const section = await addSection('A1')
    const group = await done(as('create').addGroup({ title: 'Group', sections: [section.id] }))
    const path = `/orgs/${cast.organization.id}/sites/${siteId}/section-groups/${group.id}`
    const remove = async (at: string) => (await callRest(t, cast.create, 'DELETE', at)).status
    const inGroup = `${path}/sections/${section.id}`
    expect([await remove(inGroup), await remove(inGroup)]).toEqual([205, 204])
    expect([await remove(path), await remove(path)]).toEqual([205, 204])
  })

  it('hides the site spaces of spaces that the caller cannot see', async () => {
    await add('Open')
    const hidden = await add('Hidden')
    await t.db.database.prisma.space.update({ where: { id: hidden.space }, data: { defaultLevel: null } })
    expect(await layout('read')).toEqual(['Open'])
    expect(titles(await done(as('read').siteSpaces()))).toEqual(['Open'])
    await refused(as('create').updateSiteSpace(hidden.id, { path: 'x' }), 404)
    await refused(as('create').sort(atSiteSpace(hidden.id), {}), 404)
    expect(await layout('admin')).toEqual(['Open', 'Hidden'])
  })

  it('passes over a deleted space, and has it back when it is restored', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const space = `/spaces/${one.space}`
    expect((await callRest(t, cast.create, 'DELETE', space)).status).toBe(205)
    expect(await done(as('read').siteSpaces())).toMatchObject([{ id: two.id, default: true }])
    expect((await callRest(t, cast.create, 'POST', `${space}/restore`)).status).toBe(200)
    expect(await done(as('read').siteSpaces())).toMatchObject([
      { id: one.id, default: false },
      { id: two.id, default: true },
    ])
    const body = { organization: (await t.build.buildOrganization()).id }
    await t.build.buildMember({
      organizationId: body.organization,
      userId: cast.create.user.id,
      role: 'create',
    })
    expect((await callRest(t, cast.create, 'POST', `${space}/transfer`, { body })).status).toBe(412)
    const { organization } = cast
    const collection = await t.build.buildCollection({ organizationId: organization.id })
    const inside = await spaceNamed('Inside', { parentId: collection.id })
    await done(as('create').addSiteSpace({ spaceId: inside.id }))
    const around = await callRest(t, cast.create, 'POST', `/collections/${collection.id}/transfer`, { body })
    expect(around.status).toBe(412)
    expect(around.body).toMatchObject({ error: { message: expect.stringContaining('on a site') } })
    await done(as('create').deleteSiteSpace(one.id))
    expect((await callRest(t, cast.create, 'POST', `${space}/transfer`, { body })).status).toBe(200)
  })

  it('records changes for members who can see the space', async () => {
    const one = await add('One')
    await done(as('create').updateSiteSpace(one.id, { path: 'uno' }))
    const section = await addSection('Two')
    await done(as('create').sort(atSiteSpace(one.id), {}))
    await done(as('create').deleteSiteSpace(one.id))
    await done(as('create').deleteSiteSpace(one.id))
    await done(as('create').deleteSection(section.id))
    const types = async (who: keyof People) => {
      const { body } = await callRest(t, cast[who], 'GET', `/orgs/${cast.organization.id}/events`)
      const { items } = body as { items: { type: string }[] }
      return items.map(({ type }) => type).filter((type) => type.startsWith('site_'))
    }
    const spaceEvents = ['site_space.added', 'site_space.updated', 'site_space.moved', 'site_space.deleted']
    expect((await types('read')).sort()).toEqual(
      [...spaceEvents, 'site_section.created', 'site_section.deleted'].sort(),
    )
    expect(await types('guest')).toEqual([])
    await t.db.database.prisma.space.update({ where: { id: one.space }, data: { defaultLevel: null } })
    expect(await types('read')).toEqual(['site_section.created', 'site_section.deleted'])
  })
})
