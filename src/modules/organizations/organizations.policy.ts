import { permissionSet } from '../../core/access/permissions.ts'
import { atLeast, type Role } from '../../core/access/roles.ts'

/** The viewer's role in an organization. Null for a guest, and for a user who is not a member. */
export interface OrganizationReach {
  organizationId: string
  role: Role | null
  isMember: boolean
  ownsTeam: boolean
}

export const mayCreateContent = (reach: Pick<OrganizationReach, 'role'>) => atLeast(reach.role, 'create')
export const mayAdministrate = (reach: Pick<OrganizationReach, 'role'>) => atLeast(reach.role, 'admin')
export const mayListPeople = (reach: OrganizationReach) => atLeast(reach.role, 'read')
/** Guests see no sites. */
export const maySeeSites = (reach: OrganizationReach) => atLeast(reach.role, 'read')
export const mayViewBilling = (reach: OrganizationReach) => atLeast(reach.role, 'admin')

export const organizationPermissions = permissionSet({
  view: [
    'See the organization and its content that you have access to.',
    (reach: OrganizationReach) => reach.isMember,
  ],
  access: ['Open the organization in the application.', (reach) => reach.isMember],
  admin: [
    'Change its settings, members, teams, invitations and webhooks, and read its audit log.',
    mayAdministrate,
  ],
  ownTeam: [
    'You own at least one team of the organization and manage its members.',
    ({ ownsTeam }) => ownsTeam,
  ],
  createContent: ['Create spaces and collections.', mayCreateContent],
  createOpenAPISpec: ['Create OpenAPI specs.', mayCreateContent],
  ingestConversations: ['Ingest conversations. Not available yet.', mayAdministrate],
  viewBilling: ['See its billing.', mayViewBilling],
  listMembers: ['See members other than yourself.', mayListPeople],
  listTeams: ['See teams that you are not in.', mayListPeople],
  listIntegrations: ['See the integrations that it can install.', mayAdministrate],
  listInstallations: ['See its installed integrations and their configurations.', mayAdministrate],
  installIntegration: ['Install, configure and uninstall integrations.', mayAdministrate],
})
