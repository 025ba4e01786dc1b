import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrationsOf, sequencesOf, tablesOf } from './catalogue.ts'
import { BackupWriter, type TableDigest, VERSION } from './format.ts'

interface BackupOptions {
  connectionString: string
  file: string
  quire: string
  now: Date
  onProgress?: (progress: { table: string; done: number; of: number }) => void
}

interface BackupReport {
  file: string
  bytes: number
  tables: TableDigest[]
}

/**
 * Writes all rows of the instance to a file, while it is in use: every table is read in one REPEATABLE READ transaction,
 * so all of them are as of the same moment. `pg_dump` is not used: it is not on every machine, and must not be older than
 * the server. The file appears under its name only when it is complete.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { file, onProgress } = options
  const unfinished = `${file}.unfinished`
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'quire-backup',
  })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables = await tablesOf(client)
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    const gzip = createGzip({ level: 6 })
    // Only for this account: a backup contains everything except the key.
    const target = createWriteStream(unfinished, { mode: 0o600 })
    const written = finished(gzip.pipe(target))
    const broken = new Promise<never>((_resolve, reject) => target.once('error', reject))
    broken.catch(() => {})
    const writer = new BackupWriter(gzip)
    await Promise.race([
      broken,
      writer.begin({
        version: VERSION,
        quire: options.quire,
        createdAt: options.now.toISOString(),
        postgres: rows[0]?.server_version ?? '',
        migrations: await migrationsOf(client),
        tables,
        sequences: await sequencesOf(client),
      }),
    ])
    const digests: TableDigest[] = []
    for (const [index, { name, columns }] of tables.entries()) {
      onProgress?.({ table: name, done: index, of: tables.length })
      const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      const copied = client.query(copyTo(`COPY ${pg.escapeIdentifier(name)} (${names}) TO STDOUT`))
      digests.push(await Promise.race([broken, writer.table(name, copied as AsyncIterable<Buffer>)]))
    }
    await writer.end()
    gzip.end()
    await written
    await keep(unfinished, file)
    return { file, bytes: target.bytesWritten, tables: digests }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Gives a complete file its name, once it is on the disk. */
async function keep(unfinished: string, file: string): Promise<void> {
  const handle = await open(unfinished, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
}
