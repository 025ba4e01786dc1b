import { DomainError, invalidField, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { getSiteRow } from '../../sites/index.ts'
import { getSpaceRow } from '../../spaces/index.ts'
import { getIntegrationRow } from '../integrations.loaders.ts'
import {
  findInstallation,
  getInstallationRow,
  type InstallationAt,
  type InstallationRow,
  type PlaceKey,
  type PlacementRow,
  placementAt,
  placementsOfInstallation,
  placementsOfIntegration,
} from './installations.loaders.ts'
import { ExternalIdFilter, placementInputs, siteId, spaceId } from './installations.model.ts'
import { configured, emitAbout, findToUninstall } from './installations.service.ts'

interface PlaceKind {
  noun: 'space' | 'site'
  /** The path parameter, and the column. */
  key: PlaceKey
  /** The name of the place in the input that installs on it. */
  body: string
  id: typeof spaceId
  /** Loads the place, which the viewer must be able to see. */
  find: (ctx: Context, id: string) => Promise<{ organizationId: string }>
}

/** The operations on the installations on spaces, or those on sites. */
function placementOperations({ noun, key, body, id: idOf, find }: PlaceKind) {
  const inputs = placementInputs(key, body, idOf)
  const ofInstallation = placementsOfInstallation(key)
  const ofIntegration = placementsOfIntegration(key)
  const prefix = noun === 'space' ? 'integrationSpaces' : 'integrationSites'
  const what = `This installation on a ${noun}`
  /** Inputs have the place under a name of its kind, which their types do not have. */
  const placeIn = (input: object, name: string) => (input as Record<string, string>)[name] ?? ''

  const findRow = (ctx: Context, { id }: InstallationRow, placeId: string): Promise<PlacementRow | null> =>
    ctx.reads.load(placementAt[key], [id, placeId])
  const getRow = async (ctx: Context, at: InstallationAt): Promise<PlacementRow> => {
    const row = await findRow(ctx, await getInstallationRow(ctx.reads, at), placeIn(at, key))
    if (!row) throw notFound(what)
    return row
  }
  const readAgain = (ctx: WriteContext, at: InstallationAt): Promise<PlacementRow> => {
    ctx.reads.forget()
    return getRow(ctx, at)
  }
  const installed = ({ installationId: id, integrationId, organizationId }: PlacementRow) => ({
    id,
    integrationId,
    organizationId,
  })

  return {
    list: listOperation({
      id: `${prefix}.list`,
      input: inputs.list,
      filters: ExternalIdFilter,
      scope: 'integration:installations:read',
      parent: (ctx, at) => getInstallationRow(ctx.reads, at),
      list: () => ofInstallation,
    }),
    listOfIntegration: listOperation({
      id: `${prefix}.listOfIntegration`,
      input: inputs.listOfIntegration,
      filters: ExternalIdFilter,
      scope: 'integration:installations:read',
      parent: (ctx, { integrationName }) => getIntegrationRow(ctx.reads, integrationName),
      list: () => ofIntegration,
    }),
    get: readOperation({
      id: `${prefix}.get`,
      input: inputs.get,
      scope: 'integration:installations:read',
      read: async (ctx, at) => ({ ...(await getRow(ctx, at)), extended: at.extended }),
    }),
    install: operation({
      id: `${prefix}.install`,
      input: inputs.install,
      scope: 'integration:installations:write',
      writes: true,
      authorize: async (ctx, at) => {
        const installation = await getInstallationRow(ctx.reads, at)
        const place = await find(ctx, placeIn(at, body))
        if (place.organizationId === installation.organizationId) return installation
        throw invalidField(body, `must be a ${noun} of the organization that has installed the integration`)
      },
      run: async (ctx, input, installation) => {
        const placeId = placeIn(input, body)
        await requireTarget(ctx, installation, noun)
        const now = ctx.now()
        const { count } = await ctx.tx.integrationPlacement.createMany({
          data: {
            id: newId('IntegrationPlacement'),
            installationId: installation.id,
            [key]: placeId,
            configuration: {},
            createdAt: now,
            updatedAt: now,
          },
          skipDuplicates: true,
        })
        if (count === 0)
          throw new DomainError('conflict', `The integration is already installed on this ${noun}.`)
        await emitAbout(ctx, installation, 'integration.installed', { [noun]: placeId })
        const at = { installationId: installation.id, [key]: placeId }
        return readAgain(ctx, at)
      },
    }),
    update: operation({
      id: `${prefix}.update`,
      input: inputs.update,
      scope: 'integration:installations:write',
      writes: true,
      authorize: (ctx, at) => getRow(ctx, at),
      changes: (row) => rowOf('IntegrationPlacement', row),
      run: async (ctx, input, row) => {
        const { configuration, externalIds } = input
        const data = {
          ...configured(row.declarations, noun, configuration),
          ...(externalIds ? { externalIds } : {}),
        }
        if (Object.keys(data).length === 0) return row
        const { count } = await ctx.tx.integrationPlacement.updateMany({
          where: { id: row.id },
          data: { ...data, updatedAt: ctx.now() },
        })
        if (count === 0) throw notFound(what)
        await emitAbout(ctx, installed(row), 'integration.configured', { [noun]: placeIn(input, key) })
        return readAgain(ctx, input)
      },
    }),
    uninstall: operation({
      id: `${prefix}.uninstall`,
      input: inputs.uninstall,
      scope: 'integration:installations:write',
      writes: true,
      authorize: async (ctx, at) => {
        const installation = await findInstallation(ctx.reads, at)
        if (installation) return findRow(ctx, installation, placeIn(at, key))
        await findToUninstall(ctx, at)
        return null
      },
      changes: (row) => rowOf('IntegrationPlacement', row),
      run: async (ctx, input, row) => {
        const deletedId = placeIn(input, key)
        const { count } = row
          ? await ctx.tx.integrationPlacement.deleteMany({ where: { id: row.id } })
          : { count: 0 }
        if (row && count > 0)
          await emitAbout(ctx, installed(row), 'integration.uninstalled', { [noun]: deletedId })
        return { existed: count > 0, deletedId }
      },
    }),
  }
}

async function requireTarget(
  { tx }: WriteContext,
  { integrationId, integrationName }: InstallationRow,
  noun: 'space' | 'site',
): Promise<void> {
  const { target } = await tx.integration.findUniqueOrThrow({
    where: { id: integrationId },
    select: { target: true },
  })
  if (target === 'all' || target === noun) return
  throw new DomainError(
    'conflict',
    `The integration "${integrationName}" cannot be installed on a ${noun}: its target is ${target}.`,
  )
}

export type PlacementOperations = ReturnType<typeof placementOperations>

export const onSpaces = placementOperations({
  noun: 'space',
  key: 'spaceId',
  body: 'space',
  id: spaceId,
  find: (ctx, id) => getSpaceRow(ctx.reads, id),
})

export const onSites = placementOperations({
  noun: 'site',
  key: 'siteId',
  body: 'siteId',
  id: siteId,
  find: (ctx, id) => getSiteRow(ctx.reads, { siteId: id }),
})
