import { enumName } from '../../src/graphql/enums.ts'
import { Values } from '../../src/modules/sites/customization/values.ts'
import { plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'

export interface AdaptiveSchemaView {
  jsonSchema: object
  updatedAt: string
}
export interface TemplateConditionView {
  description: string
  condition: string
}

type Who = { token: string } | null
type At = { organizationId: string; siteId: string }

/** What one caller can do with the settings of one site. Inputs have the names of REST. */
export interface SettingsApi {
  schema(): Attempt<AdaptiveSchemaView>
  putSchema(jsonSchema: unknown): Attempt<AdaptiveSchemaView>
  templateConditions(): Attempt<TemplateConditionView[]>
  customization(): Attempt<Customized>
  putCustomization(input: object): Attempt<Customized>
  changeCustomization(parts: object): Attempt<Customized>
  siteSpaceCustomization(id: string): Attempt<Customized>
  override(id: string, input: object): Attempt<Customized>
  clearOverrides(id: string): Attempt<unknown>
  images(): Attempt<ImageView[]>
  addImage(input: object): Attempt<ImageView>
  deleteImage(id: string): Attempt<unknown>
  redirects(filters?: { draft?: boolean; search?: string }): Attempt<RedirectView[]>
  /** The redirect that means a path; `target` is where it leads. */
  redirectOf(source: string): Attempt<RedirectView & { target: string }>
  createRedirect(input: object): Attempt<RedirectView>
  updateRedirect(id: string, input: object): Attempt<RedirectView>
  deleteRedirect(id: string): Attempt<unknown>
}

export interface ImageView {
  id: string
  name: string
  contentType: string
  size: number
  width?: number
  height?: number
  source?: string
  url: string
}

interface RestImage extends ImageView {
  urls: { image: string }
}
const restImage = ({ id, name, contentType, size, width, height, source, urls }: RestImage): ImageView =>
  plain({ id, name, contentType, size, width, height, source, url: urls.image })

export interface RedirectView {
  id: string
  source: string
  destination: Record<string, string>
  captureWildcard: boolean
  draft: boolean
  permanent: boolean
}

interface RawRedirect extends Omit<RedirectView, 'destination'> {
  destination: Record<string, string | { id: string } | null>
}

/** From either API: resources are ids. */
const redirectView = ({ id, source, destination, ...rest }: RawRedirect): RedirectView => {
  const { kind, siteSection, siteSectionId, siteSpace, siteSpaceId, pageId, url } = destination
  const idOf = (value: unknown) => (value as { id: string } | null | undefined)?.id
  const { captureWildcard, draft, permanent } = rest
  return {
    id,
    source,
    destination: plain({
      kind: String(kind).toLowerCase().replaceAll('_', '-'),
      siteSectionId: siteSectionId ?? idOf(siteSection),
      siteSpaceId: siteSpaceId ?? idOf(siteSpace),
      pageId,
      url,
    }),
    captureWildcard,
    draft,
    permanent,
  }
}

interface ResolvedRedirect {
  redirect: RawRedirect
  target: string
}
const resolvedView = ({ redirect, target }: ResolvedRedirect) => ({ ...redirectView(redirect), target })

/** A destination as the input of a mutation: one field for its kind. */
const destinationInput = ({ kind, ...fields }: { kind: string }) => ({
  [kind.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())]: fields,
})

/** A whole customization, with the values of REST. */
export type Customized = Record<string, Record<string, unknown>>

const schemaView = ({ jsonSchema, updatedAt }: AdaptiveSchemaView): AdaptiveSchemaView => ({
  jsonSchema,
  updatedAt,
})

function restSettings(t: TestApp, who: Who, { organizationId, siteId }: At): SettingsApi {
  const ask = restAsker(t, who)
  const at = (path: string) => `/orgs/${organizationId}/sites/${siteId}/${path}`
  return {
    schema: () => ask('GET', at('adaptive-schema'), schemaView),
    putSchema: (jsonSchema) => ask('PUT', at('adaptive-schema'), schemaView, { body: { jsonSchema } }),
    templateConditions: () =>
      ask<{ items: TemplateConditionView[] }, TemplateConditionView[]>(
        'GET',
        at('adaptive-schema/template-conditions'),
        ({ items }) => items,
      ),
    customization: () => ask('GET', at('customization'), (body: Customized) => body),
    putCustomization: (body) => ask('PUT', at('customization'), (whole: Customized) => whole, { body }),
    changeCustomization: (body) => ask('PATCH', at('customization'), (whole: Customized) => whole, { body }),
    siteSpaceCustomization: (id) =>
      ask('GET', at(`site-spaces/${id}/customization`), (body: Customized) => body),
    override: (id, body) =>
      ask('PATCH', at(`site-spaces/${id}/customization`), (whole: Customized) => whole, { body }),
    clearOverrides: (id) => ask('DELETE', at(`site-spaces/${id}/customization`), () => {}),
    images: () =>
      ask<{ items: RestImage[] }, ImageView[]>('GET', at('images'), ({ items }) => items.map(restImage)),
    addImage: (body) => ask('POST', at('images'), restImage, { body }),
    deleteImage: (id) => ask('DELETE', at(`images/${id}`), () => {}),
    redirects: ({ draft = false, ...query } = {}) =>
      ask<{ items: RawRedirect[] }, RedirectView[]>(
        'GET',
        at('redirects'),
        ({ items }) => items.map(redirectView),
        { query: { ...query, draft: String(draft) } },
      ),
    redirectOf: (source) => ask('GET', at('redirect'), resolvedView, { query: { source } }),
    createRedirect: (body) => ask('POST', at('redirects'), redirectView, { body }),
    updateRedirect: (id, body) => ask('PATCH', at(`redirects/${id}`), redirectView, { body }),
    deleteRedirect: (id) => ask('DELETE', at(`redirects/${id}`), () => {}),
  }
}

const SCHEMA = 'jsonSchema updatedAt'
const REDIRECT = `id source destination { kind siteSection { id } siteSpace { id } pageId url }
  captureWildcard draft permanent`

const IMAGE = 'id name contentType size width height source url'

const COLORS = '{ light dark }'
const LINK = 'title to { kind url space page }'
const CUSTOMIZATION = `title styling { theme primaryColor ${COLORS} infoColor ${COLORS} successColor ${COLORS}
    warningColor ${COLORS} dangerColor ${COLORS} tint { color ${COLORS} } corners depth links font monospaceFont
    background icons sidebar { background list } search }
  internationalization { locale } favicon { icon { light dark } emoji }
  header { preset logo { light dark } backgroundColor ${COLORS} linkColor ${COLORS}
    links { ${LINK} style condition links { ${LINK} } } }
  footer { logo { light dark } groups { title links { ${LINK} } } copyright }
  announcement { enabled message link { ${LINK} } style } themes { default toggeable } pdf { enabled }
  feedback { enabled } ai { mode integrationId } advancedCustomization { enabled } git { showEditLink }
  pageActions { externalAI markdown } externalLinks { target } pagination { enabled } trademark { enabled }
  privacyPolicy { url } socialPreview { url } insights { trackingCookie } apis { proxy }`

/** Names of fields whose value is an enum. */
const ENUMS = new Set(
  'theme corners depth links font monospaceFont background icons list search locale preset style default mode target kind'.split(
    ' ',
  ),
)
const values = new Map(
  Object.values(Values).flatMap(({ options }) => options.map((value) => [enumName(value), value])),
)

/** A customization in the form of REST, from that of GraphQL: without nulls, except where REST has null. */
function fromGraphQL(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => fromGraphQL(each))
  if (typeof value === 'string') return ENUMS.has(name) ? (values.get(value) ?? value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      entry === null && key !== 'to' ? [] : [[key, fromGraphQL(entry, key)]],
    ),
  )
}

function toGraphQL(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => toGraphQL(each))
  if (typeof value === 'string') return ENUMS.has(name) ? enumName(value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toGraphQL(entry, key)]))
}

function graphqlSettings(t: TestApp, who: Who, { siteId }: At): SettingsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const read = <View>(field: string, selection: string) =>
    ask<{ site: { value: View | null } | null }, View>(
      `query($id: ID!) { site(id: $id) { value: ${field} { ${selection} } } }`,
      { id: siteId },
      ({ site }) => site?.value ?? null,
    )
  const customized = (field: string, id: string) =>
    ask<Record<string, { customization: object } | null>, Customized>(
      `query($id: ID!) { ${field}(id: $id) { customization { ${CUSTOMIZATION} } } }`,
      { id },
      ({ [field]: row }) => (row ? (fromGraphQL(row.customization) as Customized) : null),
    )
  const redirected = (name: string, input: { destination?: { kind: string }; [name: string]: unknown }) =>
    mutate<{ redirect: RawRedirect }, RedirectView>(
      name,
      plain({
        ...input,
        destination: input.destination && destinationInput(input.destination),
      }),
      `redirect { ${REDIRECT} }`,
      ({ redirect }) => redirectView(redirect),
    )
  const changed = (name: string, input: object) =>
    mutate<{ customization: object }, Customized>(
      name,
      customizationInput(input),
      `customization { ${CUSTOMIZATION} }`,
      ({ customization }) => fromGraphQL(customization) as Customized,
    )
  return {
    schema: () => read('adaptiveSchema', SCHEMA),
    putSchema: (jsonSchema) =>
      mutate<{ adaptiveSchema: AdaptiveSchemaView }, AdaptiveSchemaView>(
        'updateSiteAdaptiveSchema',
        { siteId, jsonSchema },
        `adaptiveSchema { ${SCHEMA} }`,
        ({ adaptiveSchema }) => plain(adaptiveSchema),
      ),
    templateConditions: () => read('templateConditions', 'description condition'),
    customization: () => customized('site', siteId),
    // What may be absent is removed by null.
    putCustomization: (input) =>
      changed('updateSiteCustomization', { siteId, title: null, announcement: null, apis: null, ...input }),
    changeCustomization: (parts) => changed('updateSiteCustomization', { siteId, ...parts }),
    siteSpaceCustomization: (id) => customized('siteSpace', id),
    override: (siteSpaceId, input) => changed('overrideSiteSpaceCustomization', { siteSpaceId, ...input }),
    clearOverrides: (siteSpaceId) =>
      mutate('deleteSiteSpaceCustomization', { siteSpaceId }, 'deletedId', (payload) => payload),
    images: () =>
      ask<{ site: { images: { nodes: ImageView[] } } | null }, ImageView[]>(
        `query($id: ID!) { site(id: $id) { images { nodes { ${IMAGE} } } } }`,
        { id: siteId },
        ({ site }) => site?.images.nodes.map((image) => plain<ImageView>(image)) ?? null,
      ),
    addImage: (input) =>
      mutate<{ image: ImageView }, ImageView>(
        'createSiteImage',
        { siteId, ...input },
        `image { ${IMAGE} }`,
        ({ image }) => plain(image),
      ),
    deleteImage: (siteImageId) =>
      mutate('deleteSiteImage', { siteImageId }, 'deletedId', (payload) => payload),
    redirects: (filters = {}) =>
      ask<{ site: { redirects: { nodes: RawRedirect[] } } | null }, RedirectView[]>(
        `query($id: ID!, $draft: Boolean, $search: String) {
          site(id: $id) { redirects(draft: $draft, search: $search) { nodes { ${REDIRECT} } } } }`,
        { id: siteId, draft: false, ...filters },
        ({ site }) => site?.redirects.nodes.map(redirectView) ?? null,
      ),
    redirectOf: (source) =>
      ask<{ site: { resolvedRedirect: ResolvedRedirect | null } | null }, RedirectView & { target: string }>(
        `query($id: ID!, $source: String!) {
          site(id: $id) { redirect(source: $source) { id }
            resolvedRedirect(source: $source) { redirect { ${REDIRECT} } target } } }`,
        { id: siteId, source },
        ({ site }) => (site?.resolvedRedirect ? resolvedView(site.resolvedRedirect) : null),
      ),
    createRedirect: (input) => redirected('createSiteRedirect', { siteId, ...input }),
    updateRedirect: (siteRedirectId, input) => redirected('updateSiteRedirect', { siteRedirectId, ...input }),
    deleteRedirect: (siteRedirectId) =>
      mutate('deleteSiteRedirect', { siteRedirectId }, 'deletedId', (payload) => payload),
  }
}

/** A customization as the input of a mutation. */
export const customizationInput = (input: object) => toGraphQL(input) as object

/** For `describe.each(settingsApis)`: one scenario in both APIs. */
export const settingsApis = [
  { name: 'rest', enter: restSettings },
  { name: 'graphql', enter: graphqlSettings },
]
