import type { ObjectRef } from '@pothos/core'
import { Role } from '../../core/access/roles.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType, rootConnection } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { ViewerType } from '../users/index.ts'
import { type OrganizationRow, reachOfOrganization } from './organizations.loaders.ts'
import { Billing, CommunityType, OrganizationKind, UseCase } from './organizations.model.ts'
import { mayViewBilling, organizationPermissions } from './organizations.policy.ts'
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  listOrganizationsByEmailDomain,
  updateOrganization,
} from './organizations.service.ts'
import { organizationUrl } from './organizations.urls.ts'

export const RoleEnum = graphqlEnum(
  'Role',
  Role,
  'What a member may do; each role includes those before it.',
  {
    read: 'Reads.',
    comment: 'Reads and comments.',
    edit: 'Edits through change requests as well.',
    review: 'Reviews and merges change requests as well.',
    create: 'Creates spaces and collections as well.',
    admin: 'Manages everything.',
  },
)

const OrganizationPermissions = permissionsType('OrganizationPermissions', organizationPermissions)

/** URLs of pages that a person can open. */
export const AppUrls = builder.objectRef<{ location: string; app: string }>('AppUrls').implement({
  description: 'Where the resource is found, for programs and for people.',
  fields: (t) => ({
    location: t.expose('location', { type: 'URL', description: 'Its address at the REST API.' }),
    app: t.expose('app', { type: 'URL', description: 'Where a person opens it.' }),
  }),
})

type Pricing = NonNullable<Billing['pricing']>

const TypeEnum = graphqlEnum('OrganizationType', OrganizationKind, 'What kind of organization it is.', {
  business: 'A company.',
  community: 'A community.',
})
const UseCaseEnum = graphqlEnum('OrganizationUseCase', UseCase, 'What it writes for.', {
  internalDocs: 'Internal documentation.',
  docsSite: 'A documentation site.',
  audienceControlledSite: 'A site for a chosen audience.',
  productDocs: 'Documentation of a product.',
  teamKnowledgeBase: 'The knowledge base of a team.',
  designSystem: 'A design system.',
  openSourceDocs: 'Documentation of an open source project.',
  notes: 'Notes.',
  other: 'Something else.',
})
const CommunityTypeEnum = graphqlEnum('CommunityType', CommunityType, 'What kind of community it is.', {
  nonProfit: 'A non-profit organization.',
  openSource: 'An open source project.',
  education: 'A school or a university.',
})
const IntervalEnum = graphqlEnum('BillingInterval', Billing.shape.interval, 'How often it is billed.', {
  monthly: 'Every month.',
  yearly: 'Every year.',
})

const OrganizationUrls = builder.objectRef<Organization>('OrganizationUrls').implement({
  description: 'Where the organization is found.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'Its address at the REST API.',
      resolve: ({ id }, _args, { urls }) => organizationUrl(urls, id),
    }),
    app: t.field({
      type: 'URL',
      description: 'Where a person opens it.',
      resolve: ({ id }, _args, { urls }) => urls.app(`/o/${id}`),
    }),
    logo: t.expose('logoURL', { type: 'URL', nullable: true, description: 'Its logo.' }),
  }),
})

const Trial = builder.objectRef<Organization>('OrganizationTrial').implement({
  description: 'Whether it is trying something out.',
  fields: (t) => ({
    status: t.exposeString('trialStatus', { description: 'Where the trial stands.' }),
    endDate: t.expose('trialEndDate', { type: 'DateTime', nullable: true, description: 'When it ends.' }),
    decision: t.exposeString('trialDecision', { nullable: true, description: 'What happens then.' }),
  }),
})

const MemberPricing = builder.objectRef<Pricing['members']>('MemberPricing').implement({
  description: 'What a member costs, by plan.',
  fields: (t) => ({
    plus2024: t.exposeFloat('plus_2024', { description: 'On the plan plus of 2024.' }),
    pro2024: t.exposeFloat('pro_2024', { description: 'On the plan pro of 2024.' }),
  }),
})

const SitePricing = builder.objectRef<Pricing['sites']>('SitePricing').implement({
  description: 'What a site costs, by plan.',
  fields: (t) => ({
    premium: t.exposeFloat('premium', { description: 'On the plan premium.' }),
    ultimate: t.exposeFloat('ultimate', { description: 'On the plan ultimate.' }),
  }),
})

const PricingType = builder.objectRef<Pricing>('BillingPricing').implement({
  description: 'What members and sites cost.',
  fields: (t) => ({
    members: t.expose('members', { type: MemberPricing, description: 'A member.' }),
    sites: t.expose('sites', { type: SitePricing, description: 'A site.' }),
  }),
})

const UsageAddon = builder.objectRef<{ name: string; enabled: boolean }>('UsageAddon').implement({
  description: 'Something that is paid for by use.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it is on.' }),
  }),
})

const BillingType = builder.objectRef<Billing>('OrganizationBilling').implement({
  description: 'What it pays for.',
  fields: (t) => ({
    interval: t.expose('interval', { type: IntervalEnum, description: 'How often it is billed.' }),
    endDate: t.field({
      type: 'DateTime',
      description: 'When the current period ends.',
      resolve: ({ endDate }) => new Date(endDate),
    }),
    hasPaymentFailed: t.exposeBoolean('hasPaymentFailed', { description: 'Whether a payment failed.' }),
    isScheduledToCancel: t.exposeBoolean('isScheduledToCancel', {
      description: 'Whether it ends with the period.',
    }),
    pricing: t.field({
      type: PricingType,
      nullable: true,
      description: 'What members and sites cost; null where it was not agreed.',
      resolve: ({ pricing }) => pricing ?? null,
    }),
    usageAddons: t.field({
      type: [UsageAddon],
      description: 'What is paid for by use.',
      resolve: ({ usageAddons = {} }) =>
        Object.entries(usageAddons).map(([name, { enabled }]) => ({ name, enabled })),
    }),
  }),
})

const DefaultContent = builder.objectRef<{ siteId: string }>('OrganizationDefaultContent').implement({
  description: 'The content that opens first.',
  fields: (t) => ({
    type: t.string({ description: 'What kind of content: `site`.', resolve: () => 'site' }),
    siteId: t.exposeID('siteId', { description: 'The site.' }),
  }),
})

const OrganizationNode = builder.prismaNode('Organization', {
  description: 'A group of people and what they write.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'Its name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was founded.' }),
    emailDomains: t.exposeStringList('emailDomains', {
      description: 'E-mail domains whose users belong here.',
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'The default host of public content.',
    }),
    type: t.field({
      type: TypeEnum,
      description: 'Business or community.',
      resolve: ({ type }) => OrganizationKind.parse(type),
    }),
    useCase: t.field({
      type: UseCaseEnum,
      nullable: true,
      description: 'What it writes for.',
      resolve: ({ useCase }) => UseCase.nullable().parse(useCase),
    }),
    communityType: t.field({
      type: CommunityTypeEnum,
      nullable: true,
      description: 'What kind of community it is.',
      resolve: ({ communityType }) => CommunityType.nullable().parse(communityType),
    }),
    defaultRole: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role of new members; null makes them guests.',
      resolve: (organization) => organization.defaultRole,
    }),
    defaultContent: t.field({
      type: DefaultContent,
      nullable: true,
      description: 'The content that opens first.',
      resolve: ({ defaultSiteId }) => (defaultSiteId === null ? null : { siteId: defaultSiteId }),
    }),
    sso: t.exposeBoolean('sso', { description: 'Whether everybody has to sign in through SSO.' }),
    ai: t.exposeBoolean('ai', { description: 'Whether assisted features are on.' }),
    inviteLinks: t.exposeBoolean('inviteLinks', { description: 'Whether people may join by a link.' }),
    plan: t.exposeString('plan', { description: 'What it has subscribed to.' }),
    billing: t.field({
      type: BillingType,
      nullable: true,
      description: 'What it pays for; null where nothing is billed, and for those who may not view billing.',
      resolve: (organization) =>
        organization.billing !== null && mayViewBilling(reachOfOrganization(organization as OrganizationRow))
          ? Billing.parse(organization.billing)
          : null,
    }),
    trial: t.field({ type: Trial, description: 'Its trial.', resolve: (organization) => organization }),
    customHostname: t.exposeString('customHostname', {
      nullable: true,
      description: 'A host of its own for public content.',
    }),
    blockedReason: t.exposeString('blockedReason', {
      nullable: true,
      description: 'Why it is blocked; null when it is not.',
    }),
    urls: t.field({
      type: OrganizationUrls,
      description: 'Where the organization is found.',
      resolve: (organization) => organization,
    }),
    permissions: t.field({
      type: OrganizationPermissions,
      description: 'What you may do here.',
      resolve: (organization) =>
        organizationPermissions.of(reachOfOrganization(organization as OrganizationRow)),
    }),
  }),
})
// Rows of this type always come from the module's loaders, which add the viewer's role.
export const OrganizationType = OrganizationNode as unknown as ObjectRef<Types, OrganizationRow>

const OrganizationConnection = connectionType('Organization', OrganizationType)

rootConnection('organizations', listOrganizations, {
  type: OrganizationConnection,
  description: 'Your organizations.',
})

connection(ViewerType, 'organizations', listOrganizations, {
  type: OrganizationConnection,
  description: 'Your organizations.',
})

queryField('organization', getOrganization, {
  type: OrganizationType,
  description: 'An organization by id.',
  rename: { organizationId: 'id' },
})

queryField('organizationsByEmailDomain', listOrganizationsByEmailDomain, {
  type: [OrganizationType],
  description: 'Organizations that list an e-mail domain: yours, and those that your own address could join.',
})

mutation('createOrganization', createOrganization, {
  description: 'Founds an organization; you become its first admin.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The new organization.',
      from: (organization) => organization,
    },
  },
})

mutation('updateOrganization', updateOrganization, {
  description: 'Changes the settings of an organization. What is left out stays as it is.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization as it is now.',
      from: (organization) => organization,
    },
  },
})
