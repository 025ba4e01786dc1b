import { DomainError, forbidden, invalidInput, notFound } from '../../../core/errors.ts'
import type { EventType } from '../../../core/events/events.ts'
import { newId } from '../../../core/ids.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import {
  getOrganizationNamed,
  getOrganizationRow,
  type OrganizationRow,
  organizationById,
  reachOfOrganization,
} from '../../organizations/index.ts'
import type { Level } from '../declaration.model.ts'
import { tellTunnel } from '../development/tell-tunnel.ts'
import { findIntegration, getIntegrationRow, type IntegrationRow } from '../integrations.loaders.ts'
import { mayManageInstallations } from '../integrations.policy.ts'
import { type Configuration, declarationOf, problemsOf } from './configuration.ts'
import {
  findInstallation,
  getInstallationRow,
  type InstallationAt,
  type InstallationRow,
  installationIn,
  installationsOfIntegration,
  installationsOfOrganization,
} from './installations.loaders.ts'
import {
  ExternalIdFilter,
  GetInstallation,
  GetStatus,
  InstallIntegration,
  ListInstallations,
  ListOrganizationInstallations,
  ListStatuses,
  UninstallIntegration,
  UpdateInstallation,
} from './installations.model.ts'

/** The number of integrations that an organization can install. */
const MAX_INSTALLATIONS = 200

/** The organization, if the viewer manages its installations. */
async function getManaged({ reads }: Context, organizationId: string): Promise<OrganizationRow> {
  const organization = await getOrganizationRow(reads, organizationId)
  requireMayManage(organization)
  return organization
}

export function requireMayManage(organization: OrganizationRow): void {
  if (mayManageInstallations(reachOfOrganization(organization))) return
  throw forbidden('You need the admin role in the organization to see and change its integrations.')
}

export const listInstallations = listOperation({
  id: 'integrationInstallations.list',
  input: ListInstallations,
  filters: ExternalIdFilter,
  scope: 'integration:installations:read',
  parent: (ctx, { integrationName }) => getIntegrationRow(ctx.reads, integrationName),
  list: () => installationsOfIntegration,
})

const guard = async (_ctx: Context, organization: OrganizationRow) => requireMayManage(organization)

export const listOrganizationInstallations = listOperation({
  id: 'integrationInstallations.listOfOrganization',
  input: ListOrganizationInstallations,
  filters: NoFilters,
  scope: 'integration:installations:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard,
  list: () => installationsOfOrganization,
})

/** The same, as the status of each installed integration. */
export const listStatuses = listOperation({
  id: 'integrationInstallations.listStatuses',
  input: ListStatuses,
  filters: NoFilters,
  scope: 'integration:installations:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard,
  list: () => installationsOfOrganization,
})

/** Whether an organization has installed an integration. */
export interface IntegrationStatus {
  integrationName: string
  installation: InstallationRow | null
}

export const getStatus = readOperation({
  id: 'integrationInstallations.getStatus',
  input: GetStatus,
  scope: 'integration:installations:read',
  read: async (ctx, { organizationId, integrationName }): Promise<IntegrationStatus> => {
    await getManaged(ctx, organizationId)
    const installation = await ctx.reads.load(installationIn, [organizationId, integrationName])
    if (!installation) await getIntegrationRow(ctx.reads, integrationName)
    return { integrationName, installation }
  },
})

export const getInstallation = readOperation({
  id: 'integrationInstallations.get',
  input: GetInstallation,
  scope: 'integration:installations:read',
  read: (ctx, at) => getInstallationRow(ctx.reads, at),
})

export const installIntegration = operation({
  id: 'integrationInstallations.install',
  input: InstallIntegration,
  scope: 'integration:installations:write',
  writes: true,
  authorize: async (ctx, { integrationName, organization: name }) => {
    const organization = await getOrganizationNamed(ctx.reads, name)
    const integration = await findIntegration(ctx.reads, integrationName)
    if (!integration) throw notFound('This integration')
    requireMayManage(organization)
    return { organization, integration: requireInstallable(integration, organization) }
  },
  run: async (ctx, _input, { organization: { id: organizationId }, integration }) => {
    const integrationId = integration.id
    if ((await ctx.tx.integrationInstallation.count({ where: { organizationId } })) >= MAX_INSTALLATIONS) {
      throw new DomainError(
        'conflict',
        `An organization can have at most ${MAX_INSTALLATIONS} installations. Uninstall an integration first.`,
      )
    }
    const now = ctx.now()
    const id = newId('IntegrationInstallation')
    // The unique index decides between concurrent requests.
    const { count } = await ctx.tx.integrationInstallation.createMany({
      data: { id, integrationId, organizationId, configuration: {}, createdAt: now, updatedAt: now },
      skipDuplicates: true,
    })
    if (count === 0) {
      throw new DomainError('conflict', `The organization has already installed "${integration.name}".`)
    }
    await emitAbout(ctx, { id, integrationId, organizationId }, 'integration.installed')
    return readAgain(ctx, id)
  },
})

/** A private integration is for the organization that owns it. */
function requireInstallable(integration: IntegrationRow, { id }: OrganizationRow): IntegrationRow {
  if (integration.visibility !== 'private' || integration.organizationId === id) return integration
  throw forbidden('This integration is private. It can be installed only in the organization that owns it.')
}

export const updateInstallation = operation({
  id: 'integrationInstallations.update',
  input: UpdateInstallation,
  scope: 'integration:installations:write',
  writes: true,
  authorize: (ctx, at) => getInstallationRow(ctx.reads, at),
  changes: (row) => rowOf('IntegrationInstallation', row),
  run: async (ctx, { configuration, externalIds, space_selection, site_selection }, row) => {
    const data = {
      ...configured(row.declarations, 'account', configuration),
      ...(externalIds ? { externalIds } : {}),
      ...(space_selection ? { spaceSelection: space_selection } : {}),
      ...(site_selection ? { siteSelection: site_selection } : {}),
    }
    if (Object.keys(data).length === 0) return row
    const { count } = await ctx.tx.integrationInstallation.updateMany({
      where: { id: row.id },
      data: { ...data, updatedAt: ctx.now() },
    })
    if (count === 0) throw notFound('This installation')
    await emitAbout(ctx, row, 'integration.configured')
    return readAgain(ctx, row.id)
  },
})

/** The configuration to store, if one is given and fits the declaration. */
export function configured(
  declarations: unknown,
  level: Level,
  configuration: Configuration | undefined,
): { configuration?: Prisma.InputJsonObject } {
  if (configuration === undefined) return {}
  const problems = problemsOf(declarationOf(declarations, level), configuration)
  if (problems.length > 0) throw invalidInput(...problems)
  return { configuration: configuration as Prisma.InputJsonObject }
}

/** Returns whether it existed: uninstalling again succeeds. */
export const uninstallIntegration = operation({
  id: 'integrationInstallations.uninstall',
  input: UninstallIntegration,
  scope: 'integration:installations:write',
  writes: true,
  authorize: (ctx, at) => findToUninstall(ctx, at),
  changes: (row) => rowOf('IntegrationInstallation', row),
  run: async (ctx, { installationId: id }, row) => {
    const { count } = row ? await ctx.tx.integrationInstallation.deleteMany({ where: { id } }) : { count: 0 }
    if (row && count > 0) await emitAbout(ctx, row, 'integration.uninstalled')
    return { existed: count > 0, deletedId: id }
  },
})

const FORMER = statement<{ organizationId: string }>({
  name: 'formerInstallation',
  // The condition and the expression match an index.
  text: `SELECT e."organizationId" FROM "Event" e WHERE e."type" = 'integration.uninstalled'
    AND e."subject" ->> 'installation' = $1 ORDER BY e."position" DESC LIMIT 1`,
})

/** The installation, or null if it was uninstalled before by someone whom the viewer could stand in for. */
export async function findToUninstall(
  ctx: WriteContext,
  at: InstallationAt,
): Promise<InstallationRow | null> {
  const row = await findInstallation(ctx.reads, at)
  if (row) return row
  const [former] = await ctx.reads.db.query(FORMER, [at.installationId])
  const organization = former && (await ctx.reads.load(organizationById, former.organizationId))
  if (organization && mayManageInstallations(reachOfOrganization(organization))) return null
  throw notFound('This installation')
}

async function readAgain(ctx: WriteContext, installationId: string): Promise<InstallationRow> {
  ctx.reads.forget()
  return getInstallationRow(ctx.reads, { installationId })
}

type Installed = Pick<InstallationRow, 'id' | 'integrationId' | 'organizationId'>

export async function emitAbout(
  ctx: WriteContext,
  { id: installationId, integrationId, organizationId }: Installed,
  type: EventType,
  place: { space?: string; site?: string } = {},
): Promise<void> {
  const subject = { integration: integrationId, installation: installationId, ...place }
  ctx.emit({ organizationId, type, subject })
  await tellTunnel(ctx, { integrationId, installationId, organizationId }, type, place)
}
