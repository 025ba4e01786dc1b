import { defineModule } from '../../core/operations/module.ts'
import { declareSiteScripts } from '../site-visitors/index.ts'
import { integrationEventById } from './development/development.loaders.ts'
import { developmentRoutes } from './development/development.rest.ts'
import {
  endDevelopment,
  getIntegrationEvent,
  listIntegrationEvents,
  setDevelopment,
} from './development/development.service.ts'
import { queueIntegrationTask, renderIntegration } from './development/requests.service.ts'
import { sendIntegrationEvent } from './development/send-event.job.ts'
import { SEND_EVENT } from './development/tell-tunnel.ts'
import { embedRoutes } from './embeds/embeds.rest.ts'
import { getEmbed, getEmbedInSpace } from './embeds/embeds.service.ts'
import {
  listOrganizationIntegrations,
  listSiteIntegrations,
  listSiteScripts,
  listSpaceIntegrations,
  listSpaceScripts,
} from './installations/catalogue.service.ts'
import { installationById } from './installations/installations.loaders.ts'
import { installationRoutes } from './installations/installations.rest.ts'
import {
  getInstallation,
  getStatus,
  installIntegration,
  listInstallations,
  listOrganizationInstallations,
  listStatuses,
  uninstallIntegration,
  updateInstallation,
} from './installations/installations.service.ts'
import { installedRoutes } from './installations/installed.rest.ts'
import { onSites, onSpaces } from './installations/placements.service.ts'
import { scriptsOfSite } from './installations/scripts.ts'
import { listSpaceBlocks } from './installations/space-blocks.ts'
import './embeds/embeds.graphql.ts'
import './development/development.graphql.ts'
import { facts } from './integrations.facts.ts'
import { integrationById } from './integrations.loaders.ts'
import { integrationRoutes } from './integrations.rest.ts'
import { getIntegration, listIntegrations } from './integrations.service.ts'
import { integrationDownloads } from './versions/downloads.ts'
import { publishIntegration, unpublishIntegration } from './versions/versions.service.ts'
import './integrations.graphql.ts'
import './installations/installations.graphql.ts'
import './installations/placements.graphql.ts'

declareSiteScripts(scriptsOfSite)

export const integrations = defineModule({
  name: 'integrations',
  facts,
  operations: [
    getIntegration,
    publishIntegration,
    unpublishIntegration,
    getInstallation,
    installIntegration,
    updateInstallation,
    uninstallIntegration,
    getStatus,
    listSiteScripts,
    listSpaceScripts,
    setDevelopment,
    queueIntegrationTask,
    renderIntegration,
    endDevelopment,
    getIntegrationEvent,
    listSpaceBlocks,
    getEmbed,
    getEmbedInSpace,
    ...[onSpaces, onSites].flatMap(({ get, install, update, uninstall }) => [
      get,
      install,
      update,
      uninstall,
    ]),
  ],
  lists: [
    listIntegrations,
    listIntegrationEvents,
    listInstallations,
    listOrganizationInstallations,
    listStatuses,
    listOrganizationIntegrations,
    listSpaceIntegrations,
    listSiteIntegrations,
    ...[onSpaces, onSites].flatMap(({ list, listOfIntegration }) => [list, listOfIntegration]),
  ],
  routes: [
    ...integrationRoutes,
    ...installationRoutes,
    ...installedRoutes,
    ...embedRoutes,
    ...developmentRoutes,
  ],
  downloads: ({ database }) => integrationDownloads(database),
  jobs: { [SEND_EVENT]: sendIntegrationEvent },
  nodes: {
    Integration: integrationById,
    IntegrationInstallation: installationById,
    IntegrationEvent: integrationEventById,
  },
})

export { integrationsOfSite, type SiteBlocks } from './installations/scripts.ts'
export { findScript } from './versions/downloads.ts'
