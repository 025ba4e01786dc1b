import { posix } from 'node:path'
import type { BatchDefinition } from '../../core/lists/definitions.ts'
import type { RepositoryPlace } from '../links/index.ts'

const LATEST = {
  name: 'gitTreeUrls',
  text: `SELECT DISTINCT ON ("spaceId") "spaceId", "treeUrl", "directory", coalesce("settings" ->> 'root', '') AS "root"
    FROM "GitSync" WHERE "spaceId" = ANY($1) AND "treeUrl" IS NOT NULL ORDER BY "spaceId", "syncedAt" DESC`,
}

interface Row {
  spaceId: string
  treeUrl: string
  directory: string
  root: string
}

/** Where files of the last synced repository can be read, for spaces that the caller has loaded. */
export const repositoryPlaces: BatchDefinition<string, RepositoryPlace> = {
  name: LATEST.name,
  batch: async ({ db }, spaceIds) => {
    const rows = await db.query<Row>(LATEST, [spaceIds])
    const found = new Map(
      rows.map(({ spaceId, treeUrl, directory, root }) => [
        spaceId,
        {
          treeUrl,
          top: [directory, root].reduce((top, part) => (part === '' ? top : posix.join(top, part)), ''),
        },
      ]),
    )
    return spaceIds.map((id) => found.get(id) ?? null)
  },
}
