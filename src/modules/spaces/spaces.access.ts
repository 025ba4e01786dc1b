import { notFound } from '../../core/errors.ts'
import type { Reads } from '../../core/loaders.ts'
import type { Role } from '../../core/roles.ts'
import type { SpaceReach } from './spaces.policy.ts'

/**
 * The viewer's effective role on a space in SQL, where `s` is the space and `m` the viewer's membership: admin of the
 * organization is admin everywhere; otherwise the space's default, which may inherit the member's own role. A guest
 * (null role) has no default, and a null default gives nothing. The one place of this rule: lists filter by it, loaders
 * report it, policies judge what it reports.
 */
export const EFFECTIVE_ROLE = `(CASE
    WHEN m."role" = 'admin' THEN 'admin'::"Role"
    WHEN m."role" IS NULL OR s."defaultLevel" IS NULL THEN NULL
    WHEN s."defaultLevel" = 'inherit' THEN m."role"
    ELSE s."defaultLevel"::text::"Role" END)`

/** Joins the membership that decides, for the viewer given as a SQL expression. */
export const membershipOf = (viewer: string) =>
  `JOIN "Member" m ON m."organizationId" = s."organizationId" AND m."userId" = ${viewer} AND NOT m."disabled"`

/** A space is there for those with a role on it, until it is deleted. */
export const VISIBLE = `s."deletedAt" IS NULL AND ${EFFECTIVE_ROLE} IS NOT NULL`

/** Columns that a guarded statement adds so that the viewer's reach comes along with the row. */
export const REACH_COLUMNS = `${EFFECTIVE_ROLE} AS "reach_role", s."organizationId" AS "reach_organizationId"`

const owner = {}

/** Remembers the reach that came along with a row of a space. */
export function noteReach(reads: Reads, spaceId: string, row: object): SpaceReach {
  const flat = row as { reach_role: Role; reach_organizationId: string }
  const reach: SpaceReach = {
    spaceId,
    organizationId: flat.reach_organizationId,
    userId: reads.viewer.userId,
    role: flat.reach_role,
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
  text: `SELECT ${REACH_COLUMNS} FROM "Space" s ${membershipOf('$2')} WHERE s."id" = $1 AND ${VISIBLE}`,
}
