import { type Connection, plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'

export interface SiteSpaceView {
  id: string
  path: string
  title: string
  default: boolean
  condition?: string
  space: string
  section?: string
  published?: string
}
export interface SectionView {
  id: string
  title: string
  path: string
  default: boolean
  description?: string
  icon?: string
  condition?: string
  sectionGroup?: string
  siteSpaces: SiteSpaceView[]
  published?: string
}
export interface GroupView {
  id: string
  title: string
  icon?: string
  sections: SectionView[]
}
export interface StructureView {
  type: string
  structure: (SiteSpaceView | SectionView | GroupView)[]
}
export interface ItemPointer {
  type: 'site-space' | 'site-section' | 'site-section-group'
  id: string
}

type Input = Record<string, unknown>
type Who = { token: string } | null

/** What one caller can do with the structure of one site. Inputs have the names of REST. */
export interface StructureApi {
  structure(): Attempt<StructureView>
  siteSpaces(query?: { default?: boolean }): Attempt<SiteSpaceView[]>
  addSiteSpace(input: Input): Attempt<SiteSpaceView>
  updateSiteSpace(id: string, input: Input): Attempt<SiteSpaceView>
  deleteSiteSpace(id: string): Attempt<unknown>
  sections(): Attempt<SectionView[]>
  addSection(input: Input): Attempt<SectionView>
  updateSection(id: string, input: Input): Attempt<SectionView>
  deleteSection(id: string): Attempt<unknown>
  groups(): Attempt<GroupView[]>
  addGroup(input: Input): Attempt<GroupView>
  updateGroup(id: string, input: Input): Attempt<GroupView>
  deleteGroup(id: string): Attempt<unknown>
  addToGroup(id: string, sectionId: string): Attempt<GroupView>
  removeFromGroup(id: string, siteSectionId: string): Attempt<unknown>
  sort(item: ItemPointer, position: { before?: ItemPointer; after?: ItemPointer }): Attempt<{ id: string }>
}

/** A resource in the same format for both APIs: nested resources are ids, connections are arrays. */
interface Raw {
  id: string
  space?: { id: string } | null
  section?: string | { id: string } | null
  sectionGroup?: string | { id: string } | null
  urls?: { published?: string | null }
  siteSpaces?: Raw[] | Connection<Raw>
  sections?: Raw[] | Connection<Raw>
}

const rowsOf = (list: Raw[] | Connection<Raw>) => (Array.isArray(list) ? list : list.nodes)
const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : value?.id

function view<View>(raw: Raw): View {
  const { space, section, sectionGroup, urls, siteSpaces, sections, ...rest } = raw
  const kept = Object.fromEntries(
    Object.entries(rest).filter(([name]) =>
      ['id', 'path', 'title', 'default', 'condition', 'description', 'icon'].includes(name),
    ),
  )
  return plain({
    ...kept,
    space: space?.id,
    section: idOf(section),
    sectionGroup: idOf(sectionGroup),
    published: urls?.published,
    siteSpaces: siteSpaces && rowsOf(siteSpaces).map((each) => view(each)),
    sections: sections && rowsOf(sections).map((each) => view(each)),
  })
}

type At = { organizationId: string; siteId: string }

function restStructure(t: TestApp, who: Who, { organizationId, siteId }: At): StructureApi {
  const ask = restAsker(t, who)
  const at = (path: string) => `/orgs/${organizationId}/sites/${siteId}/${path}`
  const one = <View>(method: string, path: string, body?: Input) =>
    ask<Raw, View>(method, at(path), view, body ? { body } : {})
  const list = <View>(path: string, query = {}) =>
    ask<{ items: Raw[] }, View[]>('GET', at(path), ({ items }) => items.map((raw) => view<View>(raw)), {
      query,
    })
  return {
    structure: () =>
      ask<{ type: string; structure: Raw[] }, StructureView>(
        'GET',
        at('structure'),
        ({ type, structure }) => ({
          type,
          structure: structure.map((raw) => view(raw)),
        }),
      ),
    siteSpaces: (query) => list('site-spaces', query),
    addSiteSpace: (input) => one('POST', 'site-spaces', input),
    updateSiteSpace: (id, input) => one('PATCH', `site-spaces/${id}`, input),
    deleteSiteSpace: (id) => ask('DELETE', at(`site-spaces/${id}`), () => {}),
    sections: () => list('sections'),
    addSection: (input) => one('POST', 'sections', input),
    updateSection: (id, input) => one('PATCH', `sections/${id}`, input),
    deleteSection: (id) => ask('DELETE', at(`sections/${id}`), () => {}),
    groups: () => list('section-groups'),
    addGroup: (input) => one('POST', 'section-groups', input),
    updateGroup: (id, input) => one('PATCH', `section-groups/${id}`, input),
    deleteGroup: (id) => ask('DELETE', at(`section-groups/${id}`), () => {}),
    addToGroup: (id, sectionId) => one('POST', `section-groups/${id}/sections`, { sectionId }),
    removeFromGroup: (id, sectionId) =>
      ask('DELETE', at(`section-groups/${id}/sections/${sectionId}`), () => {}),
    sort: (item, position) => one('PATCH', 'structure/sort', { item, position }),
  }
}

const SITE_SPACE = 'id path title default condition space { id } section { id } urls { published }'
const SECTION = `id title path default description icon condition sectionGroup { id } urls { published }
  siteSpaces { nodes { ${SITE_SPACE} } }`
const GROUP = `id title icon sections { nodes { ${SECTION} } }`

const pointer = (item?: ItemPointer) =>
  item && { ...item, type: item.type.toUpperCase().replaceAll('-', '_') }

function graphqlStructure(t: TestApp, who: Who, { siteId }: At): StructureApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const list = <View>(field: string, selection: string) =>
    ask<{ site: { list: Connection<Raw> } | null }, View[]>(
      `query($id: ID!) { site(id: $id) { list: ${field} { nodes { ${selection} } } } }`,
      { id: siteId },
      ({ site }) => site?.list.nodes.map((raw) => view<View>(raw)) ?? null,
    )
  const one = <View>(name: string, input: Input, field: string, selection: string) =>
    mutate<Record<string, Raw>, View>(name, input, `${field} { ${selection} }`, (payload) =>
      view<View>(payload[field] as Raw),
    )
  const gone = (name: string, input: Input) => mutate(name, input, 'deletedId', (payload) => payload)
  return {
    structure: () =>
      ask<
        { site: { structure: { items?: Connection<Raw>; siteSpaces?: Connection<Raw> } } | null },
        StructureView
      >(
        `query($id: ID!) { site(id: $id) { structure {
          ... on SiteSectionsStructure { items { nodes { ... on SiteSection { ${SECTION} }
            ... on SiteSectionGroup { ${GROUP} } } } }
          ... on SiteSpacesStructure { siteSpaces { nodes { ${SITE_SPACE} } } } } } }`,
        { id: siteId },
        ({ site }) =>
          site && {
            type: site.structure.items ? 'sections' : 'siteSpaces',
            structure:
              (site.structure.items ?? site.structure.siteSpaces)?.nodes.map((raw) => view(raw)) ?? [],
          },
      ),
    siteSpaces: ({ default: isDefault } = {}) =>
      list(isDefault === undefined ? 'siteSpaces' : `siteSpaces(default: ${isDefault})`, SITE_SPACE),
    addSiteSpace: (input) => one('addSpaceToSite', { siteId, ...input }, 'siteSpace', SITE_SPACE),
    updateSiteSpace: (siteSpaceId, input) =>
      one('updateSiteSpace', { siteSpaceId, ...input }, 'siteSpace', SITE_SPACE),
    deleteSiteSpace: (siteSpaceId) => gone('deleteSiteSpace', { siteSpaceId }),
    sections: () => list('sections', SECTION),
    addSection: (input) => one('addSectionToSite', { siteId, ...input }, 'section', SECTION),
    updateSection: (siteSectionId, input) =>
      one('updateSiteSection', { siteSectionId, ...input }, 'section', SECTION),
    deleteSection: (siteSectionId) => gone('deleteSiteSection', { siteSectionId }),
    groups: () => list('sectionGroups', GROUP),
    addGroup: (input) => one('addSectionGroupToSite', { siteId, ...input }, 'sectionGroup', GROUP),
    updateGroup: (siteSectionGroupId, input) =>
      one('updateSiteSectionGroup', { siteSectionGroupId, ...input }, 'sectionGroup', GROUP),
    deleteGroup: (siteSectionGroupId) => gone('deleteSiteSectionGroup', { siteSectionGroupId }),
    addToGroup: (siteSectionGroupId, sectionId) =>
      one('addSectionToGroup', { siteSectionGroupId, sectionId }, 'sectionGroup', GROUP),
    removeFromGroup: (siteSectionGroupId, siteSectionId) =>
      one('removeSectionFromGroup', { siteSectionGroupId, siteSectionId }, 'sectionGroup', GROUP),
    sort: (item, { before, after }) =>
      mutate<{ item: { id: string } }, { id: string }>(
        'sortSiteStructure',
        { siteId, item: pointer(item), position: { before: pointer(before), after: pointer(after) } },
        'item { ... on SiteSpace { id } ... on SiteSection { id } ... on SiteSectionGroup { id } }',
        (payload) => payload.item,
      ),
  }
}

/** For `describe.each(structureApis)`: one scenario in both APIs. */
export const structureApis = [
  { name: 'rest', enter: restStructure },
  { name: 'graphql', enter: graphqlStructure },
]
