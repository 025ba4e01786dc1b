import { principals } from '../../core/access/effective-role.ts'
import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { type Reads, readOf } from '../../core/lists/loaders.ts'
import { collectionsGranted, joinPlacedAccess } from '../collections/index.ts'
import type { SpaceReach } from './spaces.policy.ts'

/** Joins what decides about the space `s` for a viewer given as a SQL expression: their role is `access."role"`. */
export const joinAccess = (viewer: string) => joinPlacedAccess('s', viewer)

/** The ids of all spaces that grants to the viewer or to their teams reach, themselves or by a collection above them. */
export const spacesGranted = (viewer: string) =>
  `SELECT given."spaceId" AS "id" FROM "Grant" given
    WHERE given."spaceId" IS NOT NULL AND given."principalId" = ANY(${principals(viewer)})
  UNION ALL SELECT inside."id" FROM (${collectionsGranted(viewer)}) around
    JOIN "Space" inside ON inside."parentId" = around."id"`

/** A deleted space is out of every list, and everything under it is gone. */
export const NOT_DELETED = `s."deletedAt" IS NULL`

/** Columns that a guarded statement adds so that the viewer's reach comes along with the row. */
export const REACH_COLUMNS = `access."role" AS "reach_role", m."role" AS "reach_memberRole",
  s."organizationId" AS "reach_organizationId"`

const owner = {}

/** Remembers the reach that came along with a row of a space. */
export function noteReach(reads: Reads, spaceId: string, row: object): SpaceReach {
  const flat = row as { reach_role: Role; reach_memberRole: Role | null; reach_organizationId: string }
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

/** The viewer's reach on a space: what a read of this request noted, or a read of its own. */
export async function reachOf(reads: Reads, spaceId: string): Promise<SpaceReach> {
  const known = reads.notes<string, SpaceReach>(owner).get(spaceId)
  if (known) return known
  const [row] = await reads.db.query<object>(REACH, [spaceId, reads.viewer.userId])
  if (!row) throw notFound('This space')
  return noteReach(reads, spaceId, row)
}

const REACH = {
  name: 'reachOfSpace',
  text: `SELECT ${REACH_COLUMNS} FROM "Space" s ${joinAccess('$2')} WHERE s."id" = $1 AND ${NOT_DELETED}`,
}

/** The same for API layers, which show what the viewer may do. */
export const spaceReach = readOf('space:read', reachOf)
