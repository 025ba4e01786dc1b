import type pg from 'pg'
import type { BenchDatabase } from './database.ts'
import { type Breadth, breadths, normalised } from './queries.ts'
import { answerTo, type Entry, median } from './race.ts'
import { until, untilReady } from './until.ts'

export interface StatementCount {
  calls: number
  rows: number
}

/** Statements that belong to no query: the token is looked up once a second, and the measurement has its own. */
const ASIDE = [
  '"ApiToken"',
  'pg_stat',
  '_prisma_migrations',
  'pg_notify',
  'INSERT INTO "Event"',
  'BEGIN',
  'COMMIT',
]

/** The statements of other sessions since the last reset. */
export async function statementsSinceReset(client: pg.Client): Promise<StatementCount> {
  const { rows } = await client.query(
    `SELECT coalesce(sum(calls), 0)::int AS calls, coalesce(sum(rows), 0)::int AS rows FROM pg_stat_statements
      WHERE NOT EXISTS (SELECT 1 FROM unnest($1::text[]) aside WHERE strpos(query, aside) > 0)`,
    [ASIDE],
  )
  return rows[0]
}

export async function resetStatements(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_stat_statements_reset()')
}

export interface ReadCount {
  label: string
  /** The levels of the query, which is the expected number of statements. */
  depth: number
  statements: number
  rows: number
  returned: number
  /** Each statement can read one more row, to detect a next page. */
  connections: number
  rowsRead: number
}

const REPEATS = 5

interface Level {
  items: { comments: { items: { replies?: { items: unknown[] } }[] } }[]
}

function sizeOf(body: string): { returned: number; connections: number } {
  const { changeRequests } = normalised(body) as { changeRequests: Level }
  let returned = 1 + changeRequests.items.length
  let connections = 1
  for (const { comments } of changeRequests.items) {
    connections++
    returned += comments.items.length
    for (const { replies } of comments.items) {
      if (replies) connections++
      returned += replies?.items.length ?? 0
    }
  }
  return { returned, connections }
}

/** Counts statements and rows of a nested query with several page sizes, and with long lists. */
export async function countReads(
  database: BenchDatabase,
  ask: (spaceId: string, breadth: Breadth) => Entry,
): Promise<ReadCount[]> {
  const { spaceId, busySpaceId } = database.places
  const reads = [1, 5, 20, 50].map((changeRequests) => ({
    label: `${changeRequests} × 10 × 3`,
    spaceId,
    breadth: { ...breadths.big, changeRequests },
  }))
  const busy = { label: '20 × 10 × 3, long lists', spaceId: busySpaceId, breadth: breadths.big }
  const counts: ReadCount[] = []
  for (const { label, spaceId, breadth } of [...reads, busy]) {
    const entry = ask(spaceId, breadth)
    const size = sizeOf(await answerTo(entry))
    // One by one, so that periodic statements of a node are not counted.
    const each: StatementCount[] = []
    for (let i = 0; i < REPEATS; i++) {
      await resetStatements(database.client)
      await answerTo(entry)
      each.push(await statementsSinceReset(database.client))
    }
    const statements = median(each.map(({ calls }) => calls))
    const rows = median(each.map((count) => count.rows))
    const rowsRead = await rowsReadBy(database.client, entry)
    counts.push({ label, depth: 4, statements, rows, rowsRead, ...size })
  }
  return counts
}

/** The rows that PostgreSQL has read from these tables. Backends report them at the latest when they end. */
export async function rowsReadFrom(client: pg.Client, tables: readonly string[]): Promise<number> {
  await endBackends(client)
  const { rows } = await client.query(
    `SELECT sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int AS n FROM pg_stat_user_tables
      WHERE relname = ANY($1)`,
    [tables],
  )
  return rows[0].n as number
}

/** The rows that PostgreSQL reads from tables for one request. */
async function rowsReadBy(client: pg.Client, entry: Entry): Promise<number> {
  const total = () => rowsReadFrom(client, ['Space', 'ChangeRequest', 'Comment', 'CommentReply'])
  const before = await total()
  await untilReady(entry.server)
  await answerTo(entry)
  return (await total()) - before
}

/** A server connects again at once, so its connections are closed until none is left. */
const endBackends = (client: pg.Client): Promise<void> =>
  until('Closing the connections of the server', async () => {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quire'`,
    )
    return !rowCount
  })
