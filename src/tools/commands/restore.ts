import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkBackup, restoreBackup } from '../../platform/backup/restore-backup.ts'
import { type Command, CommandError } from '../command.ts'
import { noteOnObjects } from '../note-on-objects.ts'
import { withUrl } from '../with-database.ts'

export const restore: Command = {
  summary: 'Fills an empty database from a backup. A database that is not empty is left as it is.',
  positionals: '<file>',
  arity: { least: 1, most: 1 },
  options: { check: { type: 'boolean', description: 'only read the file and check its digests' } },
  run: async ({ positionals: [name = ''], values, config, out }) => {
    const file = resolve(name)
    if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
    if (values.check) {
      const { header, tables } = await checkBackup(file)
      out.result({ ...header, tables }, [
        `${file} is complete: written by Quire ${header.quire} at ${header.createdAt} from PostgreSQL ${header.postgres}, ${rowsOf(tables)} rows.`,
      ])
      return undefined
    }
    const report = await withUrl(
      config,
      (connectionString) =>
        restoreBackup({
          connectionString,
          file,
          log: (line) => out.note(line),
          onProgress: ({ table, done, of }) => out.progress(table, done, of),
        }),
      { create: true },
    )
    const { header, tables, applied } = report
    const onObjects = await withUrl(config, noteOnObjects)
    out.result({ createdAt: header.createdAt, quire: header.quire, tables, applied }, [
      `Restored ${rowsOf(tables)} rows of ${tables.length} tables, as of ${header.createdAt}.`,
    ])
    out.note(onObjects)
    out.note(
      'Start the server with the SECRET_KEY, or the secret.key in DATA_DIR, that the backup was written with.',
    )
    return undefined
  },
}

const rowsOf = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)
