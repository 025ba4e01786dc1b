import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { MAX_LOGO_BODY, MAX_LOGO_BYTES } from './logo/logo.model.ts'
import { setOrganizationLogo, uploadOrganizationLogo } from './logo/logo.service.ts'
import { logoUrl } from './logo/logo-url.ts'
import { MergeRules, rulesShownOf } from './merge-rules.ts'
import { deleteOrganization, restoreOrganization } from './organizations.deletion.ts'
import { type OrganizationRow, reachOfOrganization } from './organizations.loaders.ts'
import { Billing, BillingMigration } from './organizations.model.ts'
import { maySeeSites, mayViewBilling, organizationPermissions } from './organizations.policy.ts'
import {
  createOrganization,
  getOrganization,
  getOrganizationBySubdomain,
  listOrganizations,
  listOrganizationsByEmailDomain,
  updateOrganization,
} from './organizations.service.ts'
import { organizationUrl } from './organizations.urls.ts'

export const RestOrganization = z
  .object({
    object: z.literal('organization'),
    id: z.string(),
    title: z.string(),
    createdAt: Timestamp,
    emailDomains: z.array(z.string()),
    hostname: z.string().optional(),
    type: z.string(),
    useCase: z.string().optional(),
    communityType: z.string().optional(),
    defaultRole: Role.nullable(),
    defaultContent: z.object({ type: z.literal('site'), site: z.string() }).optional(),
    sso: z.boolean(),
    ai: z.boolean(),
    inviteLinks: z.boolean(),
    plan: z.string(),
    billing: Billing.optional(),
    urls: z.object({ location: z.string(), app: z.string(), logo: z.string().optional() }),
    trial: z.object({
      status: z.string(),
      count: z.int().meta({ description: 'The number of trials so far.' }),
      endDate: Timestamp.optional(),
      decision: z.string().optional(),
    }),
    customHostname: z.string().optional(),
    blocked: z.object({ reason: z.string() }).optional(),
    internal_billingMigration: BillingMigration.optional(),
    internal_isOnNewTrial: z.literal(true).optional(),
    mergeRules: MergeRules,
    permissions: organizationPermissions.schema,
  })
  .meta({ id: 'Organization' })

type Shape = z.input<typeof RestOrganization>

export function toRestOrganization(organization: OrganizationRow, view: View): Shape {
  const { id } = organization
  const reach = reachOfOrganization(organization)
  return {
    object: 'organization',
    id,
    title: organization.title,
    createdAt: organization.createdAt.toISOString(),
    emailDomains: organization.emailDomains,
    hostname: organization.hostname ?? undefined,
    type: organization.type,
    useCase: organization.useCase ?? undefined,
    communityType: organization.communityType ?? undefined,
    defaultRole: organization.defaultRole,
    defaultContent:
      organization.defaultSiteId && maySeeSites(reach)
        ? { type: 'site', site: organization.defaultSiteId }
        : undefined,
    sso: organization.sso,
    ai: organization.ai,
    inviteLinks: organization.inviteLinks,
    plan: organization.plan,
    urls: {
      location: organizationUrl(view.urls, id),
      app: view.urls.app(`/o/${id}`),
      logo: logoUrl(view.urls.settings, organization.logoURL) ?? undefined,
    },
    customHostname: organization.customHostname ?? undefined,
    blocked: organization.blockedReason ? { reason: organization.blockedReason } : undefined,
    trial: {
      status: organization.trialStatus,
      count: WITHOUT_TRIAL.includes(organization.trialStatus) ? 0 : 1,
      endDate: organization.trialEndDate?.toISOString(),
      decision: organization.trialDecision ?? undefined,
    },
    ...(mayViewBilling(reach) ? billingOf(organization) : {}),
    mergeRules: rulesShownOf(organization),
    permissions: organizationPermissions.of(reach),
  }
}

const WITHOUT_TRIAL = ['notapplicable', 'none']

/** Billing is not shown to every member. */
function billingOf({ billing, billingMigration, isOnNewTrial }: OrganizationRow): Partial<Shape> {
  return {
    billing: billing === null ? undefined : Billing.parse(billing),
    internal_billingMigration:
      billingMigration === null ? undefined : BillingMigration.parse(billingMigration),
    internal_isOnNewTrial: isOnNewTrial || undefined,
  }
}

const RestSubdomain = z
  .object({
    object: z.literal('subdomain'),
    subdomain: z.string(),
    target: z.object({ type: z.literal('organization'), organization: z.string() }),
    isActive: z.boolean(),
  })
  .meta({ id: 'Subdomain' })

const organization = { response: RestOrganization, present: toRestOrganization }

export const routes = [
  listRoute('/orgs', listOrganizations, {
    summary: 'List your organizations',
    item: RestOrganization,
    present: (organizations, view) =>
      organizations.map((organization) => toRestOrganization(organization, view)),
  }),
  route('POST', '/orgs', createOrganization, {
    summary: 'Create an organization',
    status: 201,
    ...organization,
    location: ({ id }, { urls }) => organizationUrl(urls, id),
  }),
  route('GET', '/orgs/:organizationId', getOrganization, {
    summary: 'Get an organization',
    ...organization,
  }),
  route('PATCH', '/orgs/:organizationId', updateOrganization, {
    summary: 'Update an organization',
    ...organization,
  }),
  deletion('/orgs/:organizationId', deleteOrganization, {
    summary: 'Delete an organization with all that it has; it can be restored for 7 days',
  }),
  route('POST', '/orgs/:organizationId/restore', restoreOrganization, {
    summary: 'Restore a deleted organization',
    ...organization,
  }),
  route('PUT', '/orgs/:organizationId/logo', setOrganizationLogo, {
    summary: 'Set the logo of an organization, in base64',
    bodyLimit: MAX_LOGO_BODY,
    ...organization,
  }),
  route('POST', '/orgs/:organizationId/logo/upload', uploadOrganizationLogo, {
    summary: 'Set the logo of an organization from a form',
    bodyLimit: MAX_LOGO_BODY,
    upload: { files: 1, bytes: MAX_LOGO_BYTES },
    ...organization,
  }),
  route('GET', '/subdomains/:subdomain', getOrganizationBySubdomain, {
    summary: 'Get the organization that has a hostname',
    response: RestSubdomain,
    present: ({ id, hostname }) => ({
      object: 'subdomain' as const,
      subdomain: hostname ?? '',
      target: { type: 'organization' as const, organization: id },
      isActive: true,
    }),
  }),
  route('GET', '/email-domains/:emailDomain/orgs', listOrganizationsByEmailDomain, {
    summary: 'List the organizations of an e-mail domain: yours, and those that you can join',
    response: z.object({ organizations: z.array(RestOrganization) }),
    present: (organizations, view) => ({
      organizations: organizations.map((organization) => toRestOrganization(organization, view)),
    }),
  }),
]
