import type { WriteContext } from '../../core/context.ts'

const deletedBefore = (which: string) => `SELECT 1 AS known FROM "Event" e
  JOIN "Member" m ON m."organizationId" = e."organizationId" AND m."userId" = $2 AND NOT m."disabled"
  WHERE ${which} AND (m."role" >= 'create' OR e."actorId" = $2) LIMIT 1`

const STATEMENTS = {
  collection: {
    name: 'deletedCollection',
    text: deletedBefore(`e."type" = 'collection.deleted' AND e."subject" ->> 'collection' = $1`),
  },
  space: {
    name: 'deletedSpace',
    // A space can come back: then the caller just does not see it, and is told no more than that.
    text: deletedBefore(`e."type" = 'space.deleted' AND e."spaceId" = $1
      AND NOT EXISTS (SELECT 1 FROM "Space" s WHERE s."id" = $1 AND s."deletedAt" IS NULL)`),
  },
}

/**
 * Whether the log remembers that this was deleted where the caller may delete. Then deleting it again succeeds; without
 * it an id of ours that is gone and one that never was would look the same.
 */
export async function wasDeleted(
  ctx: WriteContext,
  kind: keyof typeof STATEMENTS,
  id: string,
): Promise<boolean> {
  const rows = await ctx.reads.db.query<object>(STATEMENTS[kind], [id, ctx.viewer.userId])
  return rows.length > 0
}
