import { type Connection, connectionOf, listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface SiteView {
  id: string
  type: string
  title: string
  icon?: object
  hostname?: string
  basename?: string
  proxy?: { origin: string; target: string }
  visibility: string
  published: boolean
  siteSpaces?: number
  adaptiveContent: { enabled: boolean }
  agentsContext: string
  urls: { location: string; app: string; published?: string }
  permissions: Record<string, boolean>
}

type Input = Record<string, unknown>
type Who = { token: string } | null

/** What one caller can do with sites, in either API. Filters and inputs have the names of REST. */
export interface SitesApi {
  list(organizationId: string, query?: Input & PageOf): Attempt<Listed<SiteView>>
  listOfSpace(spaceId: string): Attempt<Listed<SiteView>>
  create(organizationId: string, input?: Input): Attempt<SiteView>
  get(organizationId: string, siteId: string): Attempt<SiteView>
  update(organizationId: string, siteId: string, input: Input): Attempt<SiteView>
  delete(organizationId: string, siteId: string): Attempt<unknown>
  publish(organizationId: string, siteId: string): Attempt<SiteView>
  unpublish(organizationId: string, siteId: string): Attempt<SiteView>
}

const siteView = (row: SiteView): SiteView =>
  plain({
    id: row.id,
    type: row.type.toLowerCase().replaceAll('_', '-'),
    title: row.title,
    icon: row.icon && plain(row.icon),
    hostname: row.hostname,
    basename: row.basename,
    proxy: row.proxy,
    visibility: row.visibility.toLowerCase().replaceAll('_', '-'),
    published: row.published,
    adaptiveContent: row.adaptiveContent,
    agentsContext: row.agentsContext.toLowerCase(),
    urls: plain(row.urls),
    permissions: row.permissions,
  })

function restSites(t: TestApp, who: Who): SitesApi {
  const ask = restAsker(t, who)
  const at = (organizationId: string, siteId = '') => `/orgs/${organizationId}/sites${siteId && `/${siteId}`}`
  return {
    list: (organizationId, { cursor, ...query } = {}) =>
      ask('GET', at(organizationId), listedRest(siteView), {
        query: { ...(query as Record<string, string>), page: cursor },
      }),
    listOfSpace: (spaceId) => ask('GET', `/spaces/${spaceId}/sites`, listedRest(siteView)),
    create: (organizationId, body = {}) => ask('POST', at(organizationId), siteView, { body }),
    get: (organizationId, siteId) => ask('GET', at(organizationId, siteId), siteView),
    update: (organizationId, siteId, body) => ask('PATCH', at(organizationId, siteId), siteView, { body }),
    delete: (organizationId, siteId) => ask('DELETE', at(organizationId, siteId), () => {}),
    publish: (organizationId, siteId) => ask('POST', `${at(organizationId, siteId)}/publish`, siteView),
    unpublish: (organizationId, siteId) => ask('POST', `${at(organizationId, siteId)}/unpublish`, siteView),
  }
}

const SITE = `id type title icon { icon { light dark } emoji } hostname basename proxy { origin target } visibility
  published adaptiveContent { enabled } agentsContext urls { location app published }
  permissions { view edit delete publish admin }`

const ENUMS = ['type', 'visibility', 'agentsContext', 'newSpace']
const named = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(named) : String(value).toUpperCase().replaceAll('-', '_')
const forGraphQL = (input: Input) =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, ENUMS.includes(key) ? named(value) : value]),
  )

function graphqlSites(t: TestApp, who: Who): SitesApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const site = (name: string, input: Input) =>
    mutate<{ site: SiteView }, SiteView>(name, input, `site { ${SITE} }`, (payload) => siteView(payload.site))
  return {
    list: (id, { limit, cursor, ...filters } = {}) =>
      ask<{ organization: { sites: Connection<SiteView> } | null }, Listed<SiteView>>(
        `query($id: ID!, $first: Int, $after: String, $space: ID, $title: String, $published: Boolean, $type: [SiteType!]) {
          organization(id: $id) { ${connectionOf('sites(first: $first, after: $after, space: $space, title: $title, published: $published, type: $type)', SITE)} } }`,
        { id, first: limit ?? 50, after: cursor, ...forGraphQL(filters) },
        ({ organization }) => listedGraphQL(organization?.sites, siteView),
      ),
    listOfSpace: (id) =>
      ask<{ space: { sites: Connection<SiteView> } | null }, Listed<SiteView>>(
        `query($id: ID!) { space(id: $id) { ${connectionOf('sites', SITE)} } }`,
        { id },
        ({ space }) => listedGraphQL(space?.sites, siteView),
      ),
    create: (organizationId, input = {}) => site('createSite', { organizationId, ...forGraphQL(input) }),
    get: (_organizationId, id) =>
      ask<{ site: SiteView | null }, SiteView>(
        `query($id: ID!) { site(id: $id) { ${SITE} } }`,
        { id },
        ({ site: row }) => row && siteView(row),
      ),
    update: (_organizationId, siteId, input) => site('updateSite', { siteId, ...forGraphQL(input) }),
    delete: (_organizationId, siteId) => mutate('deleteSite', { siteId }, 'deletedId', (payload) => payload),
    publish: (_organizationId, siteId) => site('publishSite', { siteId }),
    unpublish: (_organizationId, siteId) => site('unpublishSite', { siteId }),
  }
}

/** For `describe.each(sitesApis)`: one scenario in both APIs. */
export const sitesApis = [
  { name: 'rest', enter: restSites },
  { name: 'graphql', enter: graphqlSites },
]
