import { digestOfPlace } from '../../config/files.ts'
// All modules, because they declare what a space contains.
import '../../modules/index.ts'
import { type FilesPlace, moveFiles } from '../../modules/revisions/index.ts'
import { runningNodes } from '../../platform/observing/heartbeat.ts'
import { fileStorage } from '../../server/operation-tools.ts'
import { type Command, CommandError, UsageError } from '../command.ts'
import { FORCE, nameOfNode, readsFilesIn, requireNodes } from '../require-nodes.ts'
import { withDatabase } from '../with-database.ts'

const isPlace = (value: unknown): value is FilesPlace => value === 'storage' || value === 'database'

const SAME_BUCKET =
  'Set the same FILES_URL and FILES_ENDPOINT on every node, restart them, and run this again. --force moves the files now: a node that does not have them answers 503 for these files.'

export const moveFilesCommand: Command = {
  summary: 'Moves the bytes of existing files to the bucket in FILES_URL, also while the server runs.',
  options: {
    ...FORCE,
    to: {
      type: 'string',
      value: 'place',
      description: 'storage (the bucket, the default), or database to move them back',
    },
  },
  run: ({ values: { to = 'storage', force }, config, out }) => {
    if (!isPlace(to)) throw new UsageError(`--to ${to}: must be storage or database.`)
    const files = fileStorage(config)
    if (!files || !config.files)
      throw new CommandError('Set FILES_URL and its keys, also to move files out of the bucket.')
    const place = digestOfPlace(config.files)
    return withDatabase(config, async (database) => {
      try {
        // Nodes read files in the database in any case.
        if (to === 'storage' && !force) await requireNodes(database.pool, readsFilesIn(place), SAME_BUCKET)
        const moved = await moveFiles(database, {
          files,
          to,
          onProgress: (done, of) => out.progress('files', done, of),
        })
        out.result({ moved, to }, [`Moved ${moved} files to the ${to}.`])
        const storing = to === 'database' ? await runningNodes(database.pool) : []
        const names = storing.filter((node) => node.files !== null).map(nameOfNode)
        if (names.length > 0) {
          out.note(
            `${names.join(', ')} still stores new files in the bucket: remove FILES_URL there, restart it, and run this again.`,
          )
        }
        return undefined
      } finally {
        files.close()
      }
    })
  },
}
