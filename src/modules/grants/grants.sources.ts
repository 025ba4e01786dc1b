import { z } from 'zod'
import { type Role, roles } from '../../core/access/roles.ts'

/** From where a user has a role. */
export const SourceType = z.enum(['organization', 'default', 'user', 'team'])

/**
 * One thing that gives a user a role on a target: their role in the organization, the default level of a space or a
 * collection, or a permission granted to them or to a team of theirs.
 */
export interface PermissionSource {
  type: z.output<typeof SourceType>
  role: Role
  teamId: string | null
  /** The space or collection on which it is set. Null for the role in the organization. */
  targetId: string | null
}

/** What the list of everyone with access reads about each of them. */
export interface SourceColumns {
  memberRole: Role | null
  level: Role | 'inherit' | null
  levelFrom: string | null
  grants: { role: Role; teamId: string | null; targetId: string }[]
}

/** The same rule as `effectiveRole` in SQL: an admin of the organization is one everywhere, and no level applies to guests. */
function fromMembership({ memberRole, level, levelFrom }: SourceColumns): PermissionSource[] {
  if (memberRole === null) return []
  if (memberRole === 'admin' || level === 'inherit') {
    return [{ type: 'organization', role: memberRole, teamId: null, targetId: null }]
  }
  return level === null ? [] : [{ type: 'default', role: level, teamId: null, targetId: levelFrom }]
}

/** All that gives a user their role, the highest first: the first is why they have the role that they have. */
export function sourcesOf(row: SourceColumns): PermissionSource[] {
  const granted = row.grants.map(
    ({ role, teamId, targetId }): PermissionSource => ({
      type: teamId === null ? 'user' : 'team',
      role,
      teamId,
      targetId,
    }),
  )
  return [...fromMembership(row), ...granted].sort((a, b) => roles.indexOf(b.role) - roles.indexOf(a.role))
}
