import { Role } from '../../core/access/roles.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType, rootConnection } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { ViewerType } from '../users/index.ts'
import { setOrganizationLogo } from './logo/logo.service.ts'
import { logoUrl } from './logo/logo-url.ts'
import { MergeRulesRef } from './merge-rules.graphql.ts'
import { rulesShownOf } from './merge-rules.ts'
import { BillingType, Trial } from './organizations.billing.graphql.ts'
import { deleteOrganization, restoreOrganization } from './organizations.deletion.ts'
import { type OrganizationRow, reachOfOrganization } from './organizations.loaders.ts'
import {
  Billing,
  CommunityType,
  DefaultContentType,
  OrganizationKind,
  UseCase,
} from './organizations.model.ts'
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

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Organization: OrganizationRow
  }
}

export const RoleEnum = graphqlEnum(
  'Role',
  Role,
  'A role. Each role includes the lower ones, in the order read, comment, edit, review, create, admin.',
  {
    read: 'Can read.',
    comment: 'Can also comment, reply and react.',
    edit: 'Can also create and edit change requests.',
    review: 'Can also review and merge change requests.',
    create: 'Can also create and manage spaces and collections.',
    admin: 'Can manage everything.',
  },
)

const OrganizationPermissions = permissionsType('OrganizationPermissions', organizationPermissions)

/** URLs of pages that a person can open. */
export const AppUrls = builder.objectRef<{ location: string; app: string }>('AppUrls').implement({
  description: 'The URLs of a resource.',
  fields: (t) => ({
    location: t.expose('location', { type: 'URL', description: 'The URL of the resource in the REST API.' }),
    app: t.expose('app', { type: 'URL', description: 'The URL of the resource in the app.' }),
  }),
})

const TypeEnum = graphqlEnum('OrganizationType', OrganizationKind, 'The type of an organization.', {
  business: 'A company.',
  community: 'A community.',
})
const UseCaseEnum = graphqlEnum('OrganizationUseCase', UseCase, 'The use case of the organization.', {
  internalDocs: 'Internal documentation.',
  docsSite: 'A documentation site.',
  audienceControlledSite: 'A site with controlled access.',
  productDocs: 'Documentation of a product.',
  teamKnowledgeBase: 'The knowledge base of a team.',
  designSystem: 'A design system.',
  openSourceDocs: 'Documentation of an open source project.',
  notes: 'Notes.',
  other: 'Something else.',
})
const CommunityTypeEnum = graphqlEnum('CommunityType', CommunityType, 'The type of the community.', {
  nonProfit: 'A non-profit organization.',
  openSource: 'An open source project.',
  education: 'A school or a university.',
})
const OrganizationUrls = builder.objectRef<Organization>('OrganizationUrls').implement({
  description: 'The URLs of the organization.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: ({ id }, _args, { urls }) => organizationUrl(urls, id),
    }),
    app: t.field({
      type: 'URL',
      description: 'The URL of the resource in the app.',
      resolve: ({ id }, _args, { urls }) => urls.app(`/o/${id}`),
    }),
    logo: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL of the logo.',
      resolve: ({ logoURL }, _args, { urls }) => logoUrl(urls.settings, logoURL),
    }),
  }),
})

const DefaultContentTypeEnum = graphqlEnum(
  'DefaultContentType',
  DefaultContentType,
  'The type of the default content of an organization.',
  { site: 'A site.' },
)

const DefaultContent = builder.objectRef<{ siteId: string }>('OrganizationDefaultContent').implement({
  description: 'The default content of the organization.',
  fields: (t) => ({
    type: t.field({
      type: DefaultContentTypeEnum,
      description: 'The type of the content.',
      resolve: () => 'site' as const,
    }),
    siteId: t.exposeID('siteId', { description: 'The site.' }),
  }),
})

export const OrganizationType = builder.prismaNode('Organization', {
  description: 'An organization: members, teams, collections and spaces.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization was created.' }),
    emailDomains: t.exposeStringList('emailDomains', {
      description: 'Email domains whose users can join.',
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'The default hostname of public content.',
    }),
    type: t.field({
      type: TypeEnum,
      description: 'The type of the organization.',
      resolve: ({ type }) => OrganizationKind.parse(type),
    }),
    useCase: t.field({
      type: UseCaseEnum,
      nullable: true,
      description: 'The use case of the organization.',
      resolve: ({ useCase }) => UseCase.nullable().parse(useCase),
    }),
    communityType: t.field({
      type: CommunityTypeEnum,
      nullable: true,
      description: 'The type of the community.',
      resolve: ({ communityType }) => CommunityType.nullable().parse(communityType),
    }),
    defaultRole: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role of new members. Null makes them guests.',
      resolve: (organization) => organization.defaultRole,
    }),
    defaultContent: t.field({
      type: DefaultContent,
      nullable: true,
      description: 'The default content of the organization.',
      resolve: (organization) => {
        const { defaultSiteId } = organization
        const isSeen = maySeeSites(reachOfOrganization(organization))
        return defaultSiteId === null || !isSeen ? null : { siteId: defaultSiteId }
      },
    }),
    sso: t.exposeBoolean('sso', { description: 'Whether all members must sign in with SSO.' }),
    ai: t.exposeBoolean('ai', { description: 'Whether AI features are enabled.' }),
    inviteLinks: t.exposeBoolean('inviteLinks', {
      description: 'Whether people can join with an invite link.',
    }),
    mergeRules: t.field({
      type: MergeRulesRef,
      description: 'What merges require in the spaces that inherit.',
      resolve: rulesShownOf,
    }),
    plan: t.exposeString('plan', { description: 'The name of the plan.' }),
    billing: t.field({
      type: BillingType,
      nullable: true,
      description: 'The billing. Null if nothing is billed, or if you cannot view billing.',
      resolve: (organization) =>
        organization.billing !== null && mayViewBilling(reachOfOrganization(organization))
          ? Billing.parse(organization.billing)
          : null,
    }),
    trial: t.field({
      type: Trial,
      description: 'The trial of the organization.',
      resolve: (organization) => organization,
    }),
    customHostname: t.exposeString('customHostname', {
      nullable: true,
      description: 'The custom hostname of public content.',
    }),
    blockedReason: t.exposeString('blockedReason', {
      nullable: true,
      description: 'Why the organization is blocked. Null if it is not.',
    }),
    urls: t.field({
      type: OrganizationUrls,
      description: 'The URLs of the organization.',
      resolve: (organization) => organization,
    }),
    permissions: t.field({
      type: OrganizationPermissions,
      description: 'What you are allowed to do with the resource.',
      resolve: (organization) => organizationPermissions.of(reachOfOrganization(organization)),
    }),
  }),
})

const OrganizationConnection = connectionType('Organization', OrganizationType)

rootConnection('organizations', listOrganizations, {
  type: OrganizationConnection,
  description: 'Your organizations.',
})

connection(ViewerType, 'organizations', listOrganizations, {
  type: OrganizationConnection,
  nullable: true,
  description: 'Your organizations.',
})

queryField('organization', getOrganization, {
  type: OrganizationType,
  description: 'An organization.',
  rename: { organizationId: 'id' },
})

queryField('organizationBySubdomain', getOrganizationBySubdomain, {
  type: OrganizationType,
  description: 'An organization by its hostname: the name in the addresses of its sites.',
})

queryField('organizationsByEmailDomain', listOrganizationsByEmailDomain, {
  type: [OrganizationType],
  description:
    'Organizations with this email domain: those you are in, and those you can join with your own email address.',
})

mutation('createOrganization', createOrganization, {
  description: 'Creates an organization. You become its first admin.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The new organization.',
      from: (organization) => organization,
    },
  },
})

mutation('updateOrganization', updateOrganization, {
  description: 'Changes the settings of an organization. Omitted settings do not change.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization.',
      from: (organization) => organization,
    },
  },
})
mutation('setOrganizationLogo', setOrganizationLogo, {
  description: 'Sets the logo of an organization, in base64. `updateOrganization` removes it.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization.',
      from: (organization) => organization,
    },
  },
})
mutation('deleteOrganization', deleteOrganization, {
  description:
    'Deletes an organization with all that it has. Its admins can restore it for 7 days. Until then nobody can read anything of it.',
  payload: deletedPayload('The ID of the deleted organization.'),
})

mutation('restoreOrganization', restoreOrganization, {
  description: 'Restores a deleted organization. Only users who were its admins can do this.',
  payload: {
    organization: {
      type: OrganizationType,
      description: 'The organization.',
      from: (organization) => organization,
    },
  },
})
