import { type Connection, connectionOf, listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface SpecView {
  id: string
  slug: string
  sourceURL?: string
  visibility: string
  processingState: string
  lastVersion?: string
  lastProcessedAt?: string
  lastProcessErrorCode?: string
  lastProcessedErrorCount: number
  lastProcessedErrors: { message: string; line: number }[]
  urls: { location: string; app: string; published?: string }
  permissions: { view: boolean; edit: boolean }
}

export interface VersionView {
  id: string
  createdAt: string
  url: string
  urls: { location: string }
}

export interface ContentView {
  filesystem: Record<string, Record<string, unknown>>
  url: string
}

type Source = { url?: unknown; text?: unknown }
type Who = { token: string } | null

/** What one caller can do with OpenAPI specs, in either API. */
export interface SpecsApi {
  list(organizationId: string): Attempt<Listed<SpecView>>
  create(organizationId: string, slug: string, source: Source): Attempt<SpecView>
  get(organizationId: string, slug: string): Attempt<SpecView>
  put(organizationId: string, slug: string, source: Source): Attempt<SpecView>
  update(organizationId: string, slug: string, visibility: string): Attempt<SpecView>
  delete(organizationId: string, slug: string): Attempt<unknown>
  versions(organizationId: string, slug: string): Attempt<Listed<VersionView>>
  version(organizationId: string, slug: string, id: string): Attempt<VersionView>
  content(organizationId: string, slug: string, id: string): Attempt<ContentView>
}

const lower = (text: string) => text.toLowerCase()
const specView = (row: SpecView & { latestVersion?: { id: string } | null }): SpecView => {
  const { latestVersion, ...spec } = row
  const { id, slug, sourceURL, lastProcessedAt, lastProcessErrorCode, lastProcessedErrors, permissions } =
    spec
  return plain({
    id,
    slug,
    sourceURL,
    visibility: lower(spec.visibility),
    processingState: lower(spec.processingState),
    lastVersion: latestVersion?.id ?? spec.lastVersion,
    lastProcessedAt,
    lastProcessErrorCode,
    lastProcessedErrorCount: spec.lastProcessedErrorCount,
    lastProcessedErrors,
    urls: plain(spec.urls),
    permissions,
  })
}
const versionView = ({ id, createdAt, url, urls }: VersionView): VersionView => ({ id, createdAt, url, urls })

function rest(t: TestApp, who: Who): SpecsApi {
  const ask = restAsker(t, who)
  const at = (organizationId: string, ...rest: string[]) =>
    ['/orgs', organizationId, 'openapi', ...rest].join('/')
  return {
    list: (org) => ask('GET', at(org), listedRest(specView)),
    create: (org, slug, source) => ask('POST', at(org), specView, { body: { slug, source } }),
    get: (org, slug) => ask('GET', at(org, slug), specView),
    put: (org, slug, source) => ask('PUT', at(org, slug), specView, { body: { source } }),
    update: (org, slug, visibility) => ask('PATCH', at(org, slug), specView, { body: { visibility } }),
    delete: (org, slug) => ask('DELETE', at(org, slug), () => {}),
    versions: (org, slug) => ask('GET', at(org, slug, 'versions'), listedRest(versionView)),
    version: (org, slug, id) => ask('GET', at(org, slug, 'versions', id), versionView),
    content: (org, slug, id) =>
      ask('GET', at(org, slug, 'versions', id, 'content'), (body: ContentView) => body),
  }
}

const SPEC = `id slug sourceURL visibility processingState latestVersion { id } lastProcessedAt lastProcessErrorCode
  lastProcessedErrorCount lastProcessedErrors { message line } urls { location app published } permissions { view edit }`
const VERSION = 'id createdAt url urls { location }'

function graphql(t: TestApp, who: Who): SpecsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const change = (name: string, input: object) =>
    mutate<{ openAPISpec: SpecView }, SpecView>(name, input, `openAPISpec { ${SPEC} }`, ({ openAPISpec }) =>
      specView(openAPISpec),
    )
  const inSpec = <Spec, View>(
    org: string,
    slug: string,
    selection: string,
    view: (spec: Spec) => View | null,
  ) =>
    ask<{ organization: { openAPISpec: Spec | null } | null }, View>(
      `query($org: ID!, $slug: String!) { organization(id: $org) { openAPISpec(slug: $slug) { ${selection} } } }`,
      { org, slug },
      ({ organization }) => (organization?.openAPISpec ? view(organization.openAPISpec) : null),
    )
  const field = (id: string) => (id === 'latest' ? 'found: latestVersion' : `found: versionById(id: "${id}")`)
  return {
    list: (org) =>
      ask<{ organization: { openAPISpecs: Connection<SpecView> } | null }, Listed<SpecView>>(
        `query($org: ID!) { organization(id: $org) { ${connectionOf('openAPISpecs', SPEC)} } }`,
        { org },
        ({ organization }) => listedGraphQL(organization?.openAPISpecs, specView),
      ),
    create: (organizationId, slug, source) => change('createOpenAPISpec', { organizationId, slug, source }),
    get: (org, slug) => inSpec(org, slug, SPEC, specView),
    put: (organizationId, specSlug, source) =>
      change('createOrUpdateOpenAPISpecBySlug', { organizationId, specSlug, source }),
    update: (organizationId, specSlug, visibility) =>
      change('updateOpenAPISpecBySlug', { organizationId, specSlug, visibility: visibility.toUpperCase() }),
    delete: (organizationId, specSlug) =>
      mutate('deleteOpenAPISpecBySlug', { organizationId, specSlug }, 'deletedId', () => ({})),
    versions: (org, slug) =>
      inSpec(
        org,
        slug,
        connectionOf('versions', VERSION),
        ({ versions }: { versions: Connection<VersionView> }) => listedGraphQL(versions, versionView),
      ),
    version: (org, slug, id) =>
      inSpec(org, slug, `${field(id)} { ${VERSION} }`, ({ found }: { found: VersionView | null }) => found),
    content: (org, slug, id) =>
      inSpec(
        org,
        slug,
        `${field(id)} { content { filesystem url } }`,
        ({ found }: { found: { content: ContentView } | null }) => found?.content ?? null,
      ),
  }
}

/** For `describe.each(specsApis)`: one scenario in both APIs. */
export const specsApis = [
  { name: 'rest', enter: rest },
  { name: 'graphql', enter: graphql },
]
