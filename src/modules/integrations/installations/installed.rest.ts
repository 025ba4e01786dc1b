import { z } from 'zod'
import { listRoute, route, type View } from '../../../rest/route.ts'
import { Blocks } from '../declaration.model.ts'
import { RestIntegration, toRestIntegrations } from '../integrations.rest.ts'
import { type InstallationRow, installedIntegration } from './installations.loaders.ts'
import { Status } from './installations.model.ts'
import { accountStatus, RestInstallation, toRestInstallation } from './installations.rest.ts'
import {
  getStatus,
  type IntegrationStatus,
  listOrganizationInstallations,
  listStatuses,
} from './installations.service.ts'
import { listSpaceBlocks } from './space-blocks.ts'

/** An installation beside its integration. */
const RestInstalled = z
  .object({ integration: RestIntegration, installation: RestInstallation })
  .meta({ id: 'InstalledIntegration' })

/** Installations with their integrations, which are read together. */
async function withIntegrations<Item>(
  rows: InstallationRow[],
  view: View,
  present: (row: InstallationRow, integration: z.input<typeof RestIntegration>) => Item,
): Promise<Item[]> {
  const found = await Promise.all(
    rows.map((row) => view.caller.load(installedIntegration, row.integrationId)),
  )
  const integrations = await toRestIntegrations(
    found.filter((row) => row !== null),
    view,
  )
  const byId = new Map(integrations.map((integration) => [integration.id, integration]))
  return rows.flatMap((row) => {
    const integration = byId.get(row.integrationId)
    return integration ? [present(row, integration)] : []
  })
}

const RestStatus = z
  .object({
    integration: z.string(),
    installed: z.boolean(),
    installation: z.string().optional(),
    status: Status.optional(),
  })
  .meta({ id: 'IntegrationInstallationStatus' })

const toRestStatus = ({ integrationName, installation }: IntegrationStatus): z.input<typeof RestStatus> => ({
  integration: integrationName,
  installed: installation !== null,
  ...(installation && { installation: installation.id, status: accountStatus(installation) }),
})

const RestInstalledStatus = z
  .object({
    integration: RestIntegration,
    status: Status,
    installation: z.string(),
    target: z.object({ type: z.literal('organization'), organizationId: z.string() }),
  })
  .meta({ id: 'InstalledIntegrationStatus' })

const ORGANIZATION = '/orgs/:organizationId'

const RestSpaceBlocks = z.object({ name: z.string(), blocks: Blocks }).meta({ id: 'SpaceIntegrationBlocks' })

/** The routes of what an organization has installed. */
export const installedRoutes = [
  route('GET', '/spaces/:spaceId/integration-blocks', listSpaceBlocks, {
    summary: 'List the blocks of the integrations that are installed on a space',
    response: z.array(RestSpaceBlocks),
    present: (integrations) => integrations,
  }),
  listRoute(`${ORGANIZATION}/installations`, listOrganizationInstallations, {
    summary: 'List the installations of an organization and their integrations',
    item: RestInstalled,
    present: (rows, view) =>
      withIntegrations(rows, view, (row, integration) => ({
        integration,
        installation: toRestInstallation(row, view),
      })),
  }),
  listRoute(`${ORGANIZATION}/integrations/installations-status`, listStatuses, {
    summary: 'List the status of the installed integrations of an organization',
    item: RestInstalledStatus,
    present: (rows, view) =>
      withIntegrations(rows, view, (row, integration) => ({
        integration,
        status: accountStatus(row),
        installation: row.id,
        target: { type: 'organization', organizationId: row.organizationId },
      })),
  }),
  route('GET', `${ORGANIZATION}/integrations/:integrationName/installation_status`, getStatus, {
    summary: 'Get whether an organization has installed an integration',
    response: RestStatus,
    present: toRestStatus,
  }),
]
