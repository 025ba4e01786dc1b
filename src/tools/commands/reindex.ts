// All modules, because they declare the indexes.
import '../../modules/index.ts'
import { indexAllContentAgain } from '../../modules/content/index.ts'
import type { Command } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const reindex: Command = {
  summary: 'Builds the indexes for search and links again, also while the server runs.',
  options: {
    space: { type: 'string', value: 'id', description: 'only this space; all of them when omitted' },
  },
  run: ({ values, config, out }) =>
    withDatabase(config, async (database) => {
      const failed: { spaceId: string; message: string }[] = []
      const spaces = await indexAllContentAgain(database, {
        ...(typeof values.space === 'string' ? { spaceId: values.space } : {}),
        onProgress: ({ spaceId, pages, of }) => out.progress(spaceId, pages, of),
        onError: (spaceId, error) => failed.push({ spaceId, message: String((error as Error).message) }),
      })
      out.result({ spaces, failed }, [
        `Indexed ${spaces.length} spaces.`,
        ...failed.map(({ spaceId, message }) => `  ${spaceId} failed: ${message}`),
      ])
      return failed.length > 0 ? 1 : undefined
    }),
}
