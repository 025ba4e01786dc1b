import { resolve } from 'node:path'
import { Caller } from '../../core/operations/caller.ts'
import type { Tools } from '../../core/operations/context.ts'
import { noTools } from '../../core/operations/no-tools.ts'
import { fillWorld } from '../../demo/fill-world.ts'
import { createGit } from '../../platform/git.ts'
import { projectRoot } from '../../platform/project-root.ts'
import { settingsOf } from '../../server/operation-tools.ts'
import { type Command, UsageError } from '../command.ts'
import { firstOperator } from '../find-user.ts'
import { withDatabase } from '../with-database.ts'

const MAX_PAGES = 100_000

export const demo: Command = {
  summary: 'Creates an organization with example spaces, pages, change requests and comments.',
  options: {
    pages: {
      type: 'string',
      value: 'number',
      description: `the number of pages, 1 to ${MAX_PAGES}; 200 when omitted`,
    },
  },
  run: ({ values: { pages = '200' }, config, out, now }) => {
    const count = Number(pages)
    if (!Number.isInteger(count) || count < 1 || count > MAX_PAGES) {
      throw new UsageError(`--pages ${pages}: must be a number from 1 to ${MAX_PAGES}.`)
    }
    return withDatabase(config, async (database) => {
      const { id: userId } = await firstOperator(database)
      const git = createGit({
        binary: config.gitBinary,
        cacheDirectory: resolve(projectRoot, config.dataDir, 'git'),
      })
      const own = { git: { value: git }, settings: { value: settingsOf(config) } }
      const tools = Object.create(noTools, own) as Tools
      const viewer = { userId, tokenId: '', scopes: [], expiresAt: null }
      const report = await fillWorld(new Caller(database, viewer, () => now, tools), {
        pages: count,
        onProgress: (done, of) => out.progress('pages', done, of),
      })
      out.result(report, [
        `Created the organization ${report.organization} with ${report.spaces} spaces, ${report.pages} pages, ${report.changeRequests} change requests and ${report.comments} comments.`,
      ])
      return undefined
    })
  },
}
