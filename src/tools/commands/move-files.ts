// All modules, because they declare what a space contains.
import '../../modules/index.ts'
import { type FilesPlace, moveFiles } from '../../modules/revisions/index.ts'
import { fileStorage } from '../../operation-tools.ts'
import { type Command, CommandError, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const isPlace = (value: unknown): value is FilesPlace => value === 'storage' || value === 'database'

export const moveFilesCommand: Command = {
  summary: 'Moves the bytes of existing files to the bucket in FILES_URL, also while the server runs.',
  options: {
    to: {
      type: 'string',
      value: 'place',
      description: 'storage (the bucket, the default), or database to move them back',
    },
  },
  run: ({ values: { to = 'storage' }, config, out }) => {
    if (!isPlace(to)) throw new UsageError(`--to ${to}: must be storage or database.`)
    const files = fileStorage(config)
    if (!files) throw new CommandError('Set FILES_URL and its keys, also to move files out of the bucket.')
    return withDatabase(config, async (database) => {
      try {
        const moved = await moveFiles(database, {
          files,
          to,
          onProgress: (done, of) => out.progress('files', done, of),
        })
        out.result({ moved, to }, [`Moved ${moved} files to the ${to}.`])
        return undefined
      } finally {
        files.close()
      }
    })
  },
}
