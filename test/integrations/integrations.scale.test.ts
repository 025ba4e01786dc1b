import { expect, it } from 'vitest'
import { integrationsApis } from '../support/apis-integrations.ts'
import { appForFile } from '../support/app.ts'
import { done } from '../support/outcome.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'admin' })

// 10,000 integrations, one of a hundred of which has each facet.
const MOST = 10_000
await t.db.database.prisma.$executeRaw`INSERT INTO "IntegrationName" ("name", "organizationId")
  SELECT 'many-' || n, ${organizationId} FROM generate_series(1, ${MOST}::int) n`
await t.db.database.prisma
  .$executeRaw`INSERT INTO "Integration" ("id", "name", "organizationId", "title", "description",
    "runtime", "visibility", "target", "blocks", "contentSources", "externalLinks", "configurations", "script", "createdAt", "updatedAt")
  SELECT 'int_' || lpad(n::text, 26, '0'), 'many-' || n, ${organizationId}, 'Title ' || n, '', 'v1', 'public', 'all',
    '[]', '[]', '[]', '{}', 'h', now(), now() FROM generate_series(1, ${MOST}::int) n`
await t.db.database.prisma.$executeRaw`INSERT INTO "IntegrationFacet" ("facet", "integrationId")
  SELECT f, 'int_' || lpad(n::text, 26, '0') FROM generate_series(1, ${MOST}::int, 100) n,
    unnest(ARRAY['category:analytics', 'domain:example.com', 'blocks:true', 'contentSources:true',
      'scope:site:script:inject', 'target:site']) f`
await t.db.database.prisma.$executeRaw`ANALYZE "Integration", "IntegrationFacet", "Organization"`

const FILTERS: Record<string, string>[] = [
  {},
  { search: 'Title 77' },
  { category: 'analytics' },
  { blockDomain: 'example.com' },
  { blocks: 'true' },
  { contentSources: 'true' },
  { owner: organizationId },
  { scope: 'site:script:inject' },
  { target: 'site' },
]

it.each(integrationsApis)(
  '10,000 integrations are listed by any filter with at most 4 statements ($name)',
  async ({ enter }) => {
    const api = enter(t, person)
    for (const query of FILTERS) {
      await done(api.list(query))
      const statements = await statementsOf(t, () => done(api.list(query)))
      expect([query, statements.length <= 4]).toEqual([query, true])
    }
  },
)

/** The plan of the statement of a list for any values, as the server uses it. */
async function planOf(query: Record<string, string>): Promise<string> {
  const [rest] = integrationsApis
  const statements = await statementsOf(t, async () => rest && done(rest.enter(t, person).list(query)))
  const text = statements.find((statement) => statement.includes('LATERAL'))
  const { rows } = await t.db.database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it.each(FILTERS)('integrations are read by an index for %o', async (query) => {
  expect(await planOf(query)).not.toMatch(/Seq Scan on "(Integration|IntegrationFacet)"/)
})
