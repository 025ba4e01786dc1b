import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const EVENTS = 20_000

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
const { pool } = t.db.database
// One event every ten minutes of 2025.
await pool.query(
  `INSERT INTO "Event" ("organizationId", "type", "occurredAt", "subject")
    SELECT $1, 'organization.updated', timestamptz '2025-01-01' + n * interval '10 minutes', '{}'
    FROM generate_series(0, ${EVENTS - 1}) n`,
  [organizationId],
)
await pool.query('ANALYZE')

const period = { since: '2025-02-01T00:00:00Z', until: '2025-02-02T00:00:00Z', limit: 50 }

it.each([
  ['activity', `/orgs/${organizationId}/events`],
  ['audit log', `/orgs/${organizationId}/audit-events`],
])('a period of the %s is read from its part of the log', async (_name, path) => {
  let items: { occurredAt: string }[] = []
  const statements = await statementsOf(t, async () => {
    const answer = await callRest(t, admin, 'GET', path, { query: period })
    items = (answer.body as { items: { occurredAt: string }[] }).items
  })
  expect(items).toHaveLength(50)
  for (const { occurredAt } of items) expect(occurredAt.startsWith('2025-02-01')).toBe(true)
  const listed = statements.filter((text) => /"occurredAt" >=/.test(text))
  expect(listed.length).toBeGreaterThan(0)
  for (const text of listed) {
    const { rows } = await pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan on "Event"')
    // The bounds are looked up once by time, and the rows between them by position.
    expect(plan).toMatch(/Index Cond: .*"position" > COALESCE/)
    expect(plan).toContain('Event_organizationId_occurredAt_idx')
  }
})
