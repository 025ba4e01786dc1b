import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { deletion, listRoute, type Route, route, type View } from '../../../rest/route.ts'
import {
  RestScriptLoading,
  RestSiteScript,
  toRestScript,
  toRestScriptLoading,
} from '../../site-visitors/index.ts'
import { RestSite, requiredSite, toRestSites } from '../../sites/index.ts'
import { RestSpace, requiredSpace, toRestSpace } from '../../spaces/index.ts'
import { RestIntegration, toRestIntegrations } from '../integrations.rest.ts'
import {
  installationPath,
  installationsPath,
  installationUrl,
  integrationAppUrl,
  integrationPath,
  publicEndpoint,
} from '../integrations.urls.ts'
import {
  listOrganizationIntegrations,
  listSiteIntegrations,
  listSiteScripts,
  listSpaceIntegrations,
  listSpaceScripts,
} from './catalogue.service.ts'
import { statusOf } from './configuration.ts'
import { type InstallationRow, type PlacementRow, siteOf } from './installations.loaders.ts'
import { Selection, Status } from './installations.model.ts'
import {
  getInstallation,
  installIntegration,
  listInstallations,
  uninstallIntegration,
  updateInstallation,
} from './installations.service.ts'
import { onSites, onSpaces, type PlacementOperations } from './placements.service.ts'

const Configuration = z.record(z.string(), z.unknown())
type Configuration = z.input<typeof Configuration>

const endpoints = { publicEndpoint: z.string(), publicContentEndpoint: z.string() }

export const RestInstallation = z
  .object({
    id: z.string(),
    integration: z.string(),
    status: Status,
    space_selection: Selection,
    site_selection: Selection,
    spaces: z.int(),
    configuration: Configuration,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    externalIds: z.array(z.string()),
    target: z.object({ organization: z.string() }),
    urls: z.object({ location: z.string(), app: z.string(), ...endpoints }),
  })
  .meta({ id: 'IntegrationInstallation' })

/** Content is served from the same place. */
const endpointsOf = (
  urls: View['urls'],
  {
    integrationId: id,
    integrationVersion: version,
  }: Pick<PlacementRow, 'integrationId' | 'integrationVersion'>,
) => {
  const endpoint = publicEndpoint(urls, { id, version })
  return { publicEndpoint: endpoint, publicContentEndpoint: endpoint }
}

export const accountStatus = ({ declarations, configuration }: InstallationRow) =>
  statusOf(declarations, 'account', configuration)

export const toRestInstallation = (
  row: InstallationRow,
  { urls }: View,
): z.input<typeof RestInstallation> => ({
  id: row.id,
  integration: row.integrationName,
  status: accountStatus(row),
  space_selection: Selection.parse(row.spaceSelection),
  site_selection: Selection.parse(row.siteSelection),
  spaces: row.spaces,
  configuration: row.configuration as Configuration,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  externalIds: row.externalIds,
  target: { organization: row.organizationId },
  urls: {
    location: installationUrl(urls, row.integrationName, row.id),
    app: integrationAppUrl(urls, row.integrationName),
    ...endpointsOf(urls, row),
  },
})
const toRestInstallations = (rows: InstallationRow[], view: View) =>
  rows.map((row) => toRestInstallation(row, view))

const placed = {
  integration: z.string(),
  installation: z.string(),
  status: Status,
  configuration: Configuration,
  externalIds: z.array(z.string()),
  urls: z.object({ location: z.string(), ...endpoints }),
}
const RestSpaceInstallation = z
  .object({ ...placed, space: z.union([z.string(), RestSpace]) })
  .meta({ id: 'IntegrationSpaceInstallation' })
const RestSiteInstallation = z
  .object({ ...placed, site: z.union([z.string(), RestSite]), scriptLoading: RestScriptLoading })
  .meta({ id: 'IntegrationSiteInstallation' })

const placedShape = (row: PlacementRow, { urls }: View, noun: 'space' | 'site', placeId: string) => ({
  integration: row.integrationName,
  installation: row.installationId,
  status: statusOf(row.declarations, noun, row.configuration),
  configuration: row.configuration as Configuration,
  externalIds: row.externalIds,
  urls: {
    location: `${installationUrl(urls, row.integrationName, row.installationId)}/${noun}s/${placeId}`,
    ...endpointsOf(urls, row),
  },
})

/** Presents installations on one kind of place, with its id or, if `isExtended`, the whole resource. */
type PresentPlaced<Shape> = (rows: PlacementRow[], view: View, isExtended: boolean) => Promise<Shape[]>

const onSpace: PresentPlaced<z.input<typeof RestSpaceInstallation>> = (rows, view, isExtended) =>
  Promise.all(
    rows.map(async (row) => {
      const id = row.spaceId ?? ''
      const space = isExtended ? await toRestSpace(await view.caller.load(requiredSpace, id), view) : id
      return { ...placedShape(row, view, 'space', id), space }
    }),
  )

const onSite: PresentPlaced<z.input<typeof RestSiteInstallation>> = async (rows, view, isExtended) => {
  const ids = rows.map(({ siteId }) => siteId ?? '')
  const sites = isExtended
    ? await toRestSites(await Promise.all(ids.map((id) => view.caller.load(requiredSite, id))), view)
    : ids
  return rows.map((row, index) => ({
    ...placedShape(row, view, 'site', ids[index] ?? ''),
    site: sites[index] ?? '',
    scriptLoading: toRestScriptLoading(view.urls, siteOf(row)),
  }))
}

/** The routes of the installations on one kind of place. */
function placementRoutes<Shape extends z.ZodType>(
  operations: PlacementOperations,
  noun: 'space' | 'site',
  response: Shape,
  present: PresentPlaced<z.input<Shape>>,
): Route[] {
  const { list, listOfIntegration, get, install, update, uninstall } = operations
  const path = `${installationPath}/${noun}s`
  const one = `${path}/:${noun}Id`
  const single = (isExtended: boolean) => ({
    response,
    present: async (row: PlacementRow, view: View) => {
      const [item] = await present([row], view, isExtended)
      return item as z.input<Shape>
    },
  })
  const listed = {
    item: response,
    present: (rows: PlacementRow[], view: View, _parent: object, { extended }: { extended: boolean }) =>
      present(rows, view, extended),
  }
  return [
    listRoute(path, list, { ...listed, summary: `List the ${noun}s that an integration is installed on` }),
    route('POST', path, install, {
      ...single(false),
      summary: `Install an integration on a ${noun}`,
      status: 201,
      location: (row, { urls }) =>
        `${installationUrl(urls, row.integrationName, row.installationId)}/${noun}s/${row.spaceId ?? row.siteId}`,
    }),
    route('GET', one, get, {
      response,
      present: async (row, view) => {
        const [item] = await present([row], view, row.extended)
        return item as z.input<Shape>
      },
      summary: `Get the installation of an integration on a ${noun}`,
    }),
    route('PATCH', one, update, { ...single(false), summary: `Configure an integration on a ${noun}` }),
    deletion(one, uninstall, { summary: `Uninstall an integration from a ${noun}` }),
    listRoute(`${integrationPath}/${noun}s`, listOfIntegration, {
      ...listed,
      summary: `List the ${noun}s of your organizations that an integration is installed on`,
    }),
  ]
}

const installation = { response: RestInstallation, present: toRestInstallation }
const integrationsListed = { item: RestIntegration, present: toRestIntegrations }
const ORGANIZATION = '/orgs/:organizationId'

export const installationRoutes = [
  listRoute(installationsPath, listInstallations, {
    summary: 'List the installations of an integration in your organizations',
    item: RestInstallation,
    present: toRestInstallations,
  }),
  route('POST', installationsPath, installIntegration, {
    ...installation,
    summary: 'Install an integration in an organization',
    status: 201,
    location: (row, { urls }) => installationUrl(urls, row.integrationName, row.id),
  }),
  route('GET', installationPath, getInstallation, { ...installation, summary: 'Get an installation' }),
  route('PATCH', installationPath, updateInstallation, {
    ...installation,
    summary: 'Configure an installation, and select its spaces and sites',
  }),
  deletion(installationPath, uninstallIntegration, {
    summary: 'Uninstall an integration from an organization, its spaces and its sites',
  }),
  ...placementRoutes(onSpaces, 'space', RestSpaceInstallation, onSpace),
  ...placementRoutes(onSites, 'site', RestSiteInstallation, onSite),
  listRoute(`${ORGANIZATION}/integrations`, listOrganizationIntegrations, {
    ...integrationsListed,
    summary: 'List the integrations that an organization can install',
  }),
  listRoute('/spaces/:spaceId/integrations', listSpaceIntegrations, {
    ...integrationsListed,
    summary: 'List the integrations that are installed on a space',
  }),
  listRoute(`${ORGANIZATION}/sites/:siteId/integrations`, listSiteIntegrations, {
    ...integrationsListed,
    summary: 'List the integrations that are installed on a site',
  }),
  route('GET', '/spaces/:spaceId/integration-scripts', listSpaceScripts, {
    summary: 'List the scripts of integrations that pages of a space load on its sites',
    response: z.array(RestSiteScript.omit({ loading: true }).meta({ id: 'SpaceScript' })),
    present: (scripts, { urls }) =>
      scripts.map(({ path, contentSecurityPolicy, cookies }) => ({
        script: urls.open(path),
        contentSecurityPolicy: contentSecurityPolicy ?? undefined,
        cookies,
      })),
  }),
  route('GET', `${ORGANIZATION}/sites/:siteId/integration-scripts`, listSiteScripts, {
    summary: 'List the scripts of the integrations that are installed on a site',
    response: z.array(RestSiteScript),
    present: (scripts, { urls }) => scripts.map((script) => toRestScript(script, urls)),
  }),
]
