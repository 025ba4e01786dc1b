import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { projectRoot, version } from '../../platform/project-root.ts'
import { type Command, CommandError } from '../command.ts'
import { noteOnObjects } from '../note-on-objects.ts'
import { withClient, withUrl } from '../with-database.ts'

export const backup: Command = {
  summary: 'Writes everything in the database to a file, also while the server runs.',
  positionals: '<file>',
  arity: { least: 1, most: 1 },
  options: { overwrite: { type: 'boolean', description: 'replace the file if it exists' } },
  run: async ({ positionals: [name = ''], values, config, out, now }) => {
    const file = resolve(name)
    if (existsSync(file) && !values.overwrite) {
      throw new CommandError(`${file} exists already. Choose another name, or pass --overwrite.`)
    }
    const report = await withUrl(config, (connectionString) =>
      writeBackup({
        connectionString,
        file,
        quire: version,
        now,
        onProgress: ({ table, done, of }) => out.progress(table, done, of),
      }),
    )
    await withUrl(config, (url) => recordBackup(url, report.bytes, now))
    const rows = report.tables.reduce((sum, each) => sum + each.rows, 0)
    out.result(report, [
      `Wrote ${file}: ${rows} rows of ${report.tables.length} tables, ${report.bytes} bytes.`,
    ])
    out.note(await withUrl(config, noteOnObjects))
    out.note(
      config.secretKey === undefined
        ? `The key that decrypts its secrets is not in it: also keep ${join(resolve(projectRoot, config.dataDir), 'secret.key')}, in another place.`
        : 'The key that decrypts its secrets is not in it: also keep SECRET_KEY, in another place.',
    )
    return undefined
  },
}

const UNDEFINED_TABLE = '42P01'
/** Records of backups that are kept. */
const KEPT = 100

/** So that operators see in the console when the last backup was made. A database of an earlier release has no table for it. */
async function recordBackup(url: string, bytes: number, at: Date): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('INSERT INTO "BackupRecord" ("id", "takenAt", "bytes") VALUES ($1, $2, $3)', [
      randomUUID(),
      at,
      bytes,
    ])
    await client.query(
      `DELETE FROM "BackupRecord" WHERE "id" IN (SELECT "id" FROM "BackupRecord" ORDER BY "takenAt" DESC OFFSET ${KEPT})`,
    )
  }).catch((error: { code?: string }) => {
    if (error.code !== UNDEFINED_TABLE) throw error
  })
}
