import { atLeast, type Role } from '../../core/roles.ts'
import type { TeamRole } from './teams.model.ts'

/** What the viewer is in a team's organization, and in the team itself: null there means not in it. */
export interface TeamReach {
  role: Role | null
  teamRole: TeamRole | null
}

export const mayCreateTeam = ({ role }: Pick<TeamReach, 'role'>) => atLeast(role, 'admin')
export const mayAdministrateTeam = ({ role }: TeamReach) => atLeast(role, 'admin')
export const mayManageMembers = (reach: TeamReach) => mayAdministrateTeam(reach) || reach.teamRole === 'owner'

/** The `permissions` object, from the same functions that guard the operations. */
export function teamPermissions(reach: TeamReach) {
  return { view: true, admin: mayAdministrateTeam(reach), manageMembers: mayManageMembers(reach) }
}
