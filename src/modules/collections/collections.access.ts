import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { CollectionReach } from './collections.policy.ts'
import { effectiveRole, highestGrant, principals } from './effective-role.ts'

/**
 * Joins the tables that decide about access to the collection `c` for a viewer (a SQL expression), and
 * keeps only collections on which the viewer has a role: `access."role"`. OFFSET 0 keeps PostgreSQL from
 * computing it once per use.
 */
export const joinCollectionAccess = (viewer: string) =>
  `JOIN "Member" m ON m."organizationId" = c."organizationId" AND m."userId" = ${viewer} AND NOT m."disabled"
  JOIN LATERAL (SELECT ${effectiveRole({
    memberRole: 'm."role"',
    level: 'c."resolvedLevel"',
    granted: highestGrant('c."ancestorIds"', viewer),
  })} AS "role" OFFSET 0) access ON access."role" IS NOT NULL`

/** Aliases of the joined tables, for a statement that checks the access of two users. */
interface AccessAliases {
  member: string
  parent: string
  access: string
}

/** The level and the grants of a resource in the collection `parent`, or at the top of the organization. */
export const placedParts = (item: string, parent: string) => ({
  level: `(CASE WHEN ${item}."defaultLevel" IS DISTINCT FROM 'inherit' THEN ${item}."defaultLevel"
    WHEN ${parent}."id" IS NULL THEN 'inherit'::"DefaultLevel" ELSE ${parent}."resolvedLevel" END)`,
  targets: `array_append(coalesce(${parent}."ancestorIds", '{}'), ${item}."id")`,
})

/**
 * The same for a space or a collection with the alias `item`: the first level that is not `inherit`,
 * walking up. The parent collection stores the result of the rest of the way.
 */
export function joinPlacedAccess(
  item: string,
  viewer: string,
  { member, parent, access }: AccessAliases = { member: 'm', parent: 'f', access: 'access' },
): string {
  const { level, targets } = placedParts(item, parent)
  return `JOIN "Member" ${member} ON ${member}."organizationId" = ${item}."organizationId"
    AND ${member}."userId" = ${viewer} AND NOT ${member}."disabled"
  LEFT JOIN "Collection" ${parent} ON ${parent}."id" = ${item}."parentId"
  JOIN LATERAL (SELECT ${effectiveRole({
    memberRole: `${member}."role"`,
    level,
    granted: highestGrant(targets, viewer),
  })} AS "role" OFFSET 0) ${access} ON ${access}."role" IS NOT NULL`
}

/**
 * The ids of all collections that the viewer has grants on, directly or through a team, and of all
 * collections below them.
 */
export const collectionsGranted = (viewer: string) =>
  `SELECT below."id" FROM "Grant" given JOIN "Collection" below ON below."ancestorIds" @> ARRAY[given."collectionId"]
    WHERE given."collectionId" IS NOT NULL AND given."principalId" = ANY(${principals(viewer)})`

/**
 * Looks up the rows of a table by a list of ids, with an alias. Users who only have grants see few rows of
 * many: their lists start from the grants, and OFFSET 0 keeps PostgreSQL from starting at the table. The
 * ids are sorted, so that a list in id order stops when its page is full.
 */
export const reachedRows = (table: string, alias: string, ids: string) =>
  `(SELECT DISTINCT found."id" FROM (${ids}) found ORDER BY found."id" OFFSET 0) reached
  CROSS JOIN LATERAL (SELECT * FROM "${table}" one WHERE one."id" = reached."id" OFFSET 0) ${alias}`

/** Columns with the viewer's role, which a guarded statement adds to each row. */
export const COLLECTION_REACH = 'access."role" AS "reach_role", m."role" AS "reach_memberRole"'

interface ReachColumns {
  reach_role: Role
  reach_memberRole: Role | null
}

const owner = {}

/** Remembers the viewer's role that was read with the row of a collection. */
export function noteCollectionReach(
  reads: RequestLoaders,
  collection: { id: string; organizationId: string },
): CollectionReach {
  const flat = collection as typeof collection & ReachColumns
  const reach: CollectionReach = {
    collectionId: collection.id,
    organizationId: collection.organizationId,
    role: flat.reach_role,
    memberRole: flat.reach_memberRole,
  }
  reads.notes<string, CollectionReach>(owner).set(collection.id, reach)
  return reach
}

/** The viewer's role on a collection: as remembered from an earlier read of this request, or read now. */
export async function reachOfCollection(
  reads: RequestLoaders,
  collectionId: string,
): Promise<CollectionReach> {
  const known = reads.notes<string, CollectionReach>(owner).get(collectionId)
  if (known) return known
  const [row] = await reads.db.query(REACH, [collectionId, reads.viewer.userId])
  if (!row) throw notFound('This collection')
  return noteCollectionReach(reads, row)
}

const REACH = statement<{ id: string; organizationId: string } & ReachColumns>({
  name: 'reachOfCollection',
  text: `SELECT c."id", c."organizationId", ${COLLECTION_REACH} FROM "Collection" c
    ${joinCollectionAccess('$2')} WHERE c."id" = $1`,
})

/** The same for the API layers, which return permissions. */
export const collectionReach = readOf('space:read', reachOfCollection)
