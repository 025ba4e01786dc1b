import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { deletedPayload, mutation, nestedField, queryField } from '../../../graphql/field.ts'
import { eventSubject } from '../../../graphql/subscriptions/event-subjects.ts'
import { OrganizationType, requiredOrganization } from '../../organizations/index.ts'
import { type SiteScript, SiteScriptType } from '../../site-visitors/index.ts'
import { SiteType } from '../../sites/index.ts'
import { SpaceType } from '../../spaces/index.ts'
import { BlockType } from '../declarations.graphql.ts'
import { IntegrationConnection, IntegrationType } from '../integrations.graphql.ts'
import { integrationById } from '../integrations.loaders.ts'
import { installationUrl, integrationAppUrl, publicEndpoint } from '../integrations.urls.ts'
import {
  listOrganizationIntegrations,
  listSiteIntegrations,
  listSiteScripts,
  listSpaceIntegrations,
  listSpaceScripts,
} from './catalogue.service.ts'
import { statusOf } from './configuration.ts'
import { type InstallationRow, installationById } from './installations.loaders.ts'
import { Selection } from './installations.model.ts'
import {
  getInstallation,
  getStatus,
  type IntegrationStatus,
  installIntegration,
  listInstallations,
  listOrganizationInstallations,
  listStatuses,
  uninstallIntegration,
  updateInstallation,
} from './installations.service.ts'
import { addInstalledFields, StatusEnum } from './installed-fields.graphql.ts'
import { listSpaceBlocks, type SpaceBlocks } from './space-blocks.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    IntegrationInstallation: InstallationRow
  }
}

const SelectionEnum = graphqlEnum(
  'IntegrationSelection',
  Selection,
  'The spaces or sites that an integration is installed on.',
  { all: 'All of the organization, also later ones.', selected: 'Those that were selected.' },
)

const UrlsType = builder.objectRef<InstallationRow>('IntegrationInstallationUrls').implement({
  description: 'The URLs of an installation.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The URL of the resource in the REST API.',
      resolve: ({ integrationName, id }, _args, { urls }) => installationUrl(urls, integrationName, id),
    }),
    app: t.field({
      type: 'URL',
      description: 'The URL of the integration in the app.',
      resolve: ({ integrationName }, _args, { urls }) => integrationAppUrl(urls, integrationName),
    }),
    publicEndpoint: t.field({
      type: 'URL',
      description: 'The URL below which the script of the integration is served.',
      resolve: ({ integrationId: id, integrationVersion: version }, _args, { urls }) =>
        publicEndpoint(urls, { id, version }),
    }),
  }),
})

export const InstallationType = builder.prismaNode('IntegrationInstallation', {
  description: 'An integration that is installed in an organization.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    spaceSelection: t.field({
      type: SelectionEnum,
      description: 'The spaces that it is installed on.',
      resolve: ({ spaceSelection }) => Selection.parse(spaceSelection),
    }),
    siteSelection: t.field({
      type: SelectionEnum,
      description: 'The sites that it is installed on.',
      resolve: ({ siteSelection }) => Selection.parse(siteSelection),
    }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    integration: t.field({
      type: IntegrationType,
      nullable: true,
      description: 'The integration. Null if it has become private to another organization.',
      resolve: ({ integrationId }, _args, { caller }) => caller.load(integrationById, integrationId),
    }),
  }),
})
const InstallationConnection = connectionType('IntegrationInstallation', InstallationType)

addInstalledFields(InstallationType, 'account')
builder.objectFields(InstallationType, (t) => ({
  urls: t.field({ type: UrlsType, description: 'The URLs of the installation.', resolve: (row) => row }),
}))

const IntegrationStatusType = builder.objectRef<IntegrationStatus>('IntegrationStatus').implement({
  description: 'Whether an organization has installed an integration.',
  fields: (t) => ({
    integrationName: t.exposeString('integrationName', { description: 'The name of the integration.' }),
    installed: t.boolean({
      description: 'Whether it is installed.',
      resolve: ({ installation }) => installation !== null,
    }),
    status: t.field({
      type: StatusEnum,
      nullable: true,
      description: 'Whether the installation works. Null if it is not installed.',
      resolve: ({ installation }) =>
        installation && statusOf(installation.declarations, 'account', installation.configuration),
    }),
    installation: t.field({
      type: InstallationType,
      nullable: true,
      description: 'The installation. Null if it is not installed.',
      resolve: ({ installation }) => installation,
    }),
  }),
})
const InstalledStatusType = builder.objectRef<InstallationRow>('InstalledIntegrationStatus').implement({
  description: 'The status of an installed integration.',
  fields: (t) => ({
    integrationName: t.exposeString('integrationName', { description: 'The name of the integration.' }),
    status: t.field({
      type: StatusEnum,
      description: 'Whether the installation works.',
      resolve: ({ declarations, configuration }) => statusOf(declarations, 'account', configuration),
    }),
    installation: t.field({
      type: InstallationType,
      description: 'The installation.',
      resolve: (row) => row,
    }),
  }),
})

queryField('integrationInstallation', getInstallation, {
  type: InstallationType,
  description: 'An installation by its ID.',
  rename: { installationId: 'id' },
  omit: ['integrationName'],
})
connection(IntegrationType, 'installations', listInstallations, {
  type: InstallationConnection,
  description: 'The installations in organizations that you administrate, oldest first.',
})
connection(OrganizationType, 'installations', listOrganizationInstallations, {
  type: InstallationConnection,
  nullable: true,
  description: 'The installed integrations, oldest first. Requires the admin role.',
})
connection(OrganizationType, 'integrations', listOrganizationIntegrations, {
  type: IntegrationConnection,
  nullable: true,
  description: 'The integrations that the organization can install, oldest first. Requires the admin role.',
})
connection(OrganizationType, 'integrationStatuses', listStatuses, {
  type: connectionType('InstalledIntegrationStatus', InstalledStatusType),
  nullable: true,
  description: 'The status of the installed integrations. Requires the admin role.',
})
nestedField(OrganizationType, 'integrationStatus', getStatus, {
  type: IntegrationStatusType,
  isLookup: true,
  description:
    'Whether the organization has installed an integration. Null if the integration does not exist. Requires the admin role.',
  rename: { integrationName: 'name' },
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})
connection(SpaceType, 'integrations', listSpaceIntegrations, {
  type: IntegrationConnection,
  nullable: true,
  description: 'The integrations that are installed on the space, oldest first. Requires the admin role.',
})
connection(SiteType, 'integrations', listSiteIntegrations, {
  type: IntegrationConnection,
  nullable: true,
  description: 'The integrations that are installed on the site, oldest first. Requires the admin role.',
})
const SpaceBlocksType = builder.objectRef<SpaceBlocks>('SpaceIntegrationBlocks').implement({
  description: 'The blocks of an integration that is installed on a space.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the integration.' }),
    blocks: t.field({ type: [BlockType], description: 'Its blocks.', resolve: ({ blocks }) => blocks }),
  }),
})
nestedField(SpaceType, 'integrationBlocks', listSpaceBlocks, {
  type: [SpaceBlocksType],
  isLookup: true,
  description:
    'The blocks of the integrations that are installed on the space, the oldest installation first. Null if the space is deleted.',
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId'],
})
const SpaceScriptType = builder.objectRef<SiteScript>('SpaceScript').implement({
  description: 'A script of an integration that pages of a space load on a site.',
  fields: (t) => ({
    script: t.field({
      type: 'URL',
      description: 'The URL of the script.',
      resolve: ({ path }, _args, { urls }) => urls.open(path),
    }),
    contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
      nullable: true,
      description: 'The content security policy that the script needs.',
    }),
    cookies: t.exposeBoolean('cookies', { description: 'Whether the script uses cookies.' }),
  }),
})
nestedField(SpaceType, 'integrationScripts', listSpaceScripts, {
  type: [SpaceScriptType],
  isLookup: true,
  description:
    'The scripts of integrations that its pages load on the sites that are visible to you. Null if the space is deleted.',
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId'],
})
nestedField(SiteType, 'integrationScripts', listSiteScripts, {
  type: [SiteScriptType],
  description: 'The scripts of the integrations that are installed on the site.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId'],
  omit: ['organizationId'],
})

const installation = {
  type: InstallationType,
  description: 'The installation.',
  from: (row: InstallationRow) => row,
}

mutation('installIntegration', installIntegration, {
  description: 'Installs an integration in an organization.',
  payload: { installation },
})
mutation('updateIntegrationInstallation', updateInstallation, {
  description: 'Configures an installation, and selects its spaces and sites.',
  omit: ['integrationName'],
  payload: { installation },
})
mutation('uninstallIntegration', uninstallIntegration, {
  description:
    'Uninstalls an integration from an organization, its spaces and its sites. Succeeds if it was uninstalled before.',
  omit: ['integrationName'],
  payload: deletedPayload(),
})

eventSubject({
  name: 'installation',
  within: 'organization',
  what: 'the installation',
  type: InstallationType,
  loader: installationById,
})
