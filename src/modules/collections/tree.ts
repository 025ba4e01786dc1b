import type { WriteContext } from '../../core/operations/context.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'

/** The new place and level of a collection after a move, a transfer or a level change. */
type Settled = Pick<Collection, 'id' | 'organizationId' | 'parentId' | 'orderKey' | 'defaultLevel'>

const SETTLE = statement<{ id: string }>({
  name: 'settleCollection',
  text: `WITH RECURSIVE tree AS (
    SELECT c."id", array_append(coalesce(p."ancestorIds", '{}'), c."id") AS "ancestorIds",
      (CASE WHEN $5::text IS DISTINCT FROM 'inherit' THEN $5::text::"DefaultLevel"
        WHEN p."id" IS NULL THEN 'inherit' ELSE p."resolvedLevel" END) AS "resolvedLevel"
    FROM "Collection" c LEFT JOIN "Collection" p ON p."id" = $3 WHERE c."id" = $1
    UNION ALL
    SELECT c."id", array_append(t."ancestorIds", c."id"),
      (CASE WHEN c."defaultLevel" IS DISTINCT FROM 'inherit' THEN c."defaultLevel" ELSE t."resolvedLevel" END)
    FROM "Collection" c JOIN tree t ON c."parentId" = t."id")
  UPDATE "Collection" c SET "organizationId" = $2,
    "parentId" = CASE WHEN c."id" = $1 THEN $3 ELSE c."parentId" END,
    "orderKey" = CASE WHEN c."id" = $1 THEN $4 ELSE c."orderKey" END,
    "defaultLevel" = CASE WHEN c."id" = $1 THEN $5::text::"DefaultLevel" ELSE c."defaultLevel" END,
    "updatedAt" = CASE WHEN c."id" = $1 THEN $6::timestamptz ELSE c."updatedAt" END,
    "ancestorIds" = t."ancestorIds", "resolvedLevel" = t."resolvedLevel"
  FROM tree t WHERE c."id" = t."id" RETURNING c."id"`,
})

/**
 * Updates a collection and everything that the rows below derive from it, in one statement, so that no
 * reader sees a moved collection with the old access below it. Returns the ids of the whole subtree. Called
 * under the lock on the tree: the parent's ancestors must not change meanwhile.
 */
export async function settleTree(ctx: WriteContext, collection: Settled): Promise<string[]> {
  const { id, organizationId, parentId, orderKey, defaultLevel } = collection
  const rows = await ctx.reads.db.query(SETTLE, [
    id,
    organizationId,
    parentId,
    orderKey,
    defaultLevel,
    ctx.now(),
  ])
  return rows.map((row) => row.id)
}
