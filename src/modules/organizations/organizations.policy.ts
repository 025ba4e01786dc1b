import { atLeast, type Role } from '../../core/roles.ts'

/** What the viewer is in an organization. A null role is a guest, or nobody when they are no member. */
export interface OrganizationReach {
  organizationId: string
  role: Role | null
  isMember: boolean
  ownsTeam: boolean
}

export const mayCreateContent = (reach: OrganizationReach) => atLeast(reach.role, 'create')
export const mayAdministrate = (reach: Pick<OrganizationReach, 'role'>) => atLeast(reach.role, 'admin')
export const mayListPeople = (reach: OrganizationReach) => atLeast(reach.role, 'read')
export const mayViewBilling = (reach: OrganizationReach) => atLeast(reach.role, 'admin')

/** The `permissions` object, from the same functions that guard the operations. */
export function organizationPermissions(reach: OrganizationReach) {
  return {
    view: reach.isMember,
    admin: mayAdministrate(reach),
    ownTeam: reach.ownsTeam,
    createContent: mayCreateContent(reach),
    createOpenAPISpec: mayCreateContent(reach),
    ingestConversations: mayAdministrate(reach),
    viewBilling: mayViewBilling(reach),
    listMembers: mayListPeople(reach),
    listTeams: mayListPeople(reach),
    listIntegrations: mayAdministrate(reach),
    listInstallations: mayAdministrate(reach),
    installIntegration: mayAdministrate(reach),
  }
}
