import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { applyMigrations } from '../src/platform/migrate.ts'
import { projectRoot } from '../src/platform/project-root.ts'
import { BENCH_SECRET_KEY } from './children.ts'
import { type ContentScale, seedContent } from './content-seed.ts'
import { seedGrowth } from './growth-seed.ts'
import type { Scale } from './options.ts'
import { type PeopleScale, seedPeople } from './people-seed.ts'
import { seed, TOKEN } from './seed.ts'
import { seedSearched } from './site-search-seed.ts'

/** A server with data. */
export interface BenchServer {
  url: string
  client: pg.Client
  postmaster: number
}

/** The server with the reference data, which all contestants use. */
export interface BenchDatabase extends BenchServer {
  places: Places
}

/** The ids that the queries use. */
export interface Places {
  token: string
  userId: string
  organizationId: string
  spaceId: string
  /** The space whose change requests have many comments. */
  busySpaceId: string
  busyChangeRequestId: string
  /** A comment of `spaceId`, as the subject of events. */
  commentId: string
}

/** Seeding takes a while, so the data is kept, under the hash of everything that affects it. */
function cacheDir(scale: object, seedFile: string): string {
  const hash = createHash('sha256').update(JSON.stringify(scale))
  const migrations = join(projectRoot, 'prisma/migrations')
  for (const name of readdirSync(migrations).sort()) {
    const script = join(migrations, name, 'migration.sql')
    if (existsSync(script)) hash.update(readFileSync(script))
  }
  hash.update(readFileSync(join(projectRoot, 'bench', seedFile))).update(BENCH_SECRET_KEY)
  return join(projectRoot, 'node_modules/.cache/quire-bench', hash.digest('hex').slice(0, 16))
}

type Log = (line: string) => void
type OnStart = (stop: () => Promise<void>) => void

export async function openBenchDatabase(scale: Scale, log: Log, onStart: OnStart): Promise<BenchDatabase> {
  const server = await openServer(cacheDir(scale, 'seed.ts'), log, onStart, (client) =>
    seed(client, scale, log),
  )
  return { ...server, places: await findPlaces(server.client) }
}

/** The organization with many people, on a server of its own, so that each can be seeded separately. */
export function openPeopleDatabase(scale: PeopleScale, log: Log, onStart: OnStart): Promise<BenchServer> {
  return openServer(cacheDir(scale, 'people-seed.ts'), log, onStart, (client) =>
    seedPeople(client, scale, log),
  )
}

/** Spaces with pages, on a server of their own as well. */
export function openContentDatabase(
  scale: ContentScale,
  log: Log,
  onStart: OnStart,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const fill = (client: pg.Client, url: string) => seedContent(client, url, scale, log)
  return openServer(cacheDir({ scale }, 'content-seed.ts'), log, onStart, fill, settings)
}

/** One space to search. */
export function openSearchedDatabase(log: Log, onStart: OnStart): Promise<BenchServer> {
  const fill = (client: pg.Client, url: string) => seedSearched(client, url, log)
  return openServer(cacheDir({ searched: true }, 'site-search-seed.ts'), log, onStart, fill)
}

/** One organization with this many times the data. */
export function openGrowthDatabase(factor: number, log: Log, onStart: OnStart): Promise<BenchServer> {
  const fill = (client: pg.Client, url: string) => seedGrowth(client, url, factor, log)
  return openServer(cacheDir({ growth: factor }, 'growth-seed.ts'), log, onStart, fill)
}

/**
 * `onStart` gets the function that stops the server before it is seeded, because seeding takes long enough to be
 * interrupted.
 */
async function openServer(
  dataDir: string,
  log: Log,
  onStart: OnStart,
  fill: (client: pg.Client, url: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  mkdirSync(dataDir, { recursive: true })
  // As root, the server runs under another account, which must have access to the folder.
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.max': '10000',
      max_connections: '200',
      synchronous_commit: 'off',
      max_wal_size: '4GB',
      ...settings,
    },
  })
  const client = new pg.Client({ connectionString: server.url, application_name: 'bench' })
  let stopped: Promise<void> | undefined
  const stopAll = async () => {
    // The server cancels a running statement: waiting for it could take minutes.
    void client.end().catch(() => {})
    await server.stop()
  }
  const stop = () => {
    stopped ??= stopAll()
    return stopped
  }
  client.on('error', () => {}) // A closed connection fails the statement that needs it.
  onStart(stop)
  try {
    await applyMigrations({ connectionString: server.url, log })
    await client.connect()
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    await fill(client, server.url)
    const pidFile = await readFile(join(server.dataDirectory, 'postmaster.pid'), 'utf8')
    const postmaster = Number.parseInt(pidFile, 10)
    return { url: server.url, client, postmaster }
  } catch (error) {
    await stop()
    throw error
  }
}

async function findPlaces(client: pg.Client): Promise<Places> {
  const { rows } = await client.query(
    `WITH busy AS (SELECT "id" FROM "Space" ORDER BY "id" DESC LIMIT 1),
      calm AS (SELECT "id", "organizationId" FROM "Space" ORDER BY "id" OFFSET 1 LIMIT 1)
    SELECT calm."id" AS "spaceId", calm."organizationId", busy."id" AS "busySpaceId",
      (SELECT "userId" FROM "ApiToken") AS "userId",
      (SELECT max("id") FROM "ChangeRequest" WHERE "spaceId" = busy."id") AS "busyChangeRequestId",
      (SELECT max("id") FROM "Comment" WHERE "spaceId" = calm."id") AS "commentId"
    FROM busy, calm`,
  )
  return { ...rows[0], token: TOKEN }
}
