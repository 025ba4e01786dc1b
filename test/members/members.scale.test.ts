import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { highestGrant } from '../../src/modules/collections/effective-role.ts'
import { done, peopleApis } from '../support/apis-people.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { statementsOf } from '../support/statements.ts'

const MEMBERS = 2000
const TEAMS = 200

let t: TestApp
let reader: Person
let org: string
let space: string

beforeAll(async () => {
  t = await startApp()
  org = (await t.build.buildOrganization()).id
  reader = await t.build.buildPerson({ organizationId: org, role: 'read' })
  const { pool } = t.db.database
  await pool.query(
    `INSERT INTO "User" ("id", "displayName", "email")
      SELECT 'usr_' || lpad(n::text, 6, '0'), 'Person ' || md5(n::text), md5(n::text) || '@example.net'
      FROM generate_series(1, ${MEMBERS}) n`,
  )
  await pool.query(
    `INSERT INTO "Member" ("id", "organizationId", "userId", "role", "joinedAt", "lastSeenAt")
      SELECT 'mem_' || lpad(n::text, 6, '0'), $1, 'usr_' || lpad(n::text, 6, '0'), 'edit',
        now() - n * interval '1 minute', now() FROM generate_series(1, ${MEMBERS}) n`,
    [org],
  )
  await pool.query(
    `INSERT INTO "Team" ("id", "organizationId", "title", "memberCount")
      SELECT 'tea_' || lpad(n::text, 6, '0'), $1, 'Team ' || md5(n::text), ${MEMBERS / 100}
      FROM generate_series(1, ${TEAMS}) n`,
    [org],
  )
  // Each member is in two teams, and each team has twenty members.
  await pool.query(
    `INSERT INTO "TeamMember" ("teamId", "userId")
      SELECT 'tea_' || lpad((1 + (n * k) % ${TEAMS})::text, 6, '0'), 'usr_' || lpad(n::text, 6, '0')
      FROM generate_series(1, ${MEMBERS}) n, unnest(ARRAY[1, 3]) k ON CONFLICT DO NOTHING`,
  )
  space = (await t.build.buildSpace({ organizationId: org })).id
  await pool.query(
    `INSERT INTO "Grant" ("id", "organizationId", "principalId", "targetId", "userId", "spaceId", "role")
      SELECT 'gra_' || n, $1, 'usr_' || lpad(n::text, 6, '0'), $2, 'usr_' || lpad(n::text, 6, '0'), $2, 'edit'
      FROM generate_series(1, ${MEMBERS}) n`,
    [org, space],
  )
  await pool.query('ANALYZE')
})
afterAll(() => t.close())

describe.each(peopleApis)('with 2,000 members and 200 teams, at the $name api', ({ enter }) => {
  it.each(['joinedAt', 'lastSeenAt', 'name'])(
    'a page of members by %s costs as much for 50 as for 5',
    async (sort) => {
      const page = (limit: number) =>
        statementsOf(t, async () => {
          const { items } = await done(enter(t, reader).listMembers(org, { limit, sort }))
          expect(items).toHaveLength(limit)
          expect(items.filter(({ teams, spaces }) => teams > 0 && spaces === 1).length).toBeGreaterThan(
            limit - 2,
          )
        })
      await page(1)
      const few = (await page(5)).sort()
      const many = (await page(50)).sort()
      expect(many).toEqual(few)
      expect(many.length).toBeLessThanOrEqual(5)
    },
  )

  it('a page of teams and a page of their members cost as much for 20 as for 2', async () => {
    const pages = (limit: number) =>
      statementsOf(t, async () => {
        expect((await done(enter(t, reader).listTeams(org, { limit }))).items).toHaveLength(limit)
        await done(enter(t, reader).listTeamMembers(org, 'tea_000001', { limit }))
      })
    await pages(1)
    expect((await pages(20)).length).toBe((await pages(2)).length)
  })

  it('a page reads no more members than it shows, and one', async () => {
    await statementsOf(t, () => done(enter(t, reader).listMembers(org, { limit: 20 })))
    const list = t.db.statements.find(({ text }) => text.includes('ORDER BY m."joinedAt"'))
    expect(list?.rows).toBe(21)
  })
})

describe('the index', () => {
  /** The plan of the statement that a request ran with these values. */
  async function planOf(ask: () => Promise<unknown>, table: string, values: unknown[]): Promise<string> {
    const text = (await statementsOf(t, ask)).find(
      (each) => each.includes('LATERAL') && each.includes('LIKE') && each.includes(table),
    )
    if (!text) throw new Error('No statement searched')
    const client = await t.db.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SET LOCAL enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${text}`, values)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  it.each(peopleApis)(
    'on names and addresses answers a search for members at the $name api',
    async ({ enter }) => {
      const search = 'C4CA4238A0'
      const found = () => done(enter(t, reader).listMembers(org, { search }))
      expect((await found()).items.map(({ id }) => id)).toEqual(['usr_000001'])
      const plan = await planOf(found, '"Member" o', [[org], 51, reader.user.id, search])
      expect(plan).toContain('User_search_idx')
      // By both columns: the other indexes would read all members of the organization.
      expect(plan).toMatch(/on "Member" o [^\n]*\n[^\n]*"organizationId" = p\.key[^\n]*"userId" = u\.id/)
    },
  )

  it.each(peopleApis)(
    'is not read for a search that many members pass, and all its pages are complete at the $name api',
    async ({ enter }) => {
      const search = 'person'
      const first = () => done(enter(t, reader).listMembers(org, { search, limit: 50 }))
      const plan = await planOf(first, '"Member" o', [[org], 51, reader.user.id, search])
      expect(plan).toMatch(/User_search_idx" +\([^\n]*\(never executed\)/)
      for (const [text, sort] of [
        ['person', 'joinedAt'],
        ['person a', 'joinedAt'],
        ['person a', 'lastSeenAt'],
        ['person', 'name'],
        ['person a', 'name'],
      ] as const) {
        const column = sort === 'name' ? 'quire_fold(u."displayName")' : `m."${sort}"`
        const { rows } = await t.db.database.pool.query<{ id: string }>(
          `SELECT u."id" FROM "Member" m JOIN "User" u ON u."id" = m."userId" WHERE m."organizationId" = $1
            AND u."displayName" ILIKE $2 || '%' AND m."lastSeenAt" IS NOT NULL ORDER BY ${column} DESC, m."id" DESC`,
          [org, text],
        )
        const found: string[] = []
        for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
          const { items, next } = await done(
            enter(t, reader).listMembers(org, {
              search: text,
              sort,
              limit: 100,
              ...(cursor ? { cursor } : {}),
            }),
          )
          found.push(...items.map(({ id }) => id).filter((id) => id !== reader.user.id))
          cursor = next
        }
        expect(found).toEqual(rows.map(({ id }) => id))
      }
    },
  )

  it.each(peopleApis)(
    'looks up only the memberships of a page of many that a search finds, by name at the $name api',
    async ({ enter }) => {
      // The names of these are the last ones, so that none is among the first that are read in order.
      const search = 'person f'
      const found = () =>
        done(enter(t, reader).listMembers(org, { search, sort: 'name', order: 'asc', limit: 50 }))
      expect((await found()).items).toHaveLength(50)
      const plan = await planOf(found, '"Member" o', [[org], 51, reader.user.id, search])
      expect(plan).toMatch(/User_search_idx" +\([^\n]*\(actual/)
      const depthOf = (part: RegExp) =>
        plan
          .split('\n')
          .findLast((line) => part.test(line))
          ?.search(/\S/) ?? -1
      // Below the order, all of them would be looked up.
      expect(depthOf(/ on "Member" o /)).toBeLessThanOrEqual(depthOf(/Sort Key: \(?\(?quire_fold/))
    },
  )

  it.each(peopleApis)('on titles answers a search for teams at the $name api', async ({ enter }) => {
    const title = 'C4CA4238A0'
    const found = () => done(enter(t, reader).listTeams(org, { title }))
    expect((await found()).items.map(({ id }) => id)).toEqual(['tea_000001'])
    const plan = await planOf(found, '"Team" t', [[org], 51, reader.user.id, title])
    expect(plan).toContain('Team_search_idx')
  })

  it('on targets and principals gives the role of a viewer, however many have a grant', async () => {
    // As lists do it: the targets are those of each row.
    const role = highestGrant('ARRAY[s."parentId", s."id"]', '$1')
    const { rows } = await t.db.database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (GENERIC_PLAN) SELECT ${role} FROM "Space" s`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /using "Grant_targetId_principalId_key" on "Grant"[^\n]*\n *Index Cond: [^\n]*"targetId"[^\n]*"principalId"/,
    )
    // With few grants on each target, PostgreSQL would prefer an index of one of both columns.
    const { rows: others } = await t.db.database.pool.query(
      `SELECT indexname FROM pg_indexes WHERE tablename = 'Grant' AND indexdef ~ '\\("(targetId|principalId)"'
        AND indexdef !~ ' WHERE ' AND indexname <> 'Grant_targetId_principalId_key'`,
    )
    expect(others).toEqual([])
  })

  it('on names gives members by name in order, without sorting them all', async () => {
    const [api] = peopleApis
    if (!api) throw new Error('There are apis')
    const statements = await statementsOf(t, () =>
      done(api.enter(t, reader).listMembers(org, { sort: 'name', order: 'asc' })),
    )
    const text = statements.find((each) => each.includes('foldedName')) ?? ''
    const { rows } = await t.db.database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [
      [org],
      51,
      reader.user.id,
    ])
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('User_name_idx')
  })
})
