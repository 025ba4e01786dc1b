import { type Connection, connectionOf, listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import { enumOf, value } from './apis-integrations.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

type Who = { token: string } | null

export interface InstallationView {
  id: string
  integration: string
  status: string
  space_selection: string
  site_selection: string
  configuration: object
  externalIds: string[]
  urls: { location: string; app: string; publicEndpoint: string }
}
export interface PlacementView {
  integration: string
  installation: string
  status: string
  configuration: object
  externalIds: string[]
  place: string
}
interface StatusView {
  installed: boolean
  status?: string
}
export interface ScriptView {
  script: string
  contentSecurityPolicy?: string
  cookies: boolean
}
type Noun = 'space' | 'site'

/** What one caller can do with installations. */
export interface InstallationsApi {
  list(name: string, externalId?: string): Attempt<Listed<InstallationView>>
  listOf(organizationId: string): Attempt<Listed<InstallationView>>
  status(organizationId: string, name: string): Attempt<StatusView>
  statuses(organizationId: string): Attempt<Listed<{ integration: string; status: string }>>
  install(name: string, organization: string): Attempt<InstallationView>
  get(name: string, id: string): Attempt<InstallationView>
  update(name: string, id: string, change: object): Attempt<InstallationView>
  uninstall(name: string, id: string): Attempt<unknown>
  placements(noun: Noun, name: string, id: string, externalId?: string): Attempt<Listed<PlacementView>>
  placementsOf(noun: Noun, name: string): Attempt<Listed<PlacementView>>
  place(noun: Noun, name: string, id: string, placeId: string): Attempt<PlacementView>
  placement(noun: Noun, name: string, id: string, placeId: string): Attempt<PlacementView>
  updatePlacement(
    noun: Noun,
    name: string,
    id: string,
    placeId: string,
    change: object,
  ): Attempt<PlacementView>
  displace(noun: Noun, name: string, id: string, placeId: string): Attempt<unknown>
  available(organizationId: string, search?: string): Attempt<string[]>
  installedOn(noun: Noun, organizationId: string, placeId: string): Attempt<string[]>
  scripts(organizationId: string, siteId: string): Attempt<ScriptView[]>
  published(organizationId: string, siteId: string): Attempt<ScriptView[]>
}

const installationView = (row: InstallationView): InstallationView => ({
  id: row.id,
  integration: row.integration,
  status: row.status,
  space_selection: row.space_selection,
  site_selection: row.site_selection,
  configuration: row.configuration,
  externalIds: row.externalIds,
  urls: { location: row.urls.location, app: row.urls.app, publicEndpoint: row.urls.publicEndpoint },
})
type RestPlacement = Omit<PlacementView, 'place'> & { space?: string; site?: string }
const placementView = ({ space, site, ...row }: RestPlacement): PlacementView => ({
  integration: row.integration,
  installation: row.installation,
  status: row.status,
  configuration: row.configuration,
  externalIds: row.externalIds,
  place: space ?? site ?? '',
})
const namesIn = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const externalQuery = (externalId?: string) => (externalId === undefined ? {} : { query: { externalId } })

function restInstallations(t: TestApp, who: Who): InstallationsApi {
  const ask = restAsker(t, who)
  const at = (name: string, id = '') => `/integrations/${name}/installations${id && `/${id}`}`
  const placed = (noun: Noun, name: string, id: string, placeId = '') =>
    `${at(name, id)}/${noun}s${placeId && `/${placeId}`}`
  return {
    list: (name, externalId) => ask('GET', at(name), listedRest(installationView), externalQuery(externalId)),
    listOf: (id) =>
      ask(
        'GET',
        `/orgs/${id}/installations`,
        listedRest(({ installation }: { installation: InstallationView }) => installationView(installation)),
      ),
    status: (id, name) =>
      ask('GET', `/orgs/${id}/integrations/${name}/installation_status`, (body: StatusView) =>
        plain<StatusView>({ installed: body.installed, status: body.status }),
      ),
    statuses: (id) =>
      ask(
        'GET',
        `/orgs/${id}/integrations/installations-status`,
        listedRest(({ integration, status }: { integration: { name: string }; status: string }) => ({
          integration: integration.name,
          status,
        })),
      ),
    install: (name, organization) => ask('POST', at(name), installationView, { body: { organization } }),
    get: (name, id) => ask('GET', at(name, id), installationView),
    update: (name, id, body) => ask('PATCH', at(name, id), installationView, { body }),
    uninstall: (name, id) => ask('DELETE', at(name, id), () => {}),
    placements: (noun, name, id, externalId) =>
      ask('GET', placed(noun, name, id), listedRest(placementView), externalQuery(externalId)),
    placementsOf: (noun, name) => ask('GET', `/integrations/${name}/${noun}s`, listedRest(placementView)),
    place: (noun, name, id, placeId) =>
      ask('POST', placed(noun, name, id), placementView, {
        body: { [noun === 'space' ? 'space' : 'siteId']: placeId },
      }),
    placement: (noun, name, id, placeId) => ask('GET', placed(noun, name, id, placeId), placementView),
    updatePlacement: (noun, name, id, placeId, body) =>
      ask('PATCH', placed(noun, name, id, placeId), placementView, { body }),
    displace: (noun, name, id, placeId) => ask('DELETE', placed(noun, name, id, placeId), () => {}),
    available: (id, search = '') => ask('GET', `/orgs/${id}/integrations`, namesIn, { query: { search } }),
    installedOn: (noun, organizationId, placeId) =>
      ask(
        'GET',
        noun === 'space'
          ? `/spaces/${placeId}/integrations`
          : `/orgs/${organizationId}/sites/${placeId}/integrations`,
        namesIn,
      ),
    scripts: (organizationId, siteId) =>
      ask(
        'GET',
        `/orgs/${organizationId}/sites/${siteId}/integration-scripts`,
        (scripts: ScriptView[]) => scripts,
      ),
    published: (organizationId, siteId) =>
      ask(
        'GET',
        `/orgs/${organizationId}/sites/${siteId}/published`,
        ({ scripts }: { scripts: ScriptView[] }) => scripts,
      ),
  }
}

const INSTALLATION =
  'id integrationName status spaceSelection siteSelection configuration externalIds urls { location app publicEndpoint }'
interface InstallationNode {
  id: string
  integrationName: string
  status: string
  spaceSelection: string
  siteSelection: string
  configuration: object
  externalIds: string[]
  urls: InstallationView['urls']
}
const fromNode = (node: InstallationNode): InstallationView => ({
  id: node.id,
  integration: node.integrationName,
  status: value(node.status),
  space_selection: value(node.spaceSelection),
  site_selection: value(node.siteSelection),
  configuration: node.configuration,
  externalIds: node.externalIds,
  urls: node.urls,
})
const placementFields = (noun: Noun) =>
  `integrationName status configuration externalIds installation { id } ${noun} { id }`
type PlacementNode = Omit<InstallationNode, 'id' | 'urls'> & {
  installation: { id: string }
  space?: { id: string }
  site?: { id: string }
}
const fromPlacement = (node: PlacementNode): PlacementView => ({
  integration: node.integrationName,
  installation: node.installation.id,
  status: value(node.status),
  configuration: node.configuration,
  externalIds: node.externalIds,
  place: node.space?.id ?? node.site?.id ?? '',
})
const scriptView = (script: ScriptView): ScriptView => plain(script)

function graphqlInstallations(t: TestApp, who: Who): InstallationsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  type Nested<Value> = Record<string, Record<string, Value | null> | null>
  /** A field below a root field with an ID. */
  const below = <Value, View>(
    root: string,
    id: string,
    field: string,
    take: (found: Value) => View | null,
  ) => {
    const [name = ''] = /^\w+/.exec(field) ?? []
    return ask<Nested<Value>, View>(`query($id: ID!) { ${root}(id: $id) { ${field} } }`, { id }, (data) => {
      const found = data[root]?.[name]
      return found ? take(found) : null
    })
  }
  const ofIntegration = <Value, View>(name: string, field: string, take: (found: Value) => View | null) => {
    const [key = ''] = /^\w+/.exec(field) ?? []
    return ask<Nested<Value>, View>(
      `query($name: String!) { integration(name: $name) { ${field} } }`,
      { name },
      ({ integration }) => {
        const found = integration?.[key]
        return found ? take(found) : null
      },
    )
  }
  const filter = (externalId?: string) => (externalId === undefined ? '' : `(externalId: "${externalId}")`)
  const listed = (page: Connection<InstallationNode>) => listedGraphQL(page, fromNode)
  const listedPlaces = (page: Connection<PlacementNode>) => listedGraphQL(page, fromPlacement)
  const names = ({ nodes }: Connection<{ name: string }>) => nodes.map(({ name }) => name)
  const selections = (change: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(change).map(([key, each]) => [
        key,
        /_selection$/.test(key) ? enumOf(String(each)) : each,
      ]),
    )
  const title = (noun: Noun) => (noun === 'space' ? 'Space' : 'Site')
  const placing = (mutation: string, noun: Noun, input: object) =>
    mutate<Record<string, PlacementNode>, PlacementView>(
      mutation,
      input,
      `${noun}Installation { ${placementFields(noun)} }`,
      (payload) => fromPlacement(payload[`${noun}Installation`] as PlacementNode),
    )
  const installing = (mutation: string, input: object) =>
    mutate<{ installation: InstallationNode }, InstallationView>(
      mutation,
      input,
      `installation { ${INSTALLATION} }`,
      ({ installation }) => fromNode(installation),
    )
  return {
    list: (name, externalId) =>
      ofIntegration(name, connectionOf(`installations${filter(externalId)}`, INSTALLATION), listed),
    listOf: (id) => below('organization', id, connectionOf('installations', INSTALLATION), listed),
    status: (id, name) =>
      below(
        'organization',
        id,
        `integrationStatus(name: "${name}") { installed status }`,
        ({ installed, status }: { installed: boolean; status: string | null }) =>
          plain({ installed, status: status && value(status) }),
      ),
    statuses: (id) =>
      below(
        'organization',
        id,
        connectionOf('integrationStatuses', 'integrationName status'),
        (page: Connection<{ integrationName: string; status: string }>) =>
          listedGraphQL(page, (row) => ({ integration: row.integrationName, status: value(row.status) })),
      ),
    install: (integrationName, organization) =>
      installing('installIntegration', { integrationName, organization }),
    get: (_name, id) =>
      ask<{ integrationInstallation: InstallationNode | null }, InstallationView>(
        `query($id: ID!) { integrationInstallation(id: $id) { ${INSTALLATION} } }`,
        { id },
        ({ integrationInstallation: row }) => row && fromNode(row),
      ),
    update: (_name, installationId, change) =>
      installing('updateIntegrationInstallation', {
        installationId,
        ...selections(change as Record<string, unknown>),
      }),
    uninstall: (_name, installationId) =>
      mutate('uninstallIntegration', { installationId }, 'deletedId', (payload) => payload),
    placements: (noun, _name, id, externalId) =>
      below(
        'integrationInstallation',
        id,
        connectionOf(`${noun}s${filter(externalId)}`, placementFields(noun)),
        listedPlaces,
      ),
    placementsOf: (noun, name) =>
      ofIntegration(name, connectionOf(`${noun}Installations`, placementFields(noun)), listedPlaces),
    place: (noun, _name, installationId, placeId) =>
      placing(`installIntegrationOn${title(noun)}`, noun, {
        installationId,
        [noun === 'space' ? 'space' : 'siteId']: placeId,
      }),
    placement: (noun, _name, id, placeId) =>
      below(
        'integrationInstallation',
        id,
        `${noun}Installation(${noun}Id: "${placeId}") { ${placementFields(noun)} }`,
        fromPlacement,
      ),
    updatePlacement: (noun, _name, installationId, placeId, change) =>
      placing(`updateIntegration${title(noun)}Installation`, noun, {
        installationId,
        [`${noun}Id`]: placeId,
        ...change,
      }),
    displace: (noun, _name, installationId, placeId) =>
      mutate(
        `uninstallIntegrationFrom${title(noun)}`,
        { installationId, [`${noun}Id`]: placeId },
        'deletedId',
        (payload) => payload,
      ),
    available: (id, search = '') =>
      below('organization', id, connectionOf(`integrations(search: "${search}")`, 'name'), names),
    installedOn: (noun, _organizationId, placeId) =>
      below(noun, placeId, connectionOf('integrations', 'name'), names),
    scripts: (_organizationId, siteId) =>
      below(
        'site',
        siteId,
        'integrationScripts { script contentSecurityPolicy cookies }',
        (rows: ScriptView[]) => rows.map(scriptView),
      ),
    published: (_organizationId, siteId) =>
      ask<{ publishedSite: { scripts: ScriptView[] } | null }, ScriptView[]>(
        'query($id: ID!) { publishedSite(siteId: $id) { scripts { script contentSecurityPolicy cookies } } }',
        { id: siteId },
        ({ publishedSite }) => publishedSite?.scripts.map(scriptView) ?? null,
      ),
  }
}

/** For `describe.each(installationsApis)`: one scenario in both APIs. */
export const installationsApis = [
  { name: 'rest', enter: restInstallations },
  { name: 'graphql', enter: graphqlInstallations },
]
