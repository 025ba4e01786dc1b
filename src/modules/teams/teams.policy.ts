import { permissionSet } from '../../core/access/permissions.ts'
import { atLeast, type Role } from '../../core/access/roles.ts'
import type { TeamRole } from './teams.model.ts'

/** The viewer's role in a team's organization, and in the team itself: null when not in it. */
export interface TeamReach {
  role: Role | null
  teamRole: TeamRole | null
}

export const mayCreateTeam = ({ role }: Pick<TeamReach, 'role'>) => atLeast(role, 'admin')
export const mayAdministrateTeam = ({ role }: TeamReach) => atLeast(role, 'admin')
export const mayManageMembers = (reach: TeamReach) => mayAdministrateTeam(reach) || reach.teamRole === 'owner'

export const teamPermissions = permissionSet({
  view: ['See the team.', (_reach: TeamReach) => true],
  admin: ['Rename the team.', mayAdministrateTeam],
  delete: ['Delete it.', mayAdministrateTeam],
  manageMembers: ['Add and remove members and change their roles.', mayManageMembers],
})

export const teamMembershipPermissions = permissionSet({ view: ['See the member.', () => true] })
