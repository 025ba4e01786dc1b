import { effectiveRole } from '../../core/access.ts'
import { notFound } from '../../core/errors.ts'
import type { Reads } from '../../core/loaders.ts'
import type { Role } from '../../core/roles.ts'
import type { CollectionReach } from './collections.policy.ts'

/**
 * Joins what decides about the collection `c` for a viewer given as a SQL expression, and keeps only collections on
 * which they have a role: `access."role"`. OFFSET 0 keeps PostgreSQL from computing it once per use.
 */
export const joinCollectionAccess = (viewer: string) =>
  `JOIN "Member" m ON m."organizationId" = c."organizationId" AND m."userId" = ${viewer} AND NOT m."disabled"
  JOIN LATERAL (SELECT ${effectiveRole({
    memberRole: 'm."role"',
    level: 'c."resolvedLevel"',
    targets: 'c."ancestorIds"',
    viewer,
  })} AS "role" OFFSET 0) access ON access."role" IS NOT NULL`

/** Names of the joined tables, for a statement that asks about two people at once. */
export interface AccessAliases {
  member: string
  parent: string
  access: string
}

/**
 * The same for anything that is placed in a collection or at the top of its organization, under the alias `item`: the
 * first level that is not `inherit`, walking up, its collection knowing the rest of the way.
 */
export function joinPlacedAccess(
  item: string,
  viewer: string,
  { member, parent, access }: AccessAliases = { member: 'm', parent: 'f', access: 'access' },
): string {
  const level = `(CASE WHEN ${item}."defaultLevel" IS DISTINCT FROM 'inherit' THEN ${item}."defaultLevel"
    WHEN ${parent}."id" IS NULL THEN 'inherit'::"DefaultLevel" ELSE ${parent}."resolvedLevel" END)`
  return `JOIN "Member" ${member} ON ${member}."organizationId" = ${item}."organizationId"
    AND ${member}."userId" = ${viewer} AND NOT ${member}."disabled"
  LEFT JOIN "Collection" ${parent} ON ${parent}."id" = ${item}."parentId"
  JOIN LATERAL (SELECT ${effectiveRole({
    memberRole: `${member}."role"`,
    level,
    targets: `array_append(coalesce(${parent}."ancestorIds", '{}'), ${item}."id")`,
    viewer,
  })} AS "role" OFFSET 0) ${access} ON ${access}."role" IS NOT NULL`
}

const owner = {}

/** Remembers the reach that came along with a row of a collection. */
export function noteCollectionReach(
  reads: Reads,
  collection: { id: string; organizationId: string },
): CollectionReach {
  const reach: CollectionReach = {
    collectionId: collection.id,
    organizationId: collection.organizationId,
    role: (collection as unknown as { reach_role: Role }).reach_role,
  }
  reads.notes<string, CollectionReach>(owner).set(collection.id, reach)
  return reach
}

/** The viewer's reach on a collection: what a read of this request noted, or a read of its own. */
export async function reachOfCollection(reads: Reads, collectionId: string): Promise<CollectionReach> {
  const known = reads.notes<string, CollectionReach>(owner).get(collectionId)
  if (known) return known
  const [row] = await reads.db.query<{ id: string; organizationId: string }>(REACH, [
    collectionId,
    reads.viewer.userId,
  ])
  if (!row) throw notFound('This collection')
  return noteCollectionReach(reads, row)
}

const REACH = {
  name: 'reachOfCollection',
  text: `SELECT c."id", c."organizationId", access."role" AS "reach_role" FROM "Collection" c
    ${joinCollectionAccess('$2')} WHERE c."id" = $1`,
}
