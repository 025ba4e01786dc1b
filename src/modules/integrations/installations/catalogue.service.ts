import { forbidden } from '../../../core/errors.ts'
import { listOperation, readOperation } from '../../../core/operations/operation.ts'
import type { Space } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { getOrganizationRow, mayAdministrate } from '../../organizations/index.ts'
import { getSiteRow, type SiteRow, siteRole } from '../../sites/index.ts'
import { getSpaceRow, reachOf } from '../../spaces/index.ts'
import { installedIntegrations, integrationsForOrganization } from '../integrations.loaders.ts'
import {
  ListOrganizationIntegrations,
  ListSiteIntegrations,
  ListSiteScripts,
  ListSpaceIntegrations,
  ListSpaceScripts,
  SearchFilter,
} from './installations.model.ts'
import { requireMayManage } from './installations.service.ts'
import { scriptsOfSite, scriptsOfSites } from './scripts.ts'

const NEEDED = 'You need the admin role in the organization to see the integrations of this'

/** What an organization can install. */
export const listOrganizationIntegrations = listOperation({
  id: 'integrations.listOfOrganization',
  input: ListOrganizationIntegrations,
  filters: SearchFilter,
  scope: 'integration:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard: async (_ctx, organization) => requireMayManage(organization),
  list: () => integrationsForOrganization,
})

const OF_SPACE = installedIntegrations<Space>(
  'integrationsOfSpace',
  `SELECT n."integrationId" FROM "Space" s JOIN "IntegrationInstallation" n ON n."organizationId" = s."organizationId"
    WHERE s."id" = p.key AND (n."spaceSelection" = 'all' OR EXISTS (SELECT 1 FROM "IntegrationPlacement" c
      WHERE c."installationId" = n."id" AND c."spaceId" = p.key))`,
)

/** The integrations that are installed on a space, by itself or with all spaces. */
export const listSpaceIntegrations = listOperation({
  id: 'integrations.listOfSpace',
  input: ListSpaceIntegrations,
  filters: SearchFilter,
  scope: 'integration:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  guard: async (ctx, { id }) => {
    const { memberRole } = await reachOf(ctx.reads, id)
    if (!mayAdministrate({ role: memberRole })) throw forbidden(`${NEEDED} space.`)
  },
  list: () => OF_SPACE,
})

const OF_SITE = installedIntegrations<SiteRow>(
  'integrationsOfSite',
  `SELECT n."integrationId" FROM "Site" i JOIN "IntegrationInstallation" n ON n."organizationId" = i."organizationId"
    WHERE i."id" = p.key AND (n."siteSelection" = 'all' OR EXISTS (SELECT 1 FROM "IntegrationPlacement" c
      WHERE c."installationId" = n."id" AND c."siteId" = p.key))`,
)

/** The integrations that are installed on a site, by itself or with all sites. */
export const listSiteIntegrations = listOperation({
  id: 'integrations.listOfSite',
  input: ListSiteIntegrations,
  filters: SearchFilter,
  scope: 'integration:read',
  parent: (ctx, at) => getSiteRow(ctx.reads, at),
  guard: async (_ctx, { viewerRole }) => {
    if (!mayAdministrate({ role: viewerRole })) throw forbidden(`${NEEDED} site.`)
  },
  list: () => OF_SITE,
})

/** The scripts that pages of a site load, also while it is not published. */
export const listSiteScripts = readOperation({
  id: 'integrations.listScripts',
  input: ListSiteScripts,
  scope: 'site:read',
  read: async (ctx, at) => {
    const site = await getSiteRow(ctx.reads, at)
    const scripts = await scriptsOfSite(ctx.reads.db, site.id)
    return scripts.map((script) => ({ ...script, site }))
  },
})

/** The most sites of a space whose scripts are listed. */
const MAX_SITES = 1_000

const SITES_OF_SPACE = statement<{ id: string }>({
  name: 'sitesOfSpaceWithScripts',
  text: `SELECT DISTINCT x."siteId" AS "id" FROM "SiteSpace" x JOIN "Site" i ON i."id" = x."siteId"
    JOIN "Member" m ON m."organizationId" = i."organizationId" AND m."userId" = $2 AND NOT m."disabled"
    WHERE x."spaceId" = $1 AND ${siteRole('i."id"', '$2')} IS NOT NULL ORDER BY 1 LIMIT ${MAX_SITES}`,
})

/** The scripts that pages of a space load on the sites that the viewer can see. */
export const listSpaceScripts = readOperation({
  id: 'integrations.listScriptsOfSpace',
  input: ListSpaceScripts,
  scope: 'site:read',
  read: async (ctx, { spaceId }) => {
    const space = await getSpaceRow(ctx.reads, spaceId)
    const sites = await ctx.reads.db.query(SITES_OF_SPACE, [space.id, ctx.viewer.userId])
    return scriptsOfSites(
      ctx.reads.db,
      sites.map(({ id }) => id),
    )
  },
})
