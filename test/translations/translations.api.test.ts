import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { translationsApis } from '../support/apis-translations.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { done, failedRequests, refused } from '../support/outcome.ts'

let t: TestApp
let people: People
let cast: Company
beforeAll(async () => {
  t = await startApp()
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
})
afterAll(async () => {
  expect(failedRequests(t)).toEqual([])
  await t.close()
})

describe.each(translationsApis)('translation settings by $name', ({ enter }) => {
  const as = (who: keyof People) => enter(t, cast[who], cast.organization.id)

  it('are created, read, changed and deleted', async () => {
    const first = await done(as('create').create({ title: 'European', languages: ['fr', 'pt-br', 'zh-tw'] }))
    expect(first).toMatchObject({
      title: 'European',
      languages: ['fr', 'pt-br', 'zh-tw'],
      permissions: { view: true, edit: true },
    })
    const second = await done(as('create').create({ title: 'x' }))
    expect(second.languages).toEqual([])
    const seen = { ...first, permissions: { view: true, edit: false } }
    expect(await done(as('read').get(first.id))).toEqual(seen)
    expect((await done(as('read').list())).items.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await done(as('create').update(first.id, { title: 'Renamed' }))).toMatchObject({
      title: 'Renamed',
      languages: first.languages,
    })
    expect(await done(as('create').update(first.id, { title: 'Renamed', languages: [] }))).toMatchObject({
      languages: [],
    })
    await done(as('create').update(first.id, { title: 'Renamed', languages: [] }))
    await done(as('create').delete(first.id))
    await done(as('create').delete(first.id))
    await refused(as('create').get(first.id), 404)
    const events = await t.db.database.prisma.event.findMany({
      where: { organizationId: cast.organization.id, type: { startsWith: 'translation.' } },
      orderBy: { position: 'asc' },
    })
    expect(events.map(({ type }) => type)).toEqual([
      'translation.created',
      'translation.created',
      'translation.updated',
      'translation.updated',
      'translation.deleted',
    ])
  })

  it('require a title from 1 to 100 characters, and known languages, each once', async () => {
    const { id } = await done(as('create').create({ title: 'x'.repeat(100) }))
    for (const bad of [
      {},
      { title: '' },
      { title: ' ' },
      { title: 'x'.repeat(101) },
      { title: 'European', languages: ['fr', 'fr'] },
      { title: 'European', languages: ['xx'] },
      { title: 'European', languages: ['FR-fr'] },
    ]) {
      await refused(as('create').create(bad), 400)
      await refused(as('create').update(id, bad), 400)
    }
    expect((await done(as('read').list())).items).toHaveLength(1)
  })

  it('are seen by members and written by those who can create content', async () => {
    const { id } = await done(as('create').create({ title: 'European' }))
    await refused(as('review').create({ title: 'Asian' }), 403)
    await refused(as('review').update(id, { title: 'Asian' }), 403)
    await refused(as('review').delete(id), 403)
    expect((await done(as('guest').list())).items).toEqual([])
    await refused(as('guest').get(id), 404)
    await refused(as('stranger').list(), 404)
    await refused(as('stranger').get(id), 404)
    await refused(as('stranger').delete(id), 404)
    await refused(enter(t, null, cast.organization.id).list(), 401)
  })
})
