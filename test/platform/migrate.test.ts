import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { applyMigrations, diffMigration, pendingMigrations, schemaDrift } from '../../src/platform/migrate.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'

const committed = join(projectRoot, 'prisma/migrations')
const first = '20260101000000_first'
const second = '20260102000000_second'

let folder: string
let connectionString: string
let serverPool: pg.Pool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-migrate-'))
  connectionString = await createDatabase({ isMigrated: false })
  serverPool = poolOf(connectionString)
})

afterAll(async () => {
  await serverPool?.end()
  await dropDatabase(connectionString)
  await rm(folder, { recursive: true, force: true })
})

describe('the committed migrations', () => {
  test('lead to the schema', async () => {
    expect(await schemaDrift({ connectionString })).toBe('')
  })

  test('give every id an order by bytes', async () => {
    const { connectionString, pool } = await emptyDatabase()
    await applyMigrations({ connectionString, log: () => {} })
    const { rows } = await pool.query(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND data_type = 'text'
         AND (column_name = 'id' OR column_name LIKE '%Id') AND collation_name IS DISTINCT FROM 'C'`,
    )
    expect(rows).toEqual([])
  })

  test('are applied once, in order, and none is pending afterwards', async () => {
    const { connectionString, pool } = await emptyDatabase()
    const entries = await readdir(committed, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)

    expect(await pendingMigrations(pool)).toEqual(names.sort())
    expect(await applyMigrations({ connectionString, log: () => {} })).toEqual(names)
    expect(await pendingMigrations(pool)).toEqual([])
    expect(await applyMigrations({ connectionString, log: () => {} })).toEqual([])
  })
})

describe('applyMigrations', () => {
  test('applies once when two nodes start at once', async () => {
    const { connectionString, pool } = await emptyDatabase()
    const migrationsDir = await migrations({ [first]: 'CREATE TABLE one ()' })
    const lines: string[] = []
    const apply = () => applyMigrations({ connectionString, migrationsDir, log: (line) => lines.push(line) })

    const applied = await Promise.all([apply(), apply()])

    expect(applied.flat()).toEqual([first])
    expect(lines.filter((line) => line === `Applied migration ${first}`)).toHaveLength(1)
    const { rows } = await pool.query('SELECT migration_name FROM _prisma_migrations')
    expect(rows).toEqual([{ migration_name: first }])
  })

  test('sends a script whole, semicolons in functions and strings included', async () => {
    const { connectionString, pool } = await emptyDatabase()
    const migrationsDir = await migrations({
      [first]: `CREATE FUNCTION greeting() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$;`,
    })
    await applyMigrations({ connectionString, migrationsDir, log: () => {} })
    expect((await pool.query('SELECT greeting()')).rows).toEqual([{ greeting: 'a;b' }])
  })

  test('undoes a migration that fails, keeps those before it, and succeeds once it is mended', async () => {
    const { connectionString, pool } = await emptyDatabase()
    const migrationsDir = await migrations({
      [first]: 'CREATE TABLE one ()',
      [second]: 'CREATE TABLE two (); SELECT nonsense',
    })
    const options = { connectionString, migrationsDir, log: () => {} }

    await expect(applyMigrations(options)).rejects.toThrow(
      `Migration ${second} failed and was rolled back: column "nonsense" does not exist`,
    )
    const { rows } = await pool.query("SELECT to_regclass('one') AS one, to_regclass('two') AS two")
    expect(rows).toEqual([{ one: 'one', two: null }])
    expect(await pendingMigrations(pool, migrationsDir)).toEqual([second])

    await writeFile(join(migrationsDir, second, 'migration.sql'), 'CREATE TABLE two ()')
    expect(await applyMigrations(options)).toEqual([second])
  })

  test('refuses, by name, a migration that was changed after it was applied', async () => {
    const { connectionString, pool } = await emptyDatabase()
    const migrationsDir = await migrations({ [first]: 'CREATE TABLE one ()' })
    const options = { connectionString, migrationsDir, log: () => {} }
    await applyMigrations(options)

    await writeFile(join(migrationsDir, first, 'migration.sql'), 'CREATE TABLE other ()')

    await expect(pendingMigrations(pool, migrationsDir)).rejects.toThrow(`Migration ${first} has changed`)
    await expect(applyMigrations(options)).rejects.toThrow(`Migration ${first} has changed`)
  })

  test('takes other line endings for the same migration', async () => {
    const { connectionString, pool } = await emptyDatabase()
    const migrationsDir = await migrations({ [first]: 'CREATE TABLE one\n();\n' })
    await applyMigrations({ connectionString, migrationsDir, log: () => {} })
    await writeFile(join(migrationsDir, first, 'migration.sql'), 'CREATE TABLE one\r\n();\r\n')
    expect(await pendingMigrations(pool, migrationsDir)).toEqual([])
  })

  test('refuses to go on after a migration that never finished, and says how to', async () => {
    const { connectionString, pool } = await emptyDatabase()
    const migrationsDir = await migrations({ [first]: 'CREATE TABLE one ()' })
    const options = { connectionString, migrationsDir, log: () => {} }
    await applyMigrations(options)
    await pool.query('UPDATE _prisma_migrations SET finished_at = NULL; DROP TABLE one')

    const refusal = await applyMigrations(options).catch((error: Error) => error.message)
    expect(refusal).toContain(`Migration ${first} was started and never finished.`)

    await pool.query(String(refusal).slice(String(refusal).indexOf('UPDATE')))
    expect(await applyMigrations(options)).toEqual([first])
  })
})

describe('diffMigration', () => {
  test('writes what the schema adds, with ids in order of their bytes', async () => {
    const migrationsDir = await migrations({})
    const schemaDir = await mkdtemp(join(folder, 'schema-'))
    await cp(join(projectRoot, 'prisma/schema.prisma'), join(schemaDir, 'schema.prisma'))
    const options = { connectionString, migrationsDir, schemaDir }
    const writeModel = (fields: string) => writeFile(join(schemaDir, 'a.prisma'), `model A {\n${fields}\n}\n`)

    await writeModel('id String @id\nidle String\nownerId String?\nkeptIds String[]')
    const creation = await diffMigration(options)
    expect(creation).toContain('"id" TEXT COLLATE "C" NOT NULL,')
    expect(creation).toContain('"ownerId" TEXT COLLATE "C",')
    expect(creation).toContain('"idle" TEXT NOT NULL,')
    expect(creation).toContain('"keptIds" TEXT[]')
    await addMigration(migrationsDir, first, creation)
    expect(await diffMigration(options)).toBe('')

    await writeModel('id String @id\nidle String\nownerId String?\nkeptIds String[]\nteamId String?')
    const addition = await diffMigration(options)
    expect(addition).toContain('ALTER TABLE "A" ADD COLUMN     "teamId" TEXT COLLATE "C";')
    await addMigration(migrationsDir, second, addition)
    expect(await schemaDrift(options)).toBe('')
  })

  test('raises the version of a new table with every change of a row, and with nothing else', async () => {
    const migrationsDir = await migrations({})
    const schemaDir = await mkdtemp(join(folder, 'schema-'))
    await cp(join(projectRoot, 'prisma/schema.prisma'), join(schemaDir, 'schema.prisma'))
    await writeFile(
      join(schemaDir, 'a.prisma'),
      'model A {\nid String @id\ntitle String\nversion Int @default(1)\n}\nmodel B {\nid String @id\n}\n',
    )
    const script = await diffMigration({ connectionString, migrationsDir, schemaDir })
    expect(script.match(/CREATE TRIGGER/g)).toHaveLength(1)
    const { rows } = await serverPool
      .query(`BEGIN; CREATE SCHEMA a; SET LOCAL search_path TO a; ${script}
      INSERT INTO "A" VALUES ('a', 'One'); UPDATE "A" SET "title" = 'Two'; UPDATE "A" SET "title" = 'Two', "version" = 9;
      SELECT "version" FROM "A"; ROLLBACK`)
      .then(
        (results) =>
          (results as unknown as { rows: { version: number }[] }[]).find(({ rows }) => rows.length > 0) ?? {
            rows: [],
          },
      )
    expect(rows).toEqual([{ version: 2 }])
  })

  test('leaves no scratch database behind, even when a migration fails', async () => {
    const migrationsDir = await migrations({ [first]: 'nonsense' })
    await expect(diffMigration({ connectionString, migrationsDir })).rejects.toThrow(first)
    const { rows } = await serverPool.query(
      "SELECT datname FROM pg_database WHERE datname LIKE 'quire_scratch%'",
    )
    expect(rows).toEqual([])
  })
})

function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 })
  // A connection that is being closed can still report that its database was dropped.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function emptyDatabase(): Promise<{ connectionString: string; pool: pg.Pool }> {
  const url = await createDatabase({ isMigrated: false })
  const pool = poolOf(url)
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(url)
  })
  return { connectionString: url, pool }
}

async function migrations(scripts: Record<string, string>): Promise<string> {
  const migrationsDir = await mkdtemp(join(folder, 'migrations-'))
  for (const [name, script] of Object.entries(scripts)) await addMigration(migrationsDir, name, script)
  return migrationsDir
}

async function addMigration(migrationsDir: string, name: string, script: string): Promise<void> {
  await mkdir(join(migrationsDir, name))
  await writeFile(join(migrationsDir, name, 'migration.sql'), script)
}
