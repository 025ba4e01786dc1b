import { atLeast, type Role } from '../../core/access/roles.ts'

/** The viewer's effective role on what grants are on. */
export interface TargetReach {
  organizationId: string
  role: Role
}

export const mayManageGrants = (reach: TargetReach) => atLeast(reach.role, 'create')

/** Nobody gives more than they have, nor touches what somebody above them was given. */
export const mayGive = (reach: TargetReach, role: Role) => atLeast(reach.role, role)
