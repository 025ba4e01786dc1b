import type { TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

/** The content to read. */
export interface At {
  spaceId: string
  changeRequestId?: string
  revisionId?: string
}

/** The target of a link in the same format for both APIs: `page pag_1`, `page pag_1#x`, `file fil_1`, `url x`. */
export interface LinkView {
  status: string
  relation: string
  target: string
  location: string
  node: string | undefined
}

export interface Links<Item> {
  status: number
  items: Item[]
  next?: string | undefined
  stats?: { total: number; broken: { total: number; changeRequest?: number } }
}

interface PageOf {
  status?: string
  brokenContext?: string
  limit?: number
  cursor?: string | undefined
}

type Proposed = At & { changeRequestId: string }
type Who = { token: string } | null

export interface LinksApi {
  name: string
  spaceLinks(t: TestApp, who: Who, spaceId: string, page?: PageOf): Promise<Links<LinkView>>
  changeRequestLinks(t: TestApp, who: Who, at: Proposed, page?: PageOf): Promise<Links<LinkView>>
  pageLinks(t: TestApp, who: Who, at: At, pageId: string, page?: PageOf): Promise<Links<LinkView>>
  /** Ids of the pages that contain the links. */
  pageBacklinks(t: TestApp, who: Who, at: At, pageId: string, page?: PageOf): Promise<Links<string>>
  fileBacklinks(t: TestApp, who: Who, at: At, fileId: string, page?: PageOf): Promise<Links<string>>
}

interface RestReference {
  kind: string
  page?: { id: string }
  file?: { id: string }
  space?: { id: string }
  reusableContent?: { id: string }
  url?: string
  internalLocation?: { anchor?: string; node?: string }
}

function restTarget({ kind, internalLocation, ...of }: RestReference): string {
  if (kind === 'url') return `url ${of.url}`
  if (kind === 'space') return `space ${of.space?.id}`
  const id = of.page?.id ?? of.file?.id ?? of.reusableContent?.id
  return `${kind.toLowerCase().replace('_', '-')} ${id}${internalLocation?.anchor ? `#${internalLocation.anchor}` : ''}`
}

const restPlace = ({ spaceId, changeRequestId, revisionId }: At) =>
  changeRequestId
    ? `/spaces/${spaceId}/change-requests/${changeRequestId}/content`
    : revisionId
      ? `/spaces/${spaceId}/revisions/${revisionId}`
      : `/spaces/${spaceId}/content`

interface RestBody {
  next?: { page: string }
  count: number
  items: never[]
  stats?: { total: number; broken: { total: number; changeRequest?: number } }
}

async function ask<Item>(
  t: TestApp,
  who: Who,
  path: string,
  { status, brokenContext, limit, cursor }: PageOf,
  item: (raw: never) => Item,
): Promise<Links<Item>> {
  const answer = await callRest(t, who, 'GET', path, {
    query: { status, brokenContext, limit, page: cursor },
  })
  if (answer.status !== 200) return { status: answer.status, items: [] }
  const body = answer.body as RestBody
  const stats = body.stats ? { stats: body.stats } : {}
  return { status: 200, items: body.items.map(item), next: body.next?.page, ...stats }
}

const restLink = (raw: {
  status: string
  relation: string
  targetReference: RestReference
  locationReferences: RestReference[]
}): LinkView => ({
  status: raw.status,
  relation: raw.relation,
  target: restTarget(raw.targetReference),
  location: raw.locationReferences[0]?.page?.id ?? '',
  node: raw.locationReferences[0]?.internalLocation?.node,
})

export const rest: LinksApi = {
  name: 'REST',
  spaceLinks: (t, who, spaceId, page = {}) => ask(t, who, `/spaces/${spaceId}/links`, page, restLink),
  changeRequestLinks: (t, who, { spaceId, changeRequestId }, page = {}) =>
    ask(t, who, `/spaces/${spaceId}/change-requests/${changeRequestId}/links`, page, restLink),
  pageLinks: (t, who, at, pageId, page = {}) =>
    ask(t, who, `${restPlace(at)}/page/${pageId}/links`, page, restLink),
  pageBacklinks: (t, who, at, pageId, page = {}) =>
    ask(
      t,
      who,
      `${restPlace(at)}/page/${pageId}/backlinks`,
      page,
      (raw: RestReference) => raw.page?.id ?? '',
    ),
  fileBacklinks: (t, who, at, fileId, page = {}) =>
    ask(
      t,
      who,
      `${restPlace(at)}/files/${fileId}/backlinks`,
      page,
      (raw: RestReference) => raw.page?.id ?? '',
    ),
}

const TARGET = `kind ... on UrlReference { url } ... on PageReference { anchor node page { pageId } }
  ... on FileReference { file { fileId } } ... on SpaceReference { space { id } }
  ... on ReusableContentReference { reusableContent { reusableContentId } }`
const PAGED = `pageInfo { hasNextPage endCursor }`
const linksWith = (brokenFields: string) => `{ stats { total broken { ${brokenFields} } } ${PAGED}
  nodes { status relation href target { ${TARGET} } location { node page { pageId } } } }`
const LINKS = linksWith('total')
const CHANGE_REQUEST_LINKS = linksWith('total changeRequest')
const BACKLINKS = `{ ${PAGED} nodes { location { page { pageId } } } }`

interface GraphQLTarget {
  kind: string
  url?: string
  anchor?: string | null
  page?: { pageId: string }
  file?: { fileId: string }
  space?: { id: string }
  reusableContent?: { reusableContentId: string }
}

interface GraphQLLink {
  status: string
  relation: string
  target: GraphQLTarget
  location: { node: string | null; page: { pageId: string } }
}

interface Connection<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Node[]
  stats?: { total: number; broken: { total: number; changeRequest?: number } }
}

function graphqlTarget({ kind, url, anchor, page, file, space, reusableContent }: GraphQLTarget): string {
  if (kind === 'URL') return `url ${url}`
  const id = page?.pageId ?? file?.fileId ?? space?.id ?? reusableContent?.reusableContentId
  return `${kind.toLowerCase().replace('_', '-')} ${id}${anchor ? `#${anchor}` : ''}`
}

const graphqlLink = ({ status, relation, target, location }: GraphQLLink): LinkView => ({
  status: status.toLowerCase().replace('_', '-'),
  relation: relation === 'DEPENDS_ON' ? 'dependsOn' : relation.toLowerCase(),
  target: graphqlTarget(target),
  location: location.page.pageId,
  node: location.node ?? undefined,
})

async function query<Node, Item>(
  t: TestApp,
  who: Who,
  [field, fields]: [string, string],
  within: (list: string) => string,
  { status, brokenContext, limit, cursor }: PageOf,
  item: (node: Node) => Item,
): Promise<Links<Item>> {
  const args = [
    `first: ${limit ?? 50}`,
    ...(cursor ? [`after: ${JSON.stringify(cursor)}`] : []),
    ...(status ? [`status: ${status.toUpperCase().replace('-', '_')}`] : []),
    ...(brokenContext ? [`brokenContext: ${brokenContext.toUpperCase().replace('-', '_')}`] : []),
  ].join(', ')
  const answer = await callGraphQL(t, who, `{ ${within(`${field}(${args}) ${fields}`)} }`)
  const [error] = answer.errors ?? []
  if (error) return { status: error.extensions.status, items: [] }
  let found = answer.data as Record<string, unknown> | null
  while (found && !('nodes' in found)) found = Object.values(found)[0] as Record<string, unknown> | null
  if (!found) return { status: 404, items: [] }
  const { nodes, pageInfo, stats } = found as unknown as Connection<Node>
  return {
    status: 200,
    items: nodes.map(item),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
    ...(stats ? { stats } : {}),
  }
}

const within =
  ({ spaceId, changeRequestId, revisionId }: At, of: string) =>
  (list: string) => {
    const content = `${of} { ${list} }`
    if (changeRequestId) {
      return `changeRequest(spaceId: "${spaceId}", id: "${changeRequestId}") { content { ${content} } }`
    }
    return `space(id: "${spaceId}") { ${revisionId ? `revision(id: "${revisionId}")` : 'content'} { ${content} } }`
  }
const inPage = (at: At, id: string) => (list: string) =>
  within(at, `page(id: "${id}")`)(`... on DocumentPage { ${list} }`)
const locationId = ({ location }: { location: { page: { pageId: string } } }) => location.page.pageId

export const graphql: LinksApi = {
  name: 'GraphQL',
  spaceLinks: (t, who, spaceId, page = {}) =>
    query(t, who, ['links', LINKS], (list) => `space(id: "${spaceId}") { ${list} }`, page, graphqlLink),
  changeRequestLinks: (t, who, { spaceId, changeRequestId }, page = {}) =>
    query(
      t,
      who,
      ['links', CHANGE_REQUEST_LINKS],
      (list) => `changeRequest(spaceId: "${spaceId}", id: "${changeRequestId}") { ${list} }`,
      page,
      graphqlLink,
    ),
  pageLinks: (t, who, at, id, page = {}) =>
    query(t, who, ['links', LINKS], inPage(at, id), page, graphqlLink),
  pageBacklinks: (t, who, at, id, page = {}) =>
    query(t, who, ['backlinks', BACKLINKS], inPage(at, id), page, locationId),
  fileBacklinks: (t, who, at, id, page = {}) =>
    query(t, who, ['backlinks', BACKLINKS], within(at, `file(id: "${id}")`), page, locationId),
}
