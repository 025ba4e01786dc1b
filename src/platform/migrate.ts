import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaContainer, SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { completeScript } from './migrate/script.ts'
import { projectRoot } from './project-root.ts'

const defaultMigrationsDir = join(projectRoot, 'prisma/migrations')

// Any number except 72707369, which the engine locks on another connection.
const migrationLock = 1903520114

// Node has it, but only the DOM library declares it.
declare const WebAssembly: {
  instantiate(
    wasm: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

const noFilters = { externalTables: [], externalEnums: [] }

interface ApplyOptions {
  connectionString: string
  log: (line: string) => void
  migrationsDir?: string
  /** The last migration to apply; all of them when omitted. */
  through?: string
}

interface DiffOptions {
  /** Any database of a server on which databases can be created: the work is done in a temporary one. */
  connectionString: string
  migrationsDir?: string
  schemaDir?: string
}

type EngineModule = typeof import('@prisma/schema-engine-wasm')
type Migration = { name: string; script: string }
type MigrationRecord = { migration_name: string; checksum: string; finished_at: Date | null }

/**
 * Lists the pending migrations of the database, in order, with one cheap statement. Throws when its history
 * contradicts the files, because applying more would make it worse.
 */
export async function pendingMigrations(pool: pg.Pool, migrationsDir?: string): Promise<string[]> {
  const [migrations, records] = await Promise.all([readMigrations(migrationsDir), readRecords(pool)])
  const checksums = new Map(records.map((record) => [record.migration_name, record.checksum]))

  const unfinished = records.find((record) => record.finished_at === null)
  if (unfinished) {
    const name = unfinished.migration_name
    throw new Error(
      `Migration ${name} was started and never finished. Undo its changes in the database (or restore a backup), ` +
        'then discard the attempt and start again: UPDATE _prisma_migrations SET rolled_back_at = now() ' +
        `WHERE migration_name = '${name}' AND finished_at IS NULL;`,
    )
  }

  for (const { name, script } of migrations) {
    const checksum = checksums.get(name)
    if (checksum !== undefined && !matches(script, checksum)) {
      throw new Error(
        `Migration ${name} has changed since it was applied to this database. Restore its migration.sql, ` +
          'and put the change into a new migration.',
      )
    }
  }
  return migrations.filter(({ name }) => !checksums.has(name)).map(({ name }) => name)
}

/**
 * Applies pending migrations and returns their names. Each migration is one transaction together with its
 * record, so a killed process leaves nothing to repair; of several nodes that start concurrently, one
 * applies them.
 */
export async function applyMigrations(options: ApplyOptions): Promise<string[]> {
  const { log, migrationsDir } = options
  return withMigrationLock(options, async (pool) => {
    const { through } = options
    const missing = await pendingMigrations(pool, migrationsDir)
    const pending = missing.filter((name) => through === undefined || name <= through)
    if (pending.length === 0) return []

    const migrations = await readMigrations(migrationsDir)
    for (const name of pending) {
      // The engine applies all migrations that it gets, so it gets them one by one.
      const migrationsList = migrationList(migrations.filter((migration) => migration.name <= name))
      await inTransaction(pool, name, () =>
        withEngine(pool, (engine) => engine.applyMigrations({ migrationsList, filters: noFilters })),
      )
      log(`Applied migration ${name}`)
    }
    return pending
  })
}

/** Returns the SQL of the next migration, empty when the migrations match the schema. */
export async function diffMigration(options: DiffOptions): Promise<string> {
  return completeScript(await schemaDrift(options))
}

/** Returns the SQL of the difference between migrations and schema, empty when they match. */
export async function schemaDrift(options: DiffOptions): Promise<string> {
  const { connectionString, migrationsDir, schemaDir } = options
  const schema = { files: await readSchema(schemaDir) }
  return withScratchDatabase(connectionString, async (scratch) => {
    const source = migrationsDir === undefined ? {} : { migrationsDir }
    await applyMigrations({ connectionString: scratch, log: () => {}, ...source })
    const from = { tag: 'schemaDatasource', ...schema, configDir: projectRoot } as const
    const to = { tag: 'schemaDatamodel', ...schema } as const
    const params = { from, to, script: true, exitCode: null, filters: noFilters }
    const { stdout } = await withConnection(scratch, (pool) =>
      withEngine(pool, (engine) => engine.diff(params)),
    )
    return stdout === null || /^-- This is an empty migration\.\s*$/.test(stdout) ? '' : stdout
  })
}

/** The names of the migrations of this version, in order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readMigrations()).map(({ name }) => name)
}

async function readMigrations(migrationsDir = defaultMigrationsDir): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const read = (name: string) => readFile(join(migrationsDir, name, 'migration.sql'), 'utf8')
  return Promise.all(names.sort().map(async (name) => ({ name, script: await read(name) })))
}

async function readRecords(pool: pg.Pool): Promise<MigrationRecord[]> {
  try {
    const { rows } = await pool.query<MigrationRecord>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    )
    return rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return []
    throw error
  }
}

/** A checkout may convert line endings, which does not change the SQL. */
function matches(script: string, checksum: string): boolean {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const unix = script.replaceAll('\r\n', '\n')
  return [script, unix, unix.replaceAll('\n', '\r\n')].some((text) => sha256(text) === checksum)
}

/** The lock has a connection of its own, because a pool closes one on which a statement has failed. */
async function withMigrationLock<T>(options: ApplyOptions, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { connectionString, log } = options
  return withConnection(connectionString, async (lock) => {
    const { rows } = await lock.query(`SELECT pg_try_advisory_lock(${migrationLock}) AS locked`)
    if (!rows[0]?.locked) {
      log('Another process is migrating this database; waiting for it')
      await lock.query(`SELECT pg_advisory_lock(${migrationLock})`)
    }
    return withConnection(connectionString, use)
  })
}

async function inTransaction(pool: pg.Pool, name: string, apply: () => Promise<unknown>): Promise<void> {
  await pool.query('BEGIN')
  try {
    await apply()
    await pool.query('COMMIT')
  } catch (error) {
    await pool.query('ROLLBACK').catch(() => {})
    const reason = error instanceof Error ? error.message : error
    throw new Error(`Migration ${name} failed and was rolled back: ${reason}`, { cause: error })
  }
}

/** Exactly one connection: a lock or a transaction belongs to it. */
async function withConnection<T>(connectionString: string, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0 })
  pool.setMaxListeners(0).on('error', () => {}) // The error is reported by the statement that fails, and every migration's adapter listens too.
  passCatalogueChars(pool)
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}

async function withScratchDatabase<T>(server: string, use: (scratch: string) => Promise<T>): Promise<T> {
  return withConnection(server, async (pool) => {
    const name = `quire_scratch_${crypto.randomUUID().replaceAll('-', '')}`
    await pool.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    try {
      return await use(new URL(`/${name}${new URL(server).search}`, server).href)
    } finally {
      await pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
}

async function withEngine<T>(pool: pg.Pool, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  let scriptError: unknown
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    restoreCatalogueChars(adapter)
    // The adapter itself splits a script at every semicolon, also inside a function or a string.
    adapter.executeScript = async (script) => {
      await pool.query(script).catch((error: unknown) => {
        scriptError = error
        throw error
      })
    }
    return adapter
  }

  engineModule ??= loadEngine()
  const { SchemaEngine } = await engineModule
  const adapter = bindMigrationAwareSqlAdapterFactory(factory)
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter)
  try {
    return await use(engine)
  } catch (error) {
    // PostgreSQL's message, instead of the engine's about a connector and its own stack.
    throw scriptError ?? error
  } finally {
    engine.free()
  }
}

/** The adapter rejects the catalog's one-byte "char" (18) but supports arrays of it (1002): they are passed as arrays. */
function passCatalogueChars(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>
  const disguised = async (...args: unknown[]) => {
    const result = await query(...args)
    for (const field of result.fields ?? []) if (field.dataTypeID === 18) field.dataTypeID = 1002
    return result
  }
  pool.query = disguised as typeof pool.query
}

function restoreCatalogueChars(adapter: SqlDriverAdapter): void {
  const { Character, CharacterArray } = ColumnTypeEnum
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (statement) => {
    const { columnTypes, ...result } = await queryRaw(statement)
    return { ...result, columnTypes: columnTypes.map((type) => (type === CharacterArray ? Character : type)) }
  }
}

let engineModule: Promise<EngineModule> | undefined

/** The package is made for bundlers that import WASM as a module, which Node does not do. */
async function loadEngine(): Promise<EngineModule> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const gluePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = await readFile(join(dirname(gluePath), 'schema_engine_bg.wasm'))
  // The engine never clears its ten-second lock timer, which would keep a finished command from exiting.
  const setTimer = (run: () => void, ms: number) => setTimeout(run, ms).unref()
  const isTimer = (name: string) => name.startsWith('__wbg_setTimeout_')
  const entries = Object.entries(glue).map(([name, value]) => [name, isTimer(name) ? setTimer : value])
  const imports = { './schema_engine_bg.js': Object.fromEntries(entries) }
  const { instance } = await WebAssembly.instantiate(wasm, imports)
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  // Where a crashing engine leaves its reason; shared with Prisma's client, which has one of its own.
  const shared = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: object }
  shared.PRISMA_WASM_PANIC_REGISTRY ??= {
    set_message(message: string) {
      throw new Error(message)
    },
  }
  return glue
}

async function readSchema(schemaDir = join(projectRoot, 'prisma')): Promise<SchemaContainer[]> {
  const entries = await readdir(schemaDir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.prisma'))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.sort().map(async (path) => ({ path, content: await readFile(path, 'utf8') })))
}

function migrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: defaultMigrationsDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  }
}
