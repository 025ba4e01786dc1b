import { defineModule } from '../../core/operations/module.ts'
import { declareSiteScripts } from '../site-visitors/index.ts'
import { embedRoutes } from './embeds/embeds.rest.ts'
import { getEmbed, getEmbedInSpace } from './embeds/embeds.service.ts'
import {
  listOrganizationIntegrations,
  listSiteIntegrations,
  listSiteScripts,
  listSpaceIntegrations,
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
    listInstallations,
    listOrganizationInstallations,
    listStatuses,
    listOrganizationIntegrations,
    listSpaceIntegrations,
    listSiteIntegrations,
    ...[onSpaces, onSites].flatMap(({ list, listOfIntegration }) => [list, listOfIntegration]),
  ],
  routes: [...integrationRoutes, ...installationRoutes, ...installedRoutes, ...embedRoutes],
  downloads: ({ database }) => integrationDownloads(database),
  nodes: { Integration: integrationById, IntegrationInstallation: installationById },
})

export { integrationsOfSite, type SiteBlocks } from './installations/scripts.ts'
export { findScript } from './versions/downloads.ts'
