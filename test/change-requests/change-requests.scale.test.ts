import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { done } from '../support/apis.ts'
import { reviewsApis } from '../support/apis-reviews.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'

const SPACES = 1000
const EACH = 20
const LIMIT = 20

let t: TestApp
let organizationId: string
let member: Person
let guest: Person
let busyId: string
const COMMENTERS = 3

beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  member = await t.build.buildPerson({ organizationId, role: 'read' })
  guest = await t.build.buildPerson({ organizationId, role: null })
  const busy = await t.build.buildSpace({ organizationId })
  busyId = busy.id
  await t.build.buildGrant('read', { userId: guest.user.id }, { spaceId: busyId }, organizationId)
  const { pool } = t.db.database
  await pool.query(
    `INSERT INTO "Space" ("id", "organizationId", "title", "emoji", "revisionId")
      SELECT 'spc_' || lpad(n::text, 6, '0'), $1, 'Space', '📘', 'rev_' || n FROM generate_series(1, ${SPACES}) n`,
    [organizationId],
  )
  // One in ten is open.
  await pool.query(
    `INSERT INTO "ChangeRequest" ("id", "spaceId", "organizationId", "number", "status", "subject", "createdById",
        "revisionId", "revisionInitialId")
      SELECT 'cr_' || lpad((row_number() OVER (ORDER BY k, s."id"))::text, 9, '0'), s."id", $1, k,
        (CASE WHEN k % 10 = 1 THEN 'open' ELSE 'merged' END)::"ChangeRequestStatus", 'Words', $2, 'r', 'r'
      FROM "Space" s, generate_series(1, ${EACH}) k WHERE s."organizationId" = $1`,
    [organizationId, member.user.id],
  )
  const others = await Promise.all(
    Array.from({ length: COMMENTERS }, () => t.build.buildPerson({ organizationId, role: 'comment' })),
  )
  await pool.query(
    `INSERT INTO "Comment" ("id", "spaceId", "targetId", "revisionId", "markdown", "postedById")
      SELECT 'cmt_' || lpad(n::text, 6, '0'), $1, $1, 'r', 'Hm', ($2::text[])[1 + n % ${COMMENTERS}]
      FROM generate_series(1, 20000) n`,
    [busyId, others.map(({ user }) => user.id)],
  )
  await pool.query('VACUUM ANALYZE')
})
afterAll(() => t.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of a table a statement reads, as PostgreSQL counts them. */
function touched(plan: Plan, table: string): number {
  const own =
    plan['Relation Name'] === table
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0
  return (plan.Plans ?? []).reduce((sum, below) => sum + touched(below, table), own)
}

/** Runs the list statement of a request again, prepared as in production, and counts the rows that it reads. */
async function rowsOf(table: string, run: () => Promise<unknown>, values: unknown[]): Promise<number> {
  t.db.statements.length = 0
  await run()
  const text = t.db.statements.map((each) => each.text).find((each) => each.includes('WITH ORDINALITY'))
  const { rows } = await t.db.database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  )
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('There is no plan')
  return touched(plan.Plan, table)
}

describe.each(reviewsApis)(`with ${SPACES * EACH} change requests, at the $name api`, ({ enter }) => {
  const limit = LIMIT

  it('a page of the open ones of an organization reads about as many rows as it returns', async () => {
    const run = async () =>
      expect((await done(enter(t, member).ofOrganization(organizationId, { limit }))).items).toHaveLength(
        limit,
      )
    const values = [[organizationId], limit + 1, member.user.id, 'open']
    expect(await rowsOf('ChangeRequest', run, values)).toBeLessThanOrEqual(2 * limit)
    expect(await rowsOf('Space', run, values)).toBeLessThanOrEqual(2 * limit)
  })

  it('a page of one status of one creator costs as little', async () => {
    const query = { limit, creator: member.user.id, status: ['merged'] }
    const run = async () =>
      expect((await done(enter(t, member).ofOrganization(organizationId, query))).items).toHaveLength(limit)
    const values = [[organizationId], limit + 1, member.user.id, 'merged', member.user.id]
    expect(await rowsOf('ChangeRequest', run, values)).toBeLessThanOrEqual(3 * limit)
  })

  it('a guest who sees one space reads the change requests of that one', async () => {
    const run = async () =>
      expect((await done(enter(t, guest).ofOrganization(organizationId, { limit }))).items).toHaveLength(2)
    const values = [[organizationId], limit + 1, guest.user.id, 'open']
    expect(await rowsOf('ChangeRequest', run, values)).toBeLessThanOrEqual(EACH + 2)
  })

  it('a page of a space reads its current revision once', async () => {
    const query = { creator: member.user.id }
    const run = async () =>
      expect((await done(enter(t, member).ofSpace('spc_000001', query))).items).toHaveLength(2)
    const values = [['spc_000001'], limit + 1, member.user.id, 'open', member.user.id]
    expect(await rowsOf('Space', run, values)).toBe(1)
  })

  it('the commenters are found without reading 20,000 comments', async () => {
    const run = async () =>
      expect((await done(enter(t, member).commenters({ spaceId: busyId }))).items).toHaveLength(COMMENTERS)
    expect(await rowsOf('Comment', run, [[busyId], 51, member.user.id])).toBeLessThanOrEqual(COMMENTERS + 1)
  })
})
