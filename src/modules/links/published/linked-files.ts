import type { Queryable } from '../../../platform/database.ts'

const LINKED = {
  name: 'linkedFiles',
  text: `SELECT DISTINCT "targetId" AS "id" FROM "Link"
    WHERE "spaceId" = $1 AND "targetKind" = 'file' AND "pageId" = ANY($2)`,
}

/** The ids of the files that pages of main content link to or show. */
export async function linkedFiles(
  db: Queryable,
  spaceId: string,
  pageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(LINKED, [spaceId, pageIds])
  return new Set(rows.map(({ id }) => id))
}
