import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
// All modules, because exports read what they declare.
import '../../modules/index.ts'
import { filesOfSpace } from '../../modules/git/index.ts'
import { fileStorage } from '../../server/operation-tools.ts'
import { type Command, CommandError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const exportContent: Command = {
  summary:
    'Writes the main content of a space to a folder, as Markdown files that quire import reads again. Files that it does not write stay as they are.',
  positionals: '<space> <folder>',
  arity: { least: 2, most: 2 },
  options: {
    overwrite: { type: 'boolean', description: 'write into a folder that is not empty' },
  },
  run: async ({ positionals: [spaceId = '', name = ''], values, config, out }) => {
    const folder = resolve(name)
    const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new CommandError(`${folder} is not a folder.`)
    })
    if (present.length > 0 && !values.overwrite) {
      throw new CommandError(`${folder} is not empty. Choose another folder, or pass --overwrite.`)
    }
    return withDatabase(config, async (database) => {
      const files = await filesOfSpace({ database, files: fileStorage(config) }, spaceId)
      if (files === null) throw new CommandError(`There is no space ${spaceId}.`)
      let bytes = 0
      for (const [index, { path, bytes: read }] of files.entries()) {
        const target = join(folder, path)
        if (relative(folder, target).split(sep)[0] === '..') {
          throw new CommandError(`The path ${path} of a file leaves the folder. Rename it in the space.`)
        }
        const content = await read()
        await mkdir(dirname(target), { recursive: true })
        await writeFile(target, content)
        bytes += content.length
        out.progress('files', index + 1, files.length)
      }
      out.result({ space: spaceId, folder, files: files.length, bytes }, [
        `Wrote ${files.length} files with ${bytes} bytes to ${folder}.`,
      ])
      return undefined
    })
  },
}
