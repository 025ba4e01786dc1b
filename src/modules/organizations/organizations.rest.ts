import { z } from 'zod'
import { Role } from '../../core/roles.ts'
import { listRoute, route, type View } from '../../rest/route.ts'
import { type OrganizationRow, reachOfOrganization } from './organizations.loaders.ts'
import { organizationPermissions } from './organizations.policy.ts'
import { createOrganization, getOrganization, listOrganizations } from './organizations.service.ts'

const yesNo = z.boolean()

const RestOrganization = z.object({
  object: z.literal('organization'),
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  emailDomains: z.array(z.string()),
  hostname: z.string().optional(),
  type: z.string(),
  useCase: z.string().optional(),
  communityType: z.string().optional(),
  defaultRole: Role.nullable(),
  sso: z.boolean(),
  ai: z.boolean(),
  inviteLinks: z.boolean(),
  plan: z.string(),
  urls: z.object({ location: z.string(), app: z.string(), logo: z.string().optional() }),
  trial: z.object({ status: z.string() }),
  permissions: z.object({
    view: yesNo,
    admin: yesNo,
    ownTeam: yesNo,
    createContent: yesNo,
    createOpenAPISpec: yesNo,
    ingestConversations: yesNo,
    viewBilling: yesNo,
    listMembers: yesNo,
    listTeams: yesNo,
    listIntegrations: yesNo,
    listInstallations: yesNo,
    installIntegration: yesNo,
  }),
})

function toRestOrganization(organization: OrganizationRow, { urls }: View): z.input<typeof RestOrganization> {
  return {
    object: 'organization',
    id: organization.id,
    title: organization.title,
    createdAt: organization.createdAt.toISOString(),
    emailDomains: organization.emailDomains,
    hostname: organization.hostname ?? undefined,
    type: organization.type,
    useCase: organization.useCase ?? undefined,
    communityType: organization.communityType ?? undefined,
    defaultRole: organization.defaultRole,
    sso: organization.sso,
    ai: organization.ai,
    inviteLinks: organization.inviteLinks,
    plan: organization.plan,
    urls: {
      location: urls.organization(organization.id),
      app: urls.app(`/o/${organization.id}`),
      logo: organization.logoURL ?? undefined,
    },
    trial: { status: organization.trialStatus },
    permissions: organizationPermissions(reachOfOrganization(organization)),
  }
}

export const routes = [
  listRoute('/orgs', listOrganizations, {
    summary: 'Your organizations',
    item: RestOrganization,
    present: (organizations, view) =>
      organizations.map((organization) => toRestOrganization(organization, view)),
  }),
  route('POST', '/orgs', createOrganization, {
    summary: 'Found an organization',
    status: 201,
    response: RestOrganization,
    present: toRestOrganization,
    location: ({ id }, { urls }) => urls.organization(id),
  }),
  route('GET', '/orgs/:organizationId', getOrganization, {
    summary: 'An organization',
    response: RestOrganization,
    present: toRestOrganization,
  }),
]
