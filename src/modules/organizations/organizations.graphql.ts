import type { ObjectRef } from '@pothos/core'
import { Role } from '../../core/roles.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { connection, connectionType, rootConnection } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { ViewerType } from '../users/index.ts'
import { type OrganizationRow, reachOfOrganization } from './organizations.loaders.ts'
import { organizationPermissions } from './organizations.policy.ts'
import { createOrganization, getOrganization, listOrganizations } from './organizations.service.ts'

export const RoleEnum = graphqlEnum('Role', Role, 'What a member may do; each role includes those before it.')

const OrganizationPermissions = permissionsType<ReturnType<typeof organizationPermissions>>(
  'OrganizationPermissions',
  {
    view: 'See the organization.',
    admin: 'Change its settings and its people.',
    ownTeam: 'Manage a team of it.',
    createContent: 'Create spaces, collections and sites.',
    createOpenAPISpec: 'Add OpenAPI specifications.',
    ingestConversations: 'Feed conversations into it.',
    viewBilling: 'See its billing.',
    listMembers: 'See its members.',
    listTeams: 'See its teams.',
    listIntegrations: 'See its integrations.',
    listInstallations: 'See what is installed.',
    installIntegration: 'Install integrations.',
  },
)

/** Addresses of what a person can open as well. */
export const AppUrls = builder.objectRef<{ location: string; app: string }>('AppUrls').implement({
  description: 'Where the resource is found, for programs and for people.',
  fields: (t) => ({
    location: t.expose('location', { type: 'URL', description: 'Its address at the REST door.' }),
    app: t.expose('app', { type: 'URL', description: 'Where a person opens it.' }),
  }),
})

const OrganizationNode = builder.prismaNode('Organization', {
  description: 'A group of people and what they write.',
  id: { field: 'id', description: 'The id, the same at both doors.' },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was founded.' }),
    emailDomains: t.exposeStringList('emailDomains', {
      description: 'E-mail domains whose users belong here.',
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'The default host of public content.',
    }),
    type: t.exposeString('type', { description: 'Business or community.' }),
    defaultRole: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role of new members; null makes them guests.',
      resolve: (organization) => organization.defaultRole,
    }),
    plan: t.exposeString('plan', { description: 'What it has subscribed to.' }),
    urls: t.field({
      type: AppUrls,
      description: 'Where the organization is found.',
      resolve: ({ id }, _args, { urls }) => ({ location: urls.organization(id), app: urls.app(`/o/${id}`) }),
    }),
    permissions: t.field({
      type: OrganizationPermissions,
      description: 'What you may do here.',
      resolve: (organization) =>
        organizationPermissions(reachOfOrganization(organization as OrganizationRow)),
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
