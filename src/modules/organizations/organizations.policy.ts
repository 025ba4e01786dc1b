import { atLeast, type Role } from '../../core/roles.ts'

/** What the viewer is in an organization. A null role is a guest. */
export interface OrganizationReach {
  organizationId: string
  role: Role | null
}

export const mayCreateContent = (reach: OrganizationReach) => atLeast(reach.role, 'create')
export const mayAdministrate = (reach: OrganizationReach) => atLeast(reach.role, 'admin')
export const mayListPeople = (reach: OrganizationReach) => atLeast(reach.role, 'read')

/** The `permissions` object, from the same functions that guard the operations. */
export function organizationPermissions(reach: OrganizationReach) {
  return {
    view: true,
    admin: mayAdministrate(reach),
    ownTeam: false,
    createContent: mayCreateContent(reach),
    createOpenAPISpec: mayCreateContent(reach),
    ingestConversations: mayAdministrate(reach),
    viewBilling: mayAdministrate(reach),
    listMembers: mayListPeople(reach),
    listTeams: mayListPeople(reach),
    listIntegrations: mayAdministrate(reach),
    listInstallations: mayAdministrate(reach),
    installIntegration: mayAdministrate(reach),
  }
}
