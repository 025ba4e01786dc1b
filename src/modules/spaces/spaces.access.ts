import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { statement } from '../../platform/statements/statement.ts'
import { collectionsGranted, joinPlacedAccess, principals } from '../collections/index.ts'
import type { SpaceReach } from './spaces.policy.ts'

/**
 * Joins the tables that decide about access to the space `s` for a viewer (a SQL expression): the role is
 * `access."role"`.
 */
export const joinAccess = (viewer: string) => joinPlacedAccess('s', viewer)

/**
 * The ids of all spaces that the viewer has grants on, directly, through a team, or through a collection
 * above them.
 */
export const spacesGranted = (viewer: string) =>
  `SELECT given."spaceId" AS "id" FROM "Grant" given
    WHERE given."spaceId" IS NOT NULL AND given."principalId" = ANY(${principals(viewer)})
  UNION ALL SELECT inside."id" FROM (${collectionsGranted(viewer)}) outer_collection
    JOIN "Space" inside ON inside."parentId" = outer_collection."id"`

/** A deleted space is in no list, and its contents are not found. */
export const NOT_DELETED = `s."deletedAt" IS NULL`

/** Columns with the viewer's role, which a guarded statement adds to each row. */
export const REACH_COLUMNS = `access."role" AS "reach_role", m."role" AS "reach_memberRole",
  s."organizationId" AS "reach_organizationId"`

/** The same columns in a row. */
export interface ReachColumns {
  reach_role: Role
  reach_memberRole: Role | null
  reach_organizationId: string
}

const owner = {}

/** Remembers the viewer's role that was read with the row of a space. */
export function noteReach(reads: RequestLoaders, spaceId: string, row: object): SpaceReach {
  const flat = row as ReachColumns
  const reach: SpaceReach = {
    spaceId,
    organizationId: flat.reach_organizationId,
    userId: reads.viewer.userId,
    role: flat.reach_role,
    memberRole: flat.reach_memberRole,
  }
  reads.notes<string, SpaceReach>(owner).set(spaceId, reach)
  return reach
}

/** The viewer's role in a space: as remembered from an earlier read of this request, or read now. */
export async function reachOf(reads: RequestLoaders, spaceId: string): Promise<SpaceReach> {
  const known = reads.notes<string, SpaceReach>(owner).get(spaceId)
  if (known) return known
  const [row] = await reads.db.query(REACH, [spaceId, reads.viewer.userId])
  if (!row) throw notFound('This space')
  return noteReach(reads, spaceId, row)
}

const REACH = statement<ReachColumns>({
  name: 'reachOfSpace',
  text: `SELECT ${REACH_COLUMNS} FROM "Space" s ${joinAccess('$2')} WHERE s."id" = $1 AND ${NOT_DELETED}`,
})

/** The same for the API layers, which return permissions. */
export const spaceReach = readOf('space:read', reachOf)
