import type { Role } from '../../core/access/roles.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'
import type { TeamRow } from '../teams/index.ts'
import { joinedUser } from '../users/index.ts'
import type { PermissionSource } from './grants.sources.ts'

/** The role of a user, from one grant or in total. */
export interface UserPermission {
  /** The id of the grant or of the membership. */
  id: string
  permission: Role
  user: User
  /** The time of the grant, or of joining the organization. */
  since: Date
  /** What gives them the role, the highest first. */
  sources: PermissionSource[]
  /** The version of the grant; absent when the role does not come from a grant. */
  version?: number
}

export interface TeamPermission {
  id: string
  version: number
  permission: Role
  team: TeamRow
}

const person = joinedUser('user')
const GRANT = `g."id" AS "grantId", g."role" AS "permission", g."createdAt" AS "since", g."version" AS "grantVersion"`
const byGrant = { sql: 'g."id"', type: 'text', value: ({ id }: { id: string }) => id } as const

interface Granted {
  grantId: string
  permission: Role
  since: Date
  grantVersion: number
}

/** The users with a grant on the target, in the order of the grants. */
export const userGrants = defineList<{ id: string }, object, UserPermission>({
  name: 'userGrants',
  columns: `${GRANT}, g."targetId", ${person.columns('u')}`,
  from: `"Grant" g JOIN "User" u ON u."id" = g."userId"
    JOIN "Member" m ON m."organizationId" = g."organizationId" AND m."userId" = g."userId"`,
  match: 'g."targetId" = p.key AND g."userId" IS NOT NULL',
  key: (target) => target.id,
  sort: [byGrant],
  order: () => 'asc',
  shape: (flat) => {
    const row = flat as unknown as Granted & { targetId: string }
    const { grantId: id, permission, since, grantVersion: version, targetId } = row
    const source: PermissionSource = { type: 'user', role: permission, teamId: null, targetId }
    return { id, version, permission, since, user: person.take(flat), sources: [source] }
  },
})

/** The teams with a grant on the target. Every user who manages it sees them, guests included. */
export const teamGrants = defineList<{ id: string }, object, TeamPermission>({
  name: 'teamGrants',
  columns: `${GRANT}, ${columnsOf('t', Prisma.TeamScalarFieldEnum)}, w."role" AS "viewerRole",
    mine."role" AS "viewerTeamRole"`,
  from: `"Grant" g JOIN "Team" t ON t."id" = g."teamId"
    JOIN "Member" w ON w."organizationId" = t."organizationId" AND w."userId" = ${VIEWER}
    LEFT JOIN "TeamMember" mine ON mine."teamId" = t."id" AND mine."userId" = ${VIEWER}`,
  match: 'g."targetId" = p.key AND g."teamId" IS NOT NULL',
  key: (target) => target.id,
  sort: [byGrant],
  order: () => 'asc',
  shape: (flat) => {
    const {
      grantId: id,
      grantVersion: version,
      permission,
      since: _since,
      ...team
    } = flat as unknown as Granted & TeamRow
    return { id, version, permission, team }
  },
})
