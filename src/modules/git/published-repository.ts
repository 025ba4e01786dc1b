import { posix } from 'node:path'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'

const AT = statement<Row>({
  name: 'publishedRepositories',
  text: `SELECT DISTINCT ON (k.ord) k.ord::int, g."treeUrl", g."directory",
      g."settings" -> 'redirects' ->> k.path AS "redirect"
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(space, path, ord)
    JOIN "GitSync" g ON g."spaceId" = k.space ORDER BY k.ord, g."syncedAt" DESC`,
})

interface Row {
  ord: number
  treeUrl: string | null
  directory: string
  redirect: string | null
}

/** The repository that a space was last synced with, for readers of a site that shows the space. */
interface PublishedRepository {
  /** The URL that paths of files are appended to; null if the provider is unknown. */
  treeUrl: string | null
  /** The file in the repository that its settings redirect the path to. */
  redirect: string | null
}

/** Repositories of spaces, each with the redirect of a path in the space; null for spaces without one. */
export async function findPublishedRepositories(
  db: Queryable,
  keys: readonly { spaceId: string; path: string }[],
): Promise<(PublishedRepository | null)[]> {
  const found: (PublishedRepository | null)[] = keys.map(() => null)
  if (keys.length === 0) return found
  const rows = await db.query(AT, [keys.map(({ spaceId }) => spaceId), keys.map(({ path }) => path)])
  for (const { ord, treeUrl, directory, redirect } of rows) {
    found[ord - 1] = {
      treeUrl,
      redirect: redirect === null ? null : posix.join(directory, redirect),
    }
  }
  return found
}
