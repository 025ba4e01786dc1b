import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { parseQuery } from './query.ts'

const NEAR = statement<{ near: string }>({
  name: 'searchNearWords',
  text: 'SELECT n."near" FROM search_near($1::text[], $2, $3::int) n',
})

/**
 * Words of the main content of these spaces that are near the only word of a query, best first. Whether the caller can see
 * a page with one of them is checked after.
 */
export async function findNearWords(
  db: Queryable,
  spaceIds: readonly string[],
  query: string,
  most: number,
): Promise<string[]> {
  const { words, size } = parseQuery(query)
  const [word] = words
  if (word === undefined || size !== 1 || spaceIds.length === 0) return []
  return (await db.query(NEAR, [spaceIds, word, most])).map(({ near }) => near)
}
