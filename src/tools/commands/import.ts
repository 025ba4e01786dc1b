import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { digestOfPlace } from '../../config/files.ts'
import { Caller } from '../../core/operations/caller.ts'
// All modules, because they declare operations and indexes.
import '../../modules/index.ts'
import type { Database } from '../../platform/database.ts'
import { readKeys } from '../../platform/instance-key.ts'
import { createTools, keySourceOf } from '../../server/operation-tools.ts'
import { type Command, CommandError, UsageError } from '../command.ts'
import { type ImportResult, importFiles, importGit } from '../content/importing.ts'
import { adminOf, findUser } from '../find-user.ts'
import { decryptsWith, readsFilesIn, requireNodes } from '../require-nodes.ts'
import { withDatabase } from '../with-database.ts'

const MODES = ['update', 'add', 'replace']
/** The number of skipped files that are printed; --json prints all that are known. */
const SHOWN = 20

export const importContent: Command = {
  summary:
    'Imports a folder, a zip file or a Git repository (http or https) into a space, as the APIs do. Folders and zip files are imported by a change request, which is merged.',
  positionals: '<folder|zip file|Git URL>',
  arity: { least: 1, most: 1 },
  options: {
    space: { type: 'string', value: 'id', description: 'the space to import into; required' },
    user: {
      type: 'string',
      value: 'id or e-mail',
      description: 'the user who imports; an admin of the organization when omitted',
    },
    mode: {
      type: 'string',
      value: 'mode',
      description:
        'for a folder or a zip file: update (recognize pages, the default), add, or replace (also delete what it does not have)',
    },
    draft: {
      type: 'boolean',
      description: 'for a folder or a zip file: leave the change request open instead of merging it',
    },
    ref: {
      type: 'string',
      value: 'ref',
      description: 'for a Git repository: the branch, refs/heads/main when omitted',
    },
    force: {
      type: 'boolean',
      description: 'for a Git repository: let it win where both sides were changed',
    },
  },
  run: ({ positionals: [source = ''], values, config, out, clock: now }) => {
    const { space: spaceId, user: wanted, mode = 'update', ref = 'refs/heads/main' } = values
    const isGit = /^https?:\/\//.test(source)
    if (typeof spaceId !== 'string') throw new UsageError('--space is required: the id of a space.')
    const wrong = (isGit ? ['mode', 'draft'] : ['ref', 'force']).find((name) => values[name] !== undefined)
    if (wrong !== undefined) {
      throw new UsageError(`--${wrong} is only for ${isGit ? 'a folder or a zip file' : 'a Git repository'}.`)
    }
    if (!MODES.includes(String(mode)))
      throw new UsageError(`--mode ${mode}: must be one of ${MODES.join(', ')}.`)
    return withDatabase(config, async (database) => {
      const space = await database.prisma.space.findFirst({ where: { id: spaceId, deletedAt: null } })
      if (!space) throw new CommandError(`There is no space ${spaceId}.`)
      const user =
        typeof wanted === 'string'
          ? await findUser(database, wanted)
          : await adminOf(database, space.organizationId)
      await requireReadable(database, config)
      const tools = createTools({ config, database }, now)
      const viewer = { userId: user.id, tokenId: '', scopes: [], expiresAt: null }
      const importing = {
        database,
        tools,
        now,
        caller: new Caller(database, viewer, now, tools),
        spaceId,
        out,
      }
      const result = isGit
        ? await importGit(importing, { url: source, ref: String(ref), isForced: values.force === true })
        : await importFiles(importing, resolve(source), {
            mode: String(mode),
            isMerged: values.draft !== true,
          })
      out.result(result, linesOf(result))
      return undefined
    })
  },
}

/** Throws if a running node could not read what this command writes. */
async function requireReadable(database: Database, config: Config): Promise<void> {
  const { current } = await readKeys(database, keySourceOf(config))
  await requireNodes(database.pool, decryptsWith(current.id), 'Run this with the SECRET_KEY of the nodes.')
  if (!config.files) return
  const place = digestOfPlace(config.files)
  await requireNodes(
    database.pool,
    readsFilesIn(place),
    'Run this with the FILES_URL of the nodes, or without one.',
  )
}

function linesOf({ space, revision, changeRequest, isMerged, imported, ...rest }: ImportResult): string[] {
  const { skipped, skippedCount } = rest
  const where = isMerged ? `the space ${space}` : `the change request ${changeRequest}`
  return [
    revision === null
      ? `Nothing was changed: the space ${space} has this content already.`
      : `Imported ${imported} pages, files and other content into ${where}.`,
    ...(skippedCount > 0 ? [`Skipped ${skippedCount} files:`] : []),
    ...skipped.slice(0, SHOWN).map(({ path, reason }) => `  ${path}: ${reason}`),
    ...(skippedCount > SHOWN ? [`  and ${skippedCount - SHOWN} others`] : []),
  ]
}
