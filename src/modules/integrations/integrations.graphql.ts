import { builder } from '../../graphql/builder.ts'
import { connectionType, rootConnection } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { OrganizationType, organizationById } from '../organizations/index.ts'
import { BlockType, ConfigurationsType, ContentSourceType, ExternalLinkType } from './declarations.graphql.ts'
import { type IntegrationRow, integrationById, reachOfIntegration } from './integrations.loaders.ts'
import {
  IntegrationCategory,
  IntegrationScope,
  IntegrationTarget,
  IntegrationVisibility,
  Runtime,
} from './integrations.model.ts'
import { integrationPermissions } from './integrations.policy.ts'
import { getIntegration, listIntegrations } from './integrations.service.ts'
import {
  assetsUrl,
  iconUrl,
  integrationAppUrl,
  integrationUrl,
  previewUrl,
  publicEndpoint,
} from './integrations.urls.ts'
import { publishIntegration, unpublishIntegration } from './versions/versions.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Integration: IntegrationRow
  }
}

graphqlEnum('IntegrationRuntime', Runtime, 'The runtime that the script of an integration is written for.', {
  v1: 'Version 1.',
  v2: 'Version 2.',
})
const VisibilityEnum = graphqlEnum(
  'IntegrationVisibility',
  IntegrationVisibility,
  'Who can see an integration.',
  {
    public: 'Every caller with a token.',
    unlisted:
      'Every caller with a token who knows its name. Lists show it to members of its organization only.',
    private: 'Members of its organization.',
  },
)
const TargetEnum = graphqlEnum(
  'IntegrationTarget',
  IntegrationTarget,
  'What an integration can be installed on.',
  {
    all: 'Organizations, spaces and sites.',
    site: 'Sites.',
    space: 'Spaces.',
    organization: 'Organizations only.',
  },
)
const CategoryEnum = graphqlEnum('IntegrationCategory', IntegrationCategory, 'A category of integrations.', {
  analytics: 'Analytics.',
  collaboration: 'Collaboration.',
  content: 'Content.',
  gitsync: 'Synchronization with Git.',
  marketing: 'Marketing.',
  'visitor-auth': 'Authentication of visitors.',
  other: 'Everything else.',
})
const ScopeEnum = graphqlEnum(
  'IntegrationScope',
  IntegrationScope,
  'What an integration is allowed to do where it is installed.',
  {
    'space:views:read': 'Read the views of spaces.',
    'space:content:read': 'Read the content of spaces.',
    'space:content:write': 'Change the content of spaces.',
    'space:metadata:read': 'Read the settings of spaces.',
    'space:metadata:write': 'Change the settings of spaces.',
    'space:script:inject': 'Add its script to spaces.',
    'space:script:cookies': 'Use cookies in its script on spaces.',
    'space:git:sync': 'Synchronize spaces with Git.',
    'space:visitor:auth': 'Authenticate visitors of spaces.',
    'site:metadata:read': 'Read the settings of sites.',
    'site:views:read': 'Read the views of sites.',
    'site:script:inject': 'Add its script to sites.',
    'site:script:cookies': 'Use cookies in its script on sites.',
    'site:visitor:auth': 'Authenticate visitors of sites.',
    'site:adaptive:read': 'Read the adaptive schema of sites.',
    'site:adaptive:write': 'Change the adaptive schema of sites.',
    'site:ai:ask': 'Ask questions about sites.',
    'openapi:read': 'Read OpenAPI specs.',
    'openapi:write': 'Change OpenAPI specs.',
    'conversations:ingest': 'Ingest conversations.',
  },
)

const UrlsType = builder.objectRef<IntegrationRow>('IntegrationUrls').implement({
  description: 'The URLs of an integration.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: ({ name }, _args, { urls }) => integrationUrl(urls, name),
    }),
    app: t.field({
      type: 'URL',
      description: 'The URL of the resource in the app.',
      resolve: ({ name }, _args, { urls }) => integrationAppUrl(urls, name),
    }),
    icon: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL of the icon. That of a private integration expires. Null if it has none.',
      resolve: (row, _args, { urls }) => (row.icon === null ? null : iconUrl(urls, row)),
    }),
    assets: t.field({
      type: 'URL',
      description: 'The URL of the list of its pictures. That of a private integration expires.',
      resolve: (row, _args, { urls }) => assetsUrl(urls, row),
    }),
    publicEndpoint: t.field({
      type: 'URL',
      description: 'The URL below which its script is served.',
      resolve: (row, _args, { urls }) => publicEndpoint(urls, row),
    }),
  }),
})

const OwnerType = builder.objectRef<IntegrationRow>('IntegrationOwner').implement({
  description: 'The organization that owns an integration.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'The ID of the organization.' }),
    title: t.exposeString('ownerTitle', { description: 'The title of the organization.' }),
    hostname: t.exposeString('ownerHostname', {
      nullable: true,
      description: 'The hostname of the organization.',
    }),
    organization: t.field({
      type: OrganizationType,
      nullable: true,
      description: 'The organization. Null if you are not a member of it.',
      resolve: ({ organizationId, viewerRole }, _args, { caller }) =>
        viewerRole === null ? null : caller.load(organizationById, organizationId),
    }),
  }),
})

export const IntegrationType = builder.prismaNode('Integration', {
  description: 'A published integration.',
  id: { field: 'id', description: 'The ID. REST uses the name.' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
    version: t.exposeInt('version', {
      description: 'The published version. Send it as `expectedVersion` to change only what you have read.',
    }),
    title: t.exposeString('title', { description: 'The title.' }),
    description: t.exposeString('description', { description: 'The description.' }),
    summary: t.exposeString('summary', { nullable: true, description: 'A longer text in markdown.' }),
    verified: t.boolean({
      description: 'Whether it was verified. Always false.',
      resolve: () => false,
    }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Who can see it.',
      resolve: ({ visibility }) => IntegrationVisibility.parse(visibility),
    }),
    target: t.field({
      type: TargetEnum,
      description: 'What it can be installed on.',
      resolve: ({ target }) => IntegrationTarget.parse(target),
    }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it is allowed to do where it is installed.',
      resolve: ({ scopes }) => scopes,
    }),
    categories: t.field({
      type: [CategoryEnum],
      description: 'The categories that it is listed in.',
      resolve: ({ categories }) => IntegrationCategory.array().parse(categories),
    }),
    blocks: t.field({
      type: [BlockType],
      description: 'The blocks that it adds to the editor.',
      resolve: ({ blocks }) => blocks,
    }),
    contentSources: t.field({
      type: [ContentSourceType],
      description: 'The sources of content that it adds.',
      resolve: ({ contentSources }) => contentSources,
    }),
    externalLinks: t.field({
      type: [ExternalLinkType],
      description: 'Links to other sites.',
      resolve: ({ externalLinks }) => externalLinks,
    }),
    configurations: t.field({
      type: ConfigurationsType,
      description: 'What can be configured.',
      resolve: ({ configurations }) => configurations,
    }),
    contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
      nullable: true,
      description: 'The content security policy of its script.',
    }),
  }),
})
export const IntegrationConnection = connectionType('Integration', IntegrationType)

builder.objectFields(IntegrationType, (t) => ({
  previewImages: t.field({
    type: ['URL'],
    description: 'The URLs of its preview images. Those of a private integration expire.',
    resolve: (row, _args, { urls }) => row.previewImages.map((_hash, index) => previewUrl(urls, row, index)),
  }),
  owner: t.field({ type: OwnerType, description: 'The organization that owns it.', resolve: (row) => row }),
  urls: t.field({ type: UrlsType, description: 'The URLs of the integration.', resolve: (row) => row }),
  permissions: t.field({
    type: permissionsType('IntegrationPermissions', integrationPermissions),
    description: 'What you are allowed to do with the resource.',
    resolve: (row) => integrationPermissions.of(reachOfIntegration(row)),
  }),
}))

queryField('integration', getIntegration, {
  type: IntegrationType,
  description: 'An integration by its name.',
  rename: { integrationName: 'name' },
})
rootConnection('integrations', listIntegrations, {
  type: IntegrationConnection,
  description: 'Public integrations and those of your organizations, oldest first.',
})

mutation('publishIntegration', publishIntegration, {
  description: 'Publishes a version of an integration.',
  payload: {
    integration: { type: IntegrationType, description: 'The integration.', from: (row) => row },
  },
})
mutation('unpublishIntegration', unpublishIntegration, {
  description:
    'Unpublishes an integration and ends its installations. Succeeds if it was unpublished before.',
  payload: {
    deletedId: {
      type: 'ID',
      nullable: true,
      description: 'The ID of the integration. Null if it was unpublished before.',
      from: ({ deletedId }) => deletedId,
    },
  },
})

eventSubject({
  name: 'integration',
  within: 'organization',
  what: 'the integration',
  type: IntegrationType,
  loader: integrationById,
})
