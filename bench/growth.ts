import type pg from 'pg'
import { type Child, startQuire } from './children.ts'
import { findGround, type Ground, type Operation, operations } from './content.ts'
import { contentSpace } from './content-seed.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import type { BenchServer } from './database.ts'
import { pagesAt, RETENTION_DAYS, SEARCHED, yearOfRows } from './growth-seed.ts'
import { median } from './race.ts'
import { askRest } from './rest.ts'
import { resetStatements, rowsReadFrom, statementsSinceReset } from './statements.ts'
import { until, untilReady } from './until.ts'

/** The cost of one request with this many times the data. */
export interface GrowthCost {
  what: string
  factor: number
  statements: number
  rowsRead: number
  /** CPU time of the gateway and of PostgreSQL together. */
  cpu: number
  p50: number
}

/** A table that only grows, before and after the periodic work of a node. */
export interface Retained {
  table: string
  days: number
  before: number
  after: number
  /** Rows of the time that is kept. */
  kept: number
}

export interface GrowthFindings {
  costs: GrowthCost[]
  searches: { what: string; pages: number; p50: number }[]
  retained: Retained[]
}

export interface GrowthParts {
  factors: readonly number[]
  /** Opens the data of a factor, and the data with a space of this many pages. Each stops the server before it. */
  openFactor: (factor: number) => Promise<BenchServer>
  openPages: (pages: number) => Promise<BenchServer>
  publicUrl: string
}

const WARM_UP = 5
const READS = 60
const WRITES = 20
const COUNTED = 3

interface Place extends Ground {
  organizationId: string
}

type Growing = Omit<Operation, 'run' | 'before' | 'isFlat'> & {
  before?: (place: Place) => Promise<string>
  run: (place: Place, about: string) => Promise<unknown>
}

const known = (what: string): Growing => {
  const operation = operations.find((each) => each.what === what)
  if (!operation) throw new Error(`There is no operation: ${what}`)
  return operation
}

const reading = (what: string, path: (place: Place) => string): Growing => ({
  what,
  isRead: true,
  run: (place) => askRest(place.gateway, 'GET', path(place)),
})

const growing: Growing[] = [
  {
    what: 'post a comment',
    run: ({ gateway, spaceId }) =>
      askRest(gateway, 'POST', `/spaces/${spaceId}/comments`, { body: { markdown: 'One more.' } }),
  },
  reading('list comments', ({ spaceId }) => `/spaces/${spaceId}/comments?limit=50`),
  reading('read events', ({ organizationId }) => `/orgs/${organizationId}/events?limit=50`),
  reading('list members', ({ organizationId }) => `/orgs/${organizationId}/members?limit=50`),
  reading('search people', ({ organizationId }) => `/orgs/${organizationId}/members?search=${SEARCHED}`),
  known('page by id'),
  known('edit one page in a change request'),
]

/** Every page has the words of the first search, and one page those of the second, whatever the size of the space. */
const searches: Growing[] = [
  known('search the space'),
  reading(
    'search the space for one page',
    ({ spaceId }) => `/spaces/${spaceId}/search?query=%22page%20471%22`,
  ),
]

/** One size after the other: each has a server and a gateway of its own, so that no table is larger than its factor. */
export async function measureGrowth(
  parts: GrowthParts,
  findings: GrowthFindings,
  say: (line: string) => void,
): Promise<void> {
  for (const factor of parts.factors) {
    const server = await parts.openFactor(factor)
    say(`growth, × ${factor} …`)
    const pages = pagesAt(factor)
    await withGateway(server, parts.publicUrl, async (gateway) => {
      const place = await placeOf(server.client, await findGround(server.client, gateway, pages))
      for (const operation of growing) {
        findings.costs.push({ what: operation.what, factor, ...(await costOf(server, place, operation)) })
      }
      if (factor === parts.factors.at(-1)) await measureSearches(server, place, pages, findings)
    })
    if (factor === parts.factors[0]) {
      say('tables that only grow …')
      findings.retained = await measureRetention(server, parts.publicUrl)
    }
  }
  const pages = 10 * pagesAt(parts.factors.at(-1) ?? 1)
  const server = await parts.openPages(pages)
  say(`search in ${pages} pages …`)
  await withGateway(server, parts.publicUrl, async (gateway) => {
    // Its table of contents is longer than a response can be, and the search needs no page of it.
    const spaceId = await contentSpace(server.client, pages)
    const place = await placeOf(server.client, { gateway, spaceId, ids: [], paths: [] })
    await measureSearches(server, place, pages, findings)
  })
}

async function measureSearches(server: BenchServer, place: Place, pages: number, findings: GrowthFindings) {
  for (const search of searches) {
    findings.searches.push({ what: search.what, pages, p50: (await timesOf(server, place, search)).p50 })
  }
}

async function withGateway(
  { url }: BenchServer,
  publicUrl: string,
  work: (gateway: Child) => Promise<void>,
  environment: Record<string, string> = { RUN_JOBS: 'false' },
): Promise<void> {
  const gateway = await startQuire({
    environment: { DATABASE_URL: url, PUBLIC_URL: publicUrl, ...environment },
  })
  await work(gateway)
  await gateway.stop()
}

async function placeOf(client: pg.Client, ground: Ground): Promise<Place> {
  const { rows } = await client.query('SELECT "organizationId" FROM "Space" WHERE "id" = $1', [
    ground.spaceId,
  ])
  return { ...ground, organizationId: rows[0].organizationId }
}

async function costOf(server: BenchServer, place: Place, operation: Growing) {
  const measured = await timesOf(server, place, operation)
  const counts: { statements: number; rowsRead: number }[] = []
  for (let n = 0; n < COUNTED; n++) counts.push(await countOf(server.client, place, operation))
  // The minimum: periodic work of a node can only increase it.
  return {
    ...measured,
    statements: Math.min(...counts.map(({ statements }) => statements)),
    rowsRead: Math.min(...counts.map(({ rowsRead }) => rowsRead)),
  }
}

/** CPU time has a resolution of 10 ms, so it is the mean of many requests. */
async function timesOf({ postmaster }: BenchServer, place: Place, { before, run, isRead }: Growing) {
  const times: number[] = []
  const spent = () => cpuOf(place.gateway.pid) + cpuOfPostgres(postmaster)
  const repeats = isRead ? READS : WRITES
  let cpu = 0
  for (let n = -WARM_UP; n < repeats; n++) {
    const about = (await before?.(place)) ?? ''
    const [already, begun] = [spent(), performance.now()]
    await run(place, about)
    if (n < 0) continue
    times.push(performance.now() - begun)
    cpu += spent() - already
  }
  return { p50: median(times), cpu: cpu / repeats }
}

async function countOf(client: pg.Client, place: Place, { before, run }: Growing) {
  const about = (await before?.(place)) ?? ''
  const tables = await tablesOf(client)
  const read = await rowsReadFrom(client, tables)
  await untilReady(place.gateway)
  await resetStatements(client)
  await run(place, about)
  const { calls: statements } = await statementsSinceReset(client)
  const rowsRead = (await rowsReadFrom(client, tables)) - read
  await untilReady(place.gateway)
  return { statements, rowsRead }
}

/** All tables but those that a request does not read each time: tokens, which a node remembers, and migrations. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_stat_user_tables WHERE relname NOT IN ('ApiToken', '_prisma_migrations')`,
  )
  return rows.map(({ relname }) => relname)
}

/** What a node keeps, in days. The audit log is a view of the events, so it is kept as long as they are. */
const kept = [
  { table: 'Event', time: 'occurredAt', days: RETENTION_DAYS },
  { table: 'WebhookDelivery', time: 'createdAt', days: 30 },
  { table: 'IdempotencyKey', time: 'createdAt', days: 1 },
]

async function countRows(client: pg.Client, days?: number): Promise<number[]> {
  const counts: number[] = []
  for (const { table, time, days: own } of kept) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS n FROM "${table}" WHERE "${time}" > now() - $1 * interval '1 day'`,
      [days ?? own],
    )
    counts.push(rows[0].n)
  }
  return counts
}

/** Adds a year of rows, and starts a node whose periodic work removes what is too old. */
async function measureRetention(server: BenchServer, publicUrl: string): Promise<Retained[]> {
  const { client } = server
  for (const statement of yearOfRows()) await client.query(statement)
  const ALL_DAYS = 10_000
  const before = await countRows(client, ALL_DAYS)
  const work = () =>
    until('Removing old rows', async () => {
      const [all, recent] = [await countRows(client, ALL_DAYS), await countRows(client)]
      return all.every((count, index) => count - (recent[index] ?? 0) <= 1)
    })
  const environment = { RUN_JOBS: 'true', EVENT_RETENTION_DAYS: String(RETENTION_DAYS) }
  await withGateway(server, publicUrl, work, environment)
  const [after, recent] = [await countRows(client, ALL_DAYS), await countRows(client)]
  return kept.map(({ table, days }, index) => ({
    table,
    days,
    before: before[index] ?? Number.NaN,
    after: after[index] ?? Number.NaN,
    kept: recent[index] ?? Number.NaN,
  }))
}
