import { columnsOf } from '../../core/columns.ts'
import { type ListDefinition, VIEWER } from '../../core/list.ts'
import type { Role } from '../../core/roles.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'
import { joinCollectionAccess } from '../collections/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'
import type { TeamRow } from '../teams/index.ts'
import { joinedUser } from '../users/index.ts'
import type { AggregateFilters } from './grants.model.ts'
import type { GrantTarget } from './grants.targets.ts'

/** A role that a user was given, or has all in all. */
export interface UserPermission {
  /** Of the grant, or of the membership. */
  id: string
  permission: Role
  user: User
  /** When it was given, or when they joined the organization. */
  since: Date
}

export interface TeamPermission {
  id: string
  permission: Role
  team: TeamRow
}

const person = joinedUser('user')
const GRANT = `g."id" AS "grantId", g."role" AS "permission", g."createdAt" AS "since"`
const byGrant = { sql: 'g."id"', type: 'text', value: ({ id }: { id: string }) => id } as const

interface Granted {
  grantId: string
  permission: Role
  since: Date
}

/** The users that something is granted to, in the order of the grants. */
export const userGrants: ListDefinition<GrantTarget, object, UserPermission> = {
  name: 'userGrants',
  columns: `${GRANT}, ${person.columns('u')}`,
  from: `"Grant" g JOIN "User" u ON u."id" = g."userId"
    JOIN "Member" m ON m."organizationId" = g."organizationId" AND m."userId" = g."userId"`,
  match: 'g."targetId" = p.key',
  key: (target) => target.id,
  sort: [byGrant],
  order: () => 'asc',
  shape: (flat) => {
    const { grantId: id, permission, since } = flat as unknown as Granted
    return { id, permission, since, user: person.take(flat) }
  },
}

/** The teams that something is granted to. Whoever manages it sees them, a guest as well. */
export const teamGrants: ListDefinition<GrantTarget, object, TeamPermission> = {
  name: 'teamGrants',
  columns: `${GRANT}, ${columnsOf('t', Prisma.TeamScalarFieldEnum)}, w."role" AS "viewerRole",
    mine."role" AS "viewerTeamRole"`,
  from: `"Grant" g JOIN "Team" t ON t."id" = g."teamId"
    JOIN "Member" w ON w."organizationId" = t."organizationId" AND w."userId" = ${VIEWER}
    LEFT JOIN "TeamMember" mine ON mine."teamId" = t."id" AND mine."userId" = ${VIEWER}`,
  match: 'g."targetId" = p.key',
  key: (target) => target.id,
  sort: [byGrant],
  order: () => 'asc',
  shape: (flat) => {
    const { grantId: id, permission, since: _since, ...team } = flat as unknown as Granted & TeamRow
    return { id, permission, team }
  },
}

/**
 * Everybody with a role on something, by the time they joined the organization. The organization is looked up before
 * its members are: only then does PostgreSQL walk the index in order and compute roles until the page is full, instead
 * of those of all members for every page.
 */
function people(item: string, joinEverybody: string, match: string): typeof peopleOfSpace {
  return {
    name: `people${item}`,
    columns: `m."id" AS "memberId", m."joinedAt" AS "since", access."role" AS "permission", ${person.columns('u')}`,
    from: `"${item}" ${joinEverybody} JOIN "User" u ON u."id" = m."userId"`,
    match: `${match} AND m."organizationId" = (SELECT x."organizationId" FROM "${item}" x WHERE x."id" = p.key)`,
    key: (target) => target.id,
    conditions: ({ role }) => (role ? [{ sql: 'access."role" = ?::"Role"', value: role }] : []),
    sort: [
      { sql: 'm."joinedAt"', type: 'timestamptz', value: ({ since }) => since.toISOString() },
      { sql: 'm."id"', type: 'text', value: ({ id }) => id },
    ],
    order: () => 'asc',
    shape: (flat) => {
      const { memberId: id, permission, since } = flat as unknown as UserPermission & { memberId: string }
      return { id, permission, since, user: person.take(flat) }
    },
  }
}

// Joining access for `m."userId"`, the joined member's own id, keeps every member instead of one.
export const peopleOfSpace: ListDefinition<GrantTarget, AggregateFilters, UserPermission> = people(
  'Space',
  `s ${joinAccess('m."userId"')}`,
  `s."id" = p.key AND ${NOT_DELETED}`,
)
export const peopleOfCollection = people(
  'Collection',
  `c ${joinCollectionAccess('m."userId"')}`,
  'c."id" = p.key',
)
