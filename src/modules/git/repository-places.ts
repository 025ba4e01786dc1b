import { posix } from 'node:path'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { isContentFile } from '../import/index.ts'
import type { RepositoryPlace } from '../links/index.ts'

const LATEST = statement<Row>({
  name: 'gitTreeUrls',
  text: `SELECT DISTINCT ON ("spaceId") "spaceId", "treeUrl", "directory", coalesce("settings" ->> 'root', '') AS "root"
    FROM "GitSync" WHERE "spaceId" = ANY($1) AND "treeUrl" IS NOT NULL ORDER BY "spaceId", "syncedAt" DESC`,
})

interface Row {
  spaceId: string
  treeUrl: string
  directory: string
  root: string
}

/** A name without an ending that the slug of a page can have: a missing page more likely than a file. */
const LIKE_A_SLUG = /^[a-z0-9_-]+$/

function placeOf({ treeUrl, directory, root }: Row): RepositoryPlace {
  const top = [directory, root].reduce((path, part) => (part === '' ? path : posix.join(path, part)), '')
  const base = treeUrl.endsWith('/') ? treeUrl : `${treeUrl}/`
  return {
    urlOf: (path) => {
      const isWithin = top === '' || path.startsWith(`${top}/`)
      if (isWithin && (isContentFile(path) || LIKE_A_SLUG.test(posix.basename(path)))) return null
      return `${base}${path.split('/').map(encodeURIComponent).join('/')}`
    },
  }
}

/** Where files of the last synced repository can be read, for spaces that the caller has loaded. */
export async function repositoryPlaces(
  db: Queryable,
  spaceIds: readonly string[],
): Promise<(RepositoryPlace | null)[]> {
  const rows = await db.query(LATEST, [spaceIds])
  const found = new Map(rows.map((row) => [row.spaceId, placeOf(row)]))
  return spaceIds.map((id) => found.get(id) ?? null)
}
