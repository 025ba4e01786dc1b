import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { joinSiteSpaces, visibleTo } from '../../sites/index.ts'

const SPACES = statement<{ id: string }>({
  name: 'spacesOfPreview',
  text: `SELECT DISTINCT x."spaceId" AS "id" FROM ${joinSiteSpaces('$2')} WHERE x."siteId" = $1 AND ${visibleTo('$2')}`,
})

/**
 * The spaces of a site that the maker of a preview can read. They are read for every request: a preview is not a way
 * around access that its maker has lost, or has never had.
 */
export async function spacesOfPreview(
  db: Queryable,
  siteId: string,
  makerId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.query(SPACES, [siteId, makerId])
  return new Set(rows.map(({ id }) => id))
}
