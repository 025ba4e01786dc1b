import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { applyMigrations } from '../../src/platform/migrate.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { ensureBuilt } from '../../src/tools/build.mjs'
import { ensure } from '../../src/tools/up-to-date.mjs'
import { compileSources } from './compiled-sources.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose `quire` database is migrated and empty: tests copy it. */
    clusterUrl: string
  }
}

export interface Cluster {
  url: string
  stop(): Promise<void>
}

const GIB = 2 ** 30

/** A file system in memory if it has enough space: writing the copies of the database takes half as long there. */
function folderForData(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 8 * GIB ? memory : tmpdir()
}

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  // Tests about deadlocks wait this long for PostgreSQL to notice one.
  deadlock_timeout: '50ms',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
}

function newDataDir(): string {
  const dataDir = mkdtempSync(join(folderForData(), 'quire-test-'))
  // As root the server runs under another account, which has to reach the folder.
  chmodSync(dataDir, 0o755)
  return dataDir
}

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS })

/** A data directory with the migrated database. Runs copy it, because creating and migrating one takes seconds. */
const TEMPLATE = join(projectRoot, 'node_modules/.cache/quire/test-cluster')
const IN_TEMPLATE = join(TEMPLATE, 'data')

const templateInputs = (): string[] => [
  ...['prisma/migrations', 'src/platform/migrate', 'src/platform/embedded-postgres'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
      .sort(),
  ),
  ...[
    'src/platform/migrate.ts',
    'src/platform/embedded-postgres.ts',
    'test/support/cluster.ts',
    'package-lock.json',
  ],
]

async function makeTemplate(): Promise<void> {
  const dataDir = newDataDir()
  const postgres = await start(dataDir)
  await applyMigrations({ connectionString: postgres.url, log: () => {} })
  // A database can be copied only without connections to it, so tests connect to another one.
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('CREATE DATABASE quire_lobby')
  await client.end()
  await postgres.stop()
  rmSync(IN_TEMPLATE, { recursive: true, force: true })
  copyFolder(dataDir, IN_TEMPLATE)
  rmSync(dataDir, { recursive: true, force: true })
}

/** Copies a folder. For root, files keep their owner, which is the account of PostgreSQL. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  if (process.getuid?.() === 0) execFileSync('cp', ['-a', `${from}/.`, to])
  else cpSync(from, to, { recursive: true })
}

/** A PostgreSQL server with the migrated database, in a folder that is removed with it. */
export async function startCluster(): Promise<Cluster> {
  await ensure(TEMPLATE, templateInputs, makeTemplate)
  const dataDir = newDataDir()
  copyFolder(IN_TEMPLATE, dataDir)
  const postgres = await start(dataDir)
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One server for the whole run; each test file copies the migrated database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.QUIRE_TEST_CLUSTER
  if (running) {
    await compileSources()
    project.provide('clusterUrl', running)
    return async () => {}
  }
  // For server processes and worker threads, none of which then builds while its test waits.
  const build = () => Promise.all([compileSources(), ensureBuilt()])
  const [cluster] = await Promise.all([startCluster(), build()])
  project.onTestsRerun(async () => void (await build()))
  project.provide('clusterUrl', cluster.url)
  return () => cluster.stop()
}
