import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'

const LINKED = statement<{ id: string }>({
  name: 'linkedFiles',
  text: `SELECT DISTINCT "targetId" AS "id" FROM "Link"
    WHERE "spaceId" = $1 AND "targetKind" = 'file' AND "targetId" IS NOT NULL AND "pageId" = ANY($2)`,
})

/** The ids of the files that pages of main content link to or show. */
export async function linkedFiles(
  db: Queryable,
  spaceId: string,
  pageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query(LINKED, [spaceId, pageIds])
  return new Set(rows.map(({ id }) => id))
}
