import { atLeast, type Role } from '../../core/access/roles.ts'

/** The viewer's effective role on the target of grants. */
export interface TargetReach {
  organizationId: string
  role: Role
}

export const mayManageGrants = (reach: TargetReach) => atLeast(reach.role, 'create')

/** Callers cannot grant a role above their own, nor change a grant of a role above it. */
export const mayGive = (reach: TargetReach, role: Role) => atLeast(reach.role, role)
