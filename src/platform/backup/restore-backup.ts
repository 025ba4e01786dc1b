import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyMigrations, knownMigrations } from '../migrate.ts'
import { foreignKeysOf, tablesOf } from './catalogue.ts'
import {
  type BackedUpTable,
  BackupError,
  type BackupHeader,
  BackupReader,
  type TableDigest,
} from './format.ts'

interface RestoreOptions {
  connectionString: string
  file: string
  log: (line: string) => void
  onProgress?: (progress: { table: string; done: number; of: number }) => void
}

interface RestoreReport {
  header: BackupHeader
  tables: TableDigest[]
  /** Migrations of this version that the backup did not have. */
  applied: string[]
}

function readerOf(file: string): BackupReader {
  const source = createReadStream(file)
  const bytes = createGunzip()
  // A broken file ends the stream; the reader reports that it ends too early.
  source.on('error', (error) => bytes.destroy(error))
  source.pipe(bytes)
  return new BackupReader(bytes)
}

/** Reads a backup to its end and checks all digests, without a database. */
export async function checkBackup(file: string): Promise<{ header: BackupHeader; tables: TableDigest[] }> {
  const reader = readerOf(file)
  const header = await reader.begin()
  const tables: TableDigest[] = []
  for (const { name } of header.tables) tables.push(await drain(reader.table(name)))
  await reader.end()
  return { header, tables }
}

async function drain(chunks: AsyncGenerator<Buffer, TableDigest>): Promise<TableDigest> {
  for (;;) {
    const next = await chunks.next()
    if (next.done) return next.value
  }
}

/**
 * Fills an empty database from a backup: the migrations that the backup has, then all rows in one transaction, then the
 * migrations that are new. An interrupted restore leaves an empty database, on which it can be repeated.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { connectionString, file, log } = options
  const { header } = await checkBackup(file)
  await requireEmpty(connectionString)
  const last = await newestOf(header)
  await applyMigrations({ connectionString, log: () => {}, through: last })
  const tables = await loadRows(options, header)
  const applied = await applyMigrations({ connectionString, log })
  return { header, tables, applied }
}

/** The newest migration of the backup, if this version has all of them. */
async function newestOf({ migrations, quire }: BackupHeader): Promise<string> {
  const known = await knownMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  const last = migrations.at(-1)
  const missing = known.filter((name) => last !== undefined && name <= last && !migrations.includes(name))
  if (last === undefined || unknown.length > 0 || missing.length > 0) {
    throw new BackupError(
      `This backup was written by Quire ${quire} with other migrations than this version has (${[...unknown, ...missing].slice(0, 3).join(', ')}). Restore it with that version or a newer one.`,
    )
  }
  return last
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'quire-restore' })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Throws unless the database has no tables, or none of them has rows. */
async function requireEmpty(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    const filled = await filledTables(client, await tablesOf(client))
    if (filled.length === 0) return
    throw new BackupError(
      `The database is not empty: ${filled.length} tables have rows (${filled.slice(0, 3).join(', ')}). Restore into an empty database, or an empty DATA_DIR. Nothing was changed.`,
    )
  })
}

async function filledTables(client: pg.Client, tables: readonly BackedUpTable[]): Promise<string[]> {
  if (tables.length === 0) return []
  const selects = tables.map(
    ({ name }) =>
      `SELECT ${pg.escapeLiteral(name)} AS "name" WHERE EXISTS (SELECT 1 FROM ${pg.escapeIdentifier(name)})`,
  )
  const { rows } = await client.query<{ name: string }>(selects.join(' UNION ALL '))
  return rows.map(({ name }) => name)
}

async function loadRows(options: RestoreOptions, header: BackupHeader): Promise<TableDigest[]> {
  const { connectionString, file, onProgress } = options
  const reader = readerOf(file)
  await reader.begin()
  return withClient(connectionString, async (client) => {
    await client.query('BEGIN')
    // Two restores at once, or a server that starts meanwhile: one of them waits, and finds rows.
    const names = header.tables.map(({ name }) => pg.escapeIdentifier(name))
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`)
    if ((await filledTables(client, header.tables)).length > 0) {
      throw new BackupError(
        'The database is no longer empty. Stop the server, and restore into an empty database.',
      )
    }
    // Rows arrive table by table, so references are checked when all of them are there.
    const references = await foreignKeysOf(client)
    for (const { table, name } of references)
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    await client.query(`TRUNCATE ${names.join(', ')}`)
    const digests: TableDigest[] = []
    for (const [index, { name, columns }] of header.tables.entries()) {
      onProgress?.({ table: name, done: index, of: header.tables.length })
      digests.push(await loadTable(client, reader, name, columns))
    }
    await reader.end()
    for (const [name, value] of Object.entries(header.sequences)) {
      await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, value])
    }
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    for (const { table, name, definition } of references) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    }
    await client.query('COMMIT')
    await client.query('ANALYZE')
    return digests
  })
}

async function loadTable(
  client: pg.Client,
  reader: BackupReader,
  name: string,
  columns: readonly string[],
): Promise<TableDigest> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const rows = reader.table(name)
  let digest: TableDigest | undefined
  async function* chunks() {
    digest = yield* rows
  }
  const target = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${names}) FROM STDIN`))
  await pipeline(Readable.from(chunks(), { objectMode: false }), target)
  return digest as TableDigest
}
