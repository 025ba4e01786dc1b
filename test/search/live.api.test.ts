import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { purgeDeletedSpaces } from '../../src/modules/spaces/spaces.purge.ts'
import { placesApis } from '../support/apis-places.ts'
import { searchApis } from '../support/apis-search.ts'
import { appForFile } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { changeContent, insertPages, type NewPage } from '../support/content.ts'
import { queried } from '../support/graphql-request.ts'
import { done } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const people = await buildPeople(t)
let cast: Company
beforeEach(async () => {
  cast = await foundCompany(t, people)
})
afterEach(() => {
  t.clock.now = () => new Date()
})

const write = (pages: NewPage[], spaceId = cast.space.id) => insertPages(t, cast.admin, spaceId, pages)
const change = (operation: string, members: object) =>
  changeContent(t, cast.admin, cast.space.id, [{ operation, ...members }])

describe.each(searchApis)('search results by $name', ({ name, enter }) => {
  const inSpace = async (query: string, spaceId = cast.space.id, who: keyof People = 'read') =>
    (await done(enter(t, cast[who]).inSpace(spaceId, query))).items.map(({ path }) => path)
  const spacesWith = async (query: string, who: keyof People = 'read') =>
    (await done(enter(t, cast[who]).inOrganization(cast.organization.id, query))).items.map(({ id }) => id)
  const count = async (query: string, who: keyof People) => {
    type Answer = { organization: { search: { totalCount: number } } }
    const text = `query($id: ID!, $query: String!) { organization(id: $id) { search(query: $query) { totalCount } } }`
    const asked = { id: cast.organization.id, query }
    return (await queried<Answer>(t, cast[who], text, asked)).organization.search.totalCount
  }
  const places = () => {
    const api = placesApis.find((each) => each.name === name)
    if (!api) throw new Error(`There is no ${name}`)
    return api.enter(t, cast.create)
  }

  it('match main content after each edit, move and deletion', async () => {
    const [one = '', two = ''] = await write([
      { title: 'Apples', markdown: 'Crisp fruit.' },
      { title: 'Pears', markdown: 'Soft fruit.' },
    ])
    expect((await inSpace('fruit')).sort()).toEqual(['apples', 'pears'])
    await change('update_page', { page: one, document: { markdown: '# Apples\n\nNow about cider.' } })
    expect([await inSpace('fruit'), await inSpace('cider'), await inSpace('crisp')]).toEqual([
      ['pears'],
      ['apples'],
      [],
    ])
    await change('update_page', { page: one, title: 'Quinces' })
    expect(await inSpace('hard')).toEqual([])
    await change('update_page', { page: one, description: 'Hard ones' })
    expect([await inSpace('apples'), await inSpace('quinces'), await inSpace('hard')]).toEqual([
      [],
      ['apples'],
      ['apples'],
    ])
    await change('update_page', { page: two, into: one })
    expect(await inSpace('soft')).toEqual(['apples/pears'])
    await change('delete_page', { page: one })
    expect([await inSpace('quinces'), await inSpace('soft')]).toEqual([[], []])
  })

  it('contain main content, not the changes of a change request', async () => {
    const { id } = await t.build.buildChangeRequest({
      spaceId: cast.space.id,
      createdById: cast.edit.user.id,
    })
    const body = { changes: [{ operation: 'insert_page', title: 'Secret plan' }] }
    const path = `/spaces/${cast.space.id}/change-requests/${id}/content`
    expect((await callRest(t, cast.edit, 'POST', path, { body })).status).toBe(200)
    expect(await inSpace('plan')).toEqual([])
  })

  it('contain no page that is hidden, below a hidden one, or excluded from search', async () => {
    const [top = '', middle = '', leaf = ''] = await write([
      { title: 'Top lemon', ref: 'top' },
      { title: 'Middle lemon', into: 'top', ref: 'middle' },
      { title: 'Leaf lemon', into: 'middle' },
      { title: 'Other lemon', noIndex: true },
      { title: 'Hidden lemon', hidden: true, ref: 'hidden' },
      { title: 'Under lemon', into: 'hidden' },
    ])
    const all = ['top-lemon', 'top-lemon/middle-lemon', 'top-lemon/middle-lemon/leaf-lemon']
    expect((await inSpace('lemon')).sort()).toEqual(all)
    await change('update_page', { page: top, hidden: true })
    expect([await inSpace('lemon'), await spacesWith('lemon'), await count('lemon', 'read')]).toEqual([
      [],
      [],
      0,
    ])
    await change('update_page', { page: middle, into: null })
    expect((await inSpace('lemon')).sort()).toEqual(['middle-lemon', 'middle-lemon/leaf-lemon'])
    await change('update_page', { page: leaf, into: top })
    expect(await inSpace('lemon')).toEqual(['middle-lemon'])
    await change('update_page', { page: top, hidden: false })
    expect((await inSpace('lemon')).sort()).toEqual(['middle-lemon', 'top-lemon', 'top-lemon/leaf-lemon'])
    await change('update_page', { page: leaf, noIndex: true })
    expect((await inSpace('lemon')).sort()).toEqual(['middle-lemon', 'top-lemon'])
  })

  it('exclude spaces that the caller cannot see, from counts and from ranking too', async () => {
    const closed = await t.build.buildSpace({ organizationId: cast.organization.id, defaultLevel: null })
    await write(
      ['Handbook', 'Handbook two', 'Handbook three'].map((title) => ({ title })),
      closed.id,
    )
    await write([{ title: 'Handbooks of the team' }])
    expect(await spacesWith('handbook')).toEqual([cast.space.id])
    expect((await spacesWith('handbook', 'admin')).sort()).toEqual([closed.id, cast.space.id].sort())
    expect([await count('handbook', 'read'), await count('handbook', 'admin')]).toEqual([1, 2])
    expect(await count('handbook', 'guest')).toBe(0)
    // This spelling exists only where the caller has no access, so for them it is a typo like any other.
    await write([{ title: 'Zeitgeist' }, { title: 'Zeitgeist one' }, { title: 'Zeitgeist two' }], closed.id)
    await write([{ title: 'Zeitgeisst' }])
    expect(await spacesWith('zeitgeist')).toEqual([cast.space.id])
    const granted = await t.build.buildSpace({ organizationId: cast.organization.id, defaultLevel: null })
    await write([{ title: 'Handbook for guests' }], granted.id)
    await t.build.buildGrant(
      'read',
      { userId: cast.guest.user.id },
      { spaceId: granted.id },
      cast.organization.id,
    )
    expect(await spacesWith('handbook', 'guest')).toEqual([granted.id])
  })

  it('are separate for a copy of a space', async () => {
    await write([{ title: 'Orchard', markdown: '# Orchard\n\n## Pruning\n\nIn winter.' }])
    const copy = await done(places().duplicateSpace(cast.space.id))
    expect(await inSpace('pruning winter', copy.id)).toEqual(['orchard'])
    expect((await spacesWith('orchard')).sort()).toEqual([cast.space.id, copy.id].sort())
    await changeContent(t, cast.admin, copy.id, [{ operation: 'insert_page', title: 'Vineyard' }])
    expect([await inSpace('vineyard'), await inSpace('vineyard', copy.id)]).toEqual([[], ['vineyard']])
    const { items } = await done(enter(t, cast.read).inSpace(copy.id, 'winter'))
    expect(items[0]?.sections).toMatchObject([{ title: 'Pruning', path: 'orchard#pruning' }])
  })

  it('exclude a deleted space, include a restored one, and keep nothing of a purged one', async () => {
    await write([{ title: 'Orchard', markdown: 'Trees.' }])
    await done(places().deleteSpace(cast.space.id))
    expect([await spacesWith('orchard'), await count('orchard', 'admin')]).toEqual([[], 0])
    await done(places().restoreSpace(cast.space.id))
    expect(await spacesWith('orchard')).toEqual([cast.space.id])
    await done(places().deleteSpace(cast.space.id))
    const later = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000)
    await purgeDeletedSpaces(t.db.database, { now: later })
    const { prisma } = t.db.database
    const where = { spaceId: cast.space.id }
    expect([await prisma.searchPage.count({ where }), await prisma.searchSection.count({ where })]).toEqual([
      0, 0,
    ])
  })

  it('take as many statements for many results as for few', async () => {
    const spaces = [cast.space.id]
    for (let i = 0; i < 3; i++) {
      spaces.push((await t.build.buildSpace({ organizationId: cast.organization.id })).id)
    }
    for (const id of spaces) {
      const markdown = '# Page\n\n## One\n\nmelon\n\n## Two\n\nmelon'
      await write(
        Array.from({ length: 8 }, (_, i) => ({ title: `Page ${i}`, markdown })),
        id,
      )
    }
    const cost = async (limit: number) => {
      const search = () => done(enter(t, cast.read).inOrganization(cast.organization.id, 'melon', { limit }))
      const { items } = await search()
      return { items: items.length, statements: (await statementsOf(t, search)).length }
    }
    const [one, four] = [await cost(1), await cost(4)]
    expect([one.items, four.items]).toEqual([1, 4])
    expect(four.statements).toBe(one.statements)
    expect(four.statements).toBeLessThanOrEqual(7)
  })
})
