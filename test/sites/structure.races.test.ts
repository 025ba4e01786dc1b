import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let person: Person
let organizationId: string
beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  person = await t.build.buildPerson({ organizationId, role: 'admin' })
})
afterAll(() => t.close())

/** Inserts rows with one statement. Prisma takes seconds for thousands of them. */
async function insert(table: string, rows: object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ')
  await t.db.database.pool.query(
    `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
    [JSON.stringify(rows)],
  )
}

/** A site with sections of several site spaces each, created with a few statements. */
async function buildSite(sections: number, siteSpaces: number) {
  const { prisma } = t.db.database
  const { id: siteId } = await prisma.site.create({
    data: { id: newId('Site'), organizationId, title: 'Docs' },
  })
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const rows = Array.from({ length: sections }, (_, n) => ({
    id: newId('SiteSection'),
    siteId,
    parentId: siteId,
    title: `Section ${n}`,
    path: `s${n}`,
    isDefault: n === 0,
    orderKey: `b${String(n).padStart(4, '0')}V`,
  }))
  await insert('SiteSection', rows)
  await insert(
    'SiteSpace',
    rows.flatMap(({ id: sectionId }) =>
      Array.from({ length: siteSpaces }, (_, n) => ({
        id: newId('SiteSpace'),
        siteId,
        sectionId,
        parentId: sectionId,
        spaceId,
        path: `v${n}`,
        isDefault: n === 0,
        orderKey: `b000${n}V`,
      })),
    ),
  )
  return { siteId, sectionIds: rows.map(({ id }) => id), path: `/orgs/${organizationId}/sites/${siteId}` }
}

const ids = (body: unknown) => (body as { structure: { id: string }[] }).structure.map(({ id }) => id)

describe('a site that many change at once', () => {
  it('has a total order after fifty sorts, and loses none of the items', async () => {
    const { path, sectionIds } = await buildSite(12, 1)
    const pick = (n: number) => ({ type: 'site-section', id: sectionIds[n % sectionIds.length] })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        callRest(t, person, 'PATCH', `${path}/structure/sort`, {
          body: {
            item: pick(n),
            position: n % 3 === 0 ? {} : { [n % 2 ? 'before' : 'after']: pick(n * 5 + 1) },
          },
        }),
      ),
    )
    expect(
      answers.filter(({ status }) => status !== 200 && status !== 400).map(({ trace }) => trace),
    ).toEqual([])
    const after = ids((await callRest(t, person, 'GET', `${path}/structure`)).body)
    expect([...after].sort()).toEqual([...sectionIds].sort())
    const keys = await t.db.database.prisma.siteSection.findMany({ where: { id: { in: sectionIds } } })
    expect(new Set(keys.map(({ orderKey }) => orderKey)).size).toBe(sectionIds.length)
  })

  it('has one default and different paths after additions and removals at once', async () => {
    const { path, siteId } = await buildSite(0, 0)
    const spaces = await Promise.all(
      Array.from({ length: 8 }, () => t.build.buildSpace({ organizationId, title: 'Guide' })),
    )
    const added = await Promise.all(
      spaces.map(({ id: spaceId }) =>
        callRest(t, person, 'POST', `${path}/site-spaces`, { body: { spaceId } }),
      ),
    )
    expect(added.map(({ status }) => status)).toEqual(spaces.map(() => 201))
    await Promise.all([
      ...added
        .slice(0, 3)
        .map(({ body }) =>
          callRest(t, person, 'DELETE', `${path}/site-spaces/${(body as { id: string }).id}`),
        ),
      ...spaces.slice(4, 6).map(({ id }) => callRest(t, person, 'DELETE', `/spaces/${id}`)),
    ])
    const rows = await t.db.database.prisma.siteSpace.findMany({
      where: { siteId },
      include: { space: true },
    })
    expect(rows).toHaveLength(5)
    expect(rows.filter(({ isDefault, space }) => isDefault && space.deletedAt === null)).toHaveLength(1)
    expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })
})

describe('the statements of a site', () => {
  const cost = async (path: string, body?: object) => {
    const call = () => callRest(t, person, body ? 'PATCH' : 'GET', path, body ? { body } : {})
    await call()
    t.db.statements.length = 0
    const { status, trace } = await call()
    if (status !== 200) throw new Error(trace)
    return t.db.statements.filter(({ text }) => !text.includes('"ApiToken"')).length
  }

  it('are as many for a structure of 2 sections as for one of 60', async () => {
    const [few, many] = [await buildSite(2, 2), await buildSite(60, 2)]
    for (const part of ['structure', 'sections', 'site-spaces', 'section-groups']) {
      const costs = [await cost(`${few.path}/${part}`), await cost(`${many.path}/${part}`)]
      expect(costs[1], part).toBe(costs[0])
      expect(costs[1], part).toBeLessThanOrEqual(8)
    }
    const sort = ({ path, sectionIds: [first, second] }: typeof few) =>
      cost(`${path}/structure/sort`, {
        item: { type: 'site-section', id: first },
        position: { after: { type: 'site-section', id: second } },
      })
    const sorted = await sort(many)
    expect(sorted).toBe(await sort(few))
    // Plus BEGIN and COMMIT.
    expect(sorted - 2).toBeLessThanOrEqual(12)
  })
})

describe('the statements of a published site', () => {
  it('are the same for 10 and for 500 sections, for visitors and members, and read few other rows', async () => {
    const counts = async (sections: number, who: Person | null) => {
      const { siteId, path } = await buildSite(sections, 4)
      await t.db.database.prisma.site.update({ where: { id: siteId }, data: { publishedAt: t.clock.now() } })
      t.db.statements.length = 0
      const { status, trace } = await callRest(t, who, 'GET', `${path}/published`)
      expect(status, trace.slice(0, 300)).toBe(200)
      const read = t.db.statements.filter(({ text }) => !text.includes('"ApiToken"'))
      const rows = read.reduce((sum, each) => sum + each.rows, 0)
      return { statements: read.length, tooMany: Math.max(0, rows - (1.1 * sections * 5 + 20)) }
    }
    for (const who of [null, person]) {
      const [few, many] = [await counts(10, who), await counts(500, who)]
      expect(many).toEqual(few)
      expect(many.statements).toBeLessThanOrEqual(8)
      expect(many.tooMany).toBe(0)
    }
  })
})

describe('limits and deprecated moves', () => {
  it('refuses the 1,001st section or group, and the 5,001st site space', async () => {
    const { path } = await buildSite(1_000, 5)
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    for (const [part, body] of [
      ['sections', { spaceId }],
      ['section-groups', { title: 'One more' }],
      ['site-spaces', { spaceId }],
    ] as const) {
      expect((await callRest(t, person, 'POST', `${path}/${part}`, { body })).status, part).toBe(409)
    }
  })

  it('names the operation that replaces a move', async () => {
    const { path, sectionIds } = await buildSite(2, 2)
    const [first = '', second = ''] = sectionIds
    const move = await callRest(t, person, 'POST', `${path}/sections/${first}/move`, {
      body: { position: { after: { type: 'site-section', siteSection: second } } },
    })
    expect(move.status).toBe(200)
    expect(move.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(move.headers.get('link')).toBe(`<${t.origin}/v1${path}/structure/sort>; rel="successor-version"`)
    expect(ids((await callRest(t, person, 'GET', `${path}/structure`)).body)).toEqual([second, first])
    const end = await callRest(t, person, 'POST', `${path}/sections/${second}/move`)
    expect(end.status).toBe(200)
    expect(ids((await callRest(t, person, 'GET', `${path}/structure`)).body)).toEqual([first, second])
  })

  it('answers the Location of everything that it creates', async () => {
    const { path } = await buildSite(1, 1)
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    const created = [
      await callRest(t, person, 'POST', `/orgs/${organizationId}/sites`),
      await callRest(t, person, 'POST', `${path}/site-spaces`, { body: { spaceId } }),
      await callRest(t, person, 'POST', `${path}/sections`, { body: { spaceId, title: null, icon: null } }),
      await callRest(t, person, 'POST', `${path}/section-groups`, { body: { title: 'Group' } }),
    ]
    for (const { status, headers, body } of created) {
      expect(status).toBe(201)
      const location = headers.get('location') ?? ''
      const found = await callRest(t, person, 'GET', location.slice(`${t.origin}/v1`.length))
      expect(found.status).toBe(200)
      expect(found.body).toMatchObject({ id: (body as { id: string }).id })
    }
  })
})
