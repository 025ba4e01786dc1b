import type pg from 'pg'
import { INDEX_VERSION } from '../src/modules/content/main-content-indexes.ts'
import type { Child } from './children.ts'
import type { BenchServer } from './database.ts'
import { documentOf, type ListQuestion, questions } from './people-lists.ts'
import { type CallerName, tokenOf } from './people-seed.ts'
import { answerTo, type Entry, median } from './race.ts'
import { resetStatements, type StatementCount, statementsSinceReset } from './statements.ts'
import { until } from './until.ts'

/** The cost of one list for one caller with one API. */
export interface ListCost {
  list: string
  caller: CallerName
  api: 'REST' | 'GraphQL'
  /** The statements of a small and of a large page, which must be the same number. */
  few: number
  many: number
  /** For the large page: rows from PostgreSQL, and rows in the response. */
  rows: number
  shown: number
  p50: number
}

export interface PeopleFindings {
  costs: ListCost[]
  /** The indexes in the plan of each search for members. */
  searches: { list: string; indexes: string[]; scans: string[] }[]
}

export const FEW = 5
export const MANY = 50
const WARM_UP = 3
const COUNTED = 3
const TIMED = 15
const TIMED_MS = 1_500

/**
 * Waits for the background work of a database that was just filled: its spaces are indexed, and statements for them
 * would be counted as those of the lists.
 */
export const untilIndexed = ({ client }: BenchServer): Promise<void> =>
  until(
    'Indexing the spaces',
    async () => {
      const { rows } = await client.query<{ left: number }>(
        `SELECT (SELECT count(*) FROM "QueuedJob" WHERE "failedAt" IS NULL)::int
          + (SELECT count(*) FROM "Space" WHERE "indexVersion" < $1 AND "deletedAt" IS NULL)::int AS "left"`,
        [INDEX_VERSION],
      )
      return rows[0]?.left === 0
    },
    { seconds: 600, everyMs: 200 },
  )

/** Requests every list of people and places as every caller who can read it. */
export async function measurePeople(
  { client }: BenchServer,
  gateway: Child,
  { costs, searches }: PeopleFindings,
): Promise<void> {
  for (const question of questions) {
    for (const caller of question.callers) {
      for (const api of ['REST', 'GraphQL'] as const) {
        const entry = (limit: number) => entryFor(gateway, question, caller, api, limit)
        for (let i = 0; i < WARM_UP; i++) await shownBy(entry(MANY))
        const few = await countOf(client, entry(FEW))
        const many = await countOf(client, entry(MANY))
        const shown = await shownBy(entry(MANY))
        const p50 = await timeOf(entry(MANY))
        costs.push({
          list: question.name,
          caller,
          api,
          few: few.calls,
          many: many.calls,
          rows: many.rows,
          shown,
          p50,
        })
        if (
          api === 'REST' &&
          caller === 'member' &&
          question.name.includes('search') &&
          question.name.startsWith('members')
        ) {
          searches.push({ list: question.name, ...(await planOfSearch(client, entry(MANY))) })
        }
      }
    }
  }
}

function entryFor(
  server: Child,
  question: ListQuestion,
  caller: CallerName,
  api: ListCost['api'],
  limit: number,
): Entry {
  const name = `${question.name} as ${caller} at ${api}`
  const headers = { authorization: `Bearer ${tokenOf(caller)}` }
  if (api === 'REST') return { name, server, headers, path: `/v1${question.path(caller)}&limit=${limit}` }
  const query = documentOf(question, caller)
  return { name, server, headers, path: '/graphql', body: { query, variables: { limit } } }
}

/** The number of rows in a response. An error stops the benchmark. */
async function shownBy(entry: Entry): Promise<number> {
  const answer = JSON.parse(await answerTo(entry)) as { items?: unknown[]; errors?: unknown; data?: unknown }
  if (answer.errors) throw new Error(`${entry.name}: ${JSON.stringify(answer.errors).slice(0, 500)}`)
  if (answer.items) return answer.items.length
  let value = answer.data as Record<string, unknown> | null
  while (value && !('nodes' in value)) value = Object.values(value)[0] as Record<string, unknown> | null
  if (!value) throw new Error(`${entry.name} is not there`)
  return (value.nodes as unknown[]).length
}

/** The minimum of several runs: periodic work of a node can only increase it. */
async function countOf(client: pg.Client, entry: Entry): Promise<StatementCount> {
  const each: StatementCount[] = []
  for (let i = 0; i < COUNTED; i++) {
    await resetStatements(client)
    await answerTo(entry)
    each.push(await statementsSinceReset(client))
  }
  return {
    calls: Math.min(...each.map(({ calls }) => calls)),
    rows: Math.min(...each.map(({ rows }) => rows)),
  }
}

async function timeOf(entry: Entry): Promise<number> {
  const times: number[] = []
  const deadline = performance.now() + TIMED_MS
  for (let i = 0; i < TIMED && performance.now() < deadline; i++) {
    const begun = performance.now()
    await answerTo(entry)
    times.push(performance.now() - begun)
  }
  return median(times)
}

/** The indexes and tables that the plan of the search reads. The statement is the one that was just run. */
async function planOfSearch(
  client: pg.Client,
  entry: Entry,
): Promise<{ indexes: string[]; scans: string[] }> {
  await resetStatements(client)
  await answerTo(entry)
  const { rows } = await client.query<{ query: string }>(
    `SELECT query FROM pg_stat_statements WHERE query LIKE '%LATERAL%' AND query LIKE '%quire_fold%regexp_replace%'
      OR query LIKE '%LATERAL%' AND query LIKE '%regexp_replace%quire_fold%'`,
  )
  const [statement] = rows
  if (!statement) throw new Error(`${entry.name} did not search`)
  const plan = await client.query<{ 'QUERY PLAN': object }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement.query}`,
  )
  const text = JSON.stringify(plan.rows[0]?.['QUERY PLAN'])
  const all = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))]
  return {
    indexes: all(/"Index Name":"([^"]+)"/g),
    scans: all(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"([^"]+)"/g),
  }
}

/** Statements that grow with the page are an error. */
export function requireSteady({ costs, searches }: PeopleFindings): void {
  const faults = [
    ...costs
      .filter(({ few, many }) => few !== many)
      .map(
        ({ list, caller, api, few, many }) =>
          `${list} as ${caller} at ${api}: ${few} statements for ${FEW}, ${many} for ${MANY}`,
      ),
    ...searches
      .filter(({ indexes }) => !indexes.includes('User_search_idx'))
      .map(({ list }) => `${list}: not answered from the index`),
  ]
  if (faults.length > 0) throw new Error(`Lists of people and places:\n  ${faults.join('\n  ')}`)
}
