import { type Connection, connectionOf, listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface IntegrationView {
  id: string
  name: string
  version: number
  title: string
  description: string
  summary?: string
  verified: boolean
  visibility: string
  target: string
  scopes: string[]
  categories: string[]
  previewImages: string[]
  contentSecurityPolicy?: string
  owner: { id: string; title: string }
  urls: { location: string; app: string; icon?: string; assets: string; publicEndpoint: string }
  permissions: { admin: boolean; install: boolean }
}
type Who = { token: string } | null

/** What one caller can do with integrations. */
export interface IntegrationsApi {
  list(query?: Record<string, string>): Attempt<Listed<IntegrationView>>
  get(name: string): Attempt<IntegrationView>
  publish(name: string, manifest: object): Attempt<IntegrationView>
  unpublish(name: string): Attempt<unknown>
}

const restView = ({ owner, ...row }: IntegrationView & Record<string, unknown>): IntegrationView => ({
  id: row.id,
  name: row.name,
  version: row.version,
  title: row.title,
  description: row.description,
  ...plain<object>({ summary: row.summary, contentSecurityPolicy: row.contentSecurityPolicy }),
  verified: row.verified,
  visibility: row.visibility,
  target: row.target,
  scopes: row.scopes,
  categories: row.categories,
  previewImages: row.previewImages,
  owner: { id: owner.id, title: owner.title },
  urls: row.urls,
  permissions: row.permissions,
})

function restIntegrations(t: TestApp, who: Who): IntegrationsApi {
  const ask = restAsker(t, who)
  return {
    list: (query = {}) => ask('GET', '/integrations', listedRest(restView), { query }),
    get: (name) => ask('GET', `/integrations/${name}`, restView),
    publish: (name, body) => ask('POST', `/integrations/${name}`, restView, { body }),
    unpublish: (name) => ask('DELETE', `/integrations/${name}`, () => {}),
  }
}

const FIELDS = `id name version title description summary verified visibility target scopes categories previewImages
  contentSecurityPolicy owner { organizationId title }
  urls { location app icon assets publicEndpoint } permissions { admin install }`

type Node = Omit<IntegrationView, 'owner'> & { owner: { organizationId: string; title: string } }
/** The values of enums as REST has them. */
const SEPARATORS: Record<string, string> = { VISITOR_AUTH: 'visitor-auth' }
export const value = (name: string) => SEPARATORS[name] ?? name.toLowerCase().replaceAll('_', ':')
export const enumOf = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

const view = ({ owner, urls, ...row }: Node): IntegrationView => ({
  ...plain<IntegrationView>(row),
  visibility: value(row.visibility),
  target: value(row.target),
  scopes: row.scopes.map(value),
  categories: row.categories.map(value),
  owner: { id: owner.organizationId, title: owner.title },
  urls: plain(urls),
})

const ENUMS = ['visibility', 'target', 'runtime', 'category', 'scope', 'scopes', 'categories']
const input = (given: object) =>
  Object.fromEntries(
    Object.entries(given).map(([key, each]) => {
      if (!ENUMS.includes(key)) return [key, each]
      return [key, Array.isArray(each) ? each.map(enumOf) : typeof each === 'string' ? enumOf(each) : each]
    }),
  )

const FILTERS: Record<string, string> = {
  search: 'String',
  category: 'IntegrationCategory',
  blockDomain: 'String',
  blocks: 'Boolean',
  contentSources: 'Boolean',
  owner: 'ID',
  scope: 'IntegrationScope',
  target: 'IntegrationTarget',
  after: 'String',
  first: 'Int',
}

function graphqlIntegrations(t: TestApp, who: Who): IntegrationsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  return {
    list: ({ page, limit, ...query } = {}) => {
      const given: Record<string, unknown> = input(query)
      for (const key of ['blocks', 'contentSources']) if (key in given) given[key] = given[key] === 'true'
      if (page !== undefined) given.after = page
      if (limit !== undefined) given.first = Number(limit)
      const names = Object.keys(given)
      const declared = names.map((name) => `$${name}: ${FILTERS[name] ?? 'String'}`).join(', ')
      const taken = names.map((name) => `${name}: $${name}`).join(', ')
      const field = names.length > 0 ? `integrations(${taken})` : 'integrations'
      return ask<{ integrations: Connection<Node> | null }, Listed<IntegrationView>>(
        `query${declared ? `(${declared})` : ''} { ${connectionOf(field, FIELDS)} }`,
        given,
        ({ integrations }) => listedGraphQL(integrations, view),
      )
    },
    get: (name) =>
      ask<{ integration: Node | null }, IntegrationView>(
        `query($name: String!) { integration(name: $name) { ${FIELDS} } }`,
        { name },
        ({ integration }) => integration && view(integration),
      ),
    publish: (integrationName, manifest) =>
      mutate<{ integration: Node }, IntegrationView>(
        'publishIntegration',
        { integrationName, ...input(manifest) },
        `integration { ${FIELDS} }`,
        ({ integration }) => view(integration),
      ),
    unpublish: (integrationName) =>
      mutate('unpublishIntegration', { integrationName }, 'deletedId', (payload) => payload),
  }
}

/** For `describe.each(integrationsApis)`: one scenario in both APIs. */
export const integrationsApis = [
  { name: 'rest', enter: restIntegrations },
  { name: 'graphql', enter: graphqlIntegrations },
]
