import pg from 'pg'
import { pendingMigrations } from '../../platform/migrate.ts'
import { clockSkewMs, runningNodes, type SeenNode } from '../../platform/observing/heartbeat.ts'
import { nameOfNode } from '../require-nodes.ts'
import type { Finding } from './finding.ts'

const OLDEST = 14
const PINGS = 5
/** A notification is passed on to other nodes by position and not by time, but tokens and jobs have times. */
const MAX_SKEW_MS = 2_000

/** What the database says: version, rights, extensions, latency, migrations, clocks of nodes and connections. */
export async function checkDatabase(connectionString: string, now: () => Date): Promise<Finding[]> {
  const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 5_000 })
  try {
    const { rows } = await pool.query<{
      version: string
      number: string
      mayCreate: boolean
      connections: number
      most: string
    }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
        has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
        (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
        current_setting('max_connections') AS most`,
    )
    const [row] = rows
    if (!row) return []
    return [
      checkVersion(row.version, Number(row.number)),
      checkRights(row.mayCreate),
      checkClock('clock', await clockSkewMs(pool, now)),
      ...(await checkNodes(pool)),
      checkConnections(row.connections, Number(row.most)),
      await checkLatency(pool),
      await checkMigrations(pool),
      await checkExtensions(pool),
    ]
  } finally {
    await pool.end()
  }
}

function checkVersion(version: string, number: number): Finding {
  const name = 'PostgreSQL'
  if (number >= OLDEST * 10_000) return { name, state: 'ok', found: version }
  return {
    name,
    state: 'problem',
    found: version,
    action: `Upgrade PostgreSQL to version ${OLDEST} or newer.`,
  }
}

function checkRights(mayCreate: boolean): Finding {
  const name = 'rights'
  if (mayCreate) return { name, state: 'ok', found: 'may create tables' }
  const action =
    'GRANT CREATE ON SCHEMA public TO the user in DATABASE_URL, so that migrations can be applied.'
  return { name, state: 'problem', found: 'may not create tables', action }
}

/** The nodes that run, each with the version and the clock that it has recorded. */
async function checkNodes(pool: pg.Pool): Promise<Finding[]> {
  // A database that is not migrated yet has no nodes.
  const nodes = await runningNodes(pool).catch(() => [])
  return [
    ...nodes.map((node) => checkClock(nameOfNode(node), node.skewMs, `Quire ${node.version}, `)),
    ...checkSettings(nodes.filter(({ keys }) => keys.length > 0)),
  ]
}

/** Settings that are the same on all nodes, except while an operator changes them one after the other. */
function checkSettings(nodes: readonly SeenNode[]): Finding[] {
  const differ = (setting: (node: SeenNode) => unknown) => new Set(nodes.map(setting)).size > 1
  const name = 'settings of nodes'
  const findings: Finding[] = []
  if (differ(({ keys: [first] }) => first)) {
    const action = 'Set SECRET_KEY to the same value on all nodes.'
    findings.push({ name, state: 'warning', found: 'not all encrypt with the same key', action })
  }
  if (differ(({ files }) => files)) {
    const action = 'Set FILES_URL and FILES_ENDPOINT to the same values on all nodes.'
    findings.push({ name, state: 'problem', found: 'not all store files in the same place', action })
  }
  return findings
}

/** Nodes use the database as their reference, so each of them is compared with it. */
function checkClock(name: string, skewMs: number, prefix = ''): Finding {
  const direction = skewMs < 0 ? 'behind' : 'ahead of'
  const found = `${prefix}${Math.round(Math.abs(skewMs))} ms ${direction} the database`
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return { name, state: 'ok', found }
  const action =
    'Synchronize the clocks of all nodes and of the database (NTP): expiry times of tokens and URLs depend on them.'
  return { name, state: 'problem', found, action }
}

function checkConnections(used: number, most: number): Finding {
  const found = `${used} of ${most} are in use`
  if (used < most * 0.8) return { name: 'connections', state: 'ok', found }
  const action = 'Raise max_connections, or lower DATABASE_POOL: each node uses that many and two more.'
  return { name: 'connections', state: 'warning', found, action }
}

async function checkLatency(pool: pg.Pool): Promise<Finding> {
  const times: number[] = []
  for (let count = 0; count < PINGS; count++) {
    const begun = performance.now()
    await pool.query('SELECT 1')
    times.push(performance.now() - begun)
  }
  const ms = Math.min(...times)
  const found = `${ms.toFixed(1)} ms per statement`
  if (ms < 5) return { name: 'latency', state: 'ok', found }
  const action =
    'Move the server closer to the database: a request takes several statements, one after the other.'
  return { name: 'latency', state: 'warning', found, action }
}

async function checkMigrations(pool: pg.Pool): Promise<Finding> {
  try {
    const pending = await pendingMigrations(pool)
    if (pending.length === 0) return { name: 'migrations', state: 'ok', found: 'all are applied' }
    const action = 'Run npx quire migrate, or start the server.'
    return { name: 'migrations', state: 'warning', found: `${pending.length} are pending`, action }
  } catch (error) {
    return { name: 'migrations', state: 'problem', found: (error as Error).message }
  }
}

async function checkExtensions(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM unnest(ARRAY['btree_gin', 'fuzzystrmatch', 'pg_trgm', 'unaccent']) name WHERE name NOT IN (SELECT name FROM pg_available_extensions)`,
  )
  if (rows.length === 0)
    return { name: 'extensions', state: 'ok', found: 'those that are used are available' }
  const found = `${rows.map(({ name }) => name).join(', ')} is missing`
  return { name: 'extensions', state: 'warning', found, action: 'Install the package postgresql-contrib.' }
}
