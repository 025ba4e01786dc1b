import {
  type CollectionView,
  given,
  type Input,
  type PlacedSpaceView,
  type PlacesApi,
} from './apis-places.ts'
import type { TestApp } from './app.ts'
import { callGraphQL } from './graphql-request.ts'
import { type Listed, type Outcome, traced } from './outcome.ts'

const PLACED = 'id title organization { id } parent { id } position defaultLevel urls { location }'
const COLLECTION = `${PLACED} description 
  permissions { view admin manage delete move transfer viewInviteLinks create }`
const SPACE = `${PLACED} emoji language editMode deletedAt commentsOpen icon: urls { icon }
  permissions { view access admin manage delete restore move transfer viewInviteLinks edit triggerGitSync comment
    merge review installIntegration }`
const PAGE = 'pageInfo { hasNextPage endCursor }'

/** The data of all queries below; each reads the part that it requested. */
interface Data {
  collection?: (Node & { spaces: PageNode<Node> }) | null
  space?: Node | null
  organization?: {
    collections: PageNode<Node>
    spaces: PageNode<Node>
    member: { spaces: PageNode<{ permission: string; space: { id: string } }> } | null
  } | null
  payload?: { collection?: Node; space?: Node; deletedId?: string } | null
}

interface Node {
  id: string
  title: string
  organization: { id: string }
  parent: { id: string } | null
  position: string
  defaultLevel: string | null
  urls: { location: string }
  permissions: Record<string, boolean>
  description?: string | null
  emoji: string
  language: string | null
  editMode: string | null
  deletedAt: string | null
  commentsOpen: number
  icon: { icon: string | null }
}
interface PageNode<Row> {
  nodes: Row[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

const placedNode = (node: Node) => ({
  id: node.id,
  title: node.title,
  organization: node.organization.id,
  parent: node.parent?.id,
  position: node.position,
  defaultLevel: node.defaultLevel?.toLowerCase() ?? null,
  permissions: node.permissions,
  location: node.urls.location,
})
const collectionNode = (node: Node) =>
  given<CollectionView>({ ...placedNode(node), description: node.description ?? undefined })
const spaceNode = (node: Node) =>
  given<PlacedSpaceView>({
    ...placedNode(node),
    emoji: node.emoji,
    icon: node.icon.icon ?? undefined,
    language: node.language ?? undefined,
    editMode: node.editMode?.toLowerCase(),
    deletedAt: node.deletedAt ?? undefined,
    comments: node.commentsOpen,
    changeRequests: 0,
  })

const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

/** Enum values are in upper case in GraphQL. An input that is not a plain object is sent unchanged. */
function forGraphQL({ editMode, defaultLevel, position, ...input }: Input): Input {
  // A contradictory pointer is sent as two, which the schema rejects.
  const pointer = (at: unknown) => {
    const { type, ...ids } = (at ?? {}) as { type?: string }
    return type === undefined || type in ids ? (at ? ids : at) : { ...ids, [type]: '' }
  }
  const places = position as { before?: unknown; after?: unknown } | undefined
  return {
    ...input,
    ...(editMode === undefined ? {} : { editMode: upper(editMode) }),
    ...(defaultLevel === undefined ? {} : { defaultLevel: upper(defaultLevel) }),
    ...(places
      ? {
          position: given({
            before: pointer(places.before),
            after: pointer(places.after),
          }),
        }
      : {}),
  }
}

/** Collections and spaces with the GraphQL API. */
export function graphqlPlaces(t: TestApp, who: { token: string } | null): PlacesApi {
  async function ask<View>(
    query: string,
    variables: Input,
    take: (data: Data) => View | null | undefined,
  ): Promise<Outcome<View>> {
    const { data, errors, trace } = await callGraphQL<Data>(t, who, query, variables)
    const [error] = errors ?? []
    if (error) {
      const { code, status } = error.extensions
      return traced({ ok: false, status, reason: code.toLowerCase(), message: error.message }, trace)
    }
    const value = data ? take(data) : null
    return value == null
      ? traced({ ok: false, status: 404, reason: 'not_found', message: 'null' }, trace)
      : traced({ ok: true, value }, trace)
  }
  const mutate = <View>(
    name: string,
    input: Input,
    field: 'space' | 'collection',
    view: (node: Node) => View,
  ) =>
    ask(
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
        payload: ${name}(input: $input) { ${field} { ${field === 'space' ? SPACE : COLLECTION} } } }`,
      { input: forGraphQL(input) },
      ({ payload }) => {
        const node = payload?.[field]
        return node && view(node)
      },
    )
  const remove = (name: string, input: Input) =>
    ask<string>(
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
        payload: ${name}(input: $input) { deletedId } }`,
      { input },
      ({ payload }) => payload?.deletedId,
    )
  const listed = <Row, View>(
    page: PageNode<Row> | undefined,
    view: (row: Row) => View,
  ): Listed<View> | null =>
    page
      ? {
          items: page.nodes.map(view),
          ...(page.pageInfo.hasNextPage ? { next: page.pageInfo.endCursor } : {}),
        }
      : null
  const page = (query: { limit?: number; cursor?: string } = {}) => ({
    first: query.limit,
    after: query.cursor,
  })

  return {
    listCollections: (id, query = {}) =>
      ask(
        `query($id: ID!, $first: Int, $after: String, $nested: Boolean) { organization(id: $id) {
          collections(first: $first, after: $after, nested: $nested) { nodes { ${COLLECTION} } ${PAGE} } } }`,
        { id, ...page(query), nested: query.nested },
        ({ organization }) => listed(organization?.collections, collectionNode),
      ),
    createCollection: (organizationId, input) =>
      mutate('createCollection', { organizationId, ...input }, 'collection', collectionNode),
    getCollection: (id) =>
      ask(
        `query($id: ID!) { collection(id: $id) { ${COLLECTION} } }`,
        { id },
        ({ collection }) => collection && collectionNode(collection),
      ),
    updateCollection: (collectionId, input) =>
      mutate('updateCollection', { collectionId, ...input }, 'collection', collectionNode),
    deleteCollection: (collectionId) => remove('deleteCollection', { collectionId }),
    moveCollection: (collectionId, to) =>
      mutate('moveCollection', { collectionId, ...to }, 'collection', collectionNode),
    transferCollection: (collectionId, organization) =>
      mutate('transferCollection', { collectionId, organization }, 'collection', collectionNode),
    spacesOf: (id, query) =>
      ask(
        `query($id: ID!, $first: Int, $after: String) { collection(id: $id) {
          spaces(first: $first, after: $after) { nodes { ${SPACE} } ${PAGE} } } }`,
        { id, ...page(query) },
        ({ collection }) => listed(collection?.spaces, spaceNode),
      ),
    listSpaces: (id, query) =>
      ask(
        `query($id: ID!, $first: Int, $after: String) { organization(id: $id) {
          spaces(first: $first, after: $after) { nodes { ${SPACE} } ${PAGE} } } }`,
        { id, ...page(query) },
        ({ organization }) => listed(organization?.spaces, spaceNode),
      ),
    createSpace: (organizationId, input) =>
      mutate('createSpace', { organizationId, ...input }, 'space', spaceNode),
    getSpace: (id) =>
      ask(
        `query($id: ID!) { space(id: $id, shareKey: "anything") { ${SPACE} } }`,
        { id },
        ({ space }) => space && spaceNode(space),
      ),
    updateSpace: (spaceId, input) => mutate('updateSpace', { spaceId, ...input }, 'space', spaceNode),
    deleteSpace: (spaceId) => remove('deleteSpace', { spaceId }),
    restoreSpace: (spaceId) => mutate('restoreSpace', { spaceId }, 'space', spaceNode),
    duplicateSpace: (spaceId) => mutate('duplicateSpace', { spaceId }, 'space', spaceNode),
    moveSpace: (spaceId, to) => mutate('moveSpace', { spaceId, ...to }, 'space', spaceNode),
    transferSpace: (spaceId, organization) =>
      mutate('transferSpace', { spaceId, organization }, 'space', spaceNode),
    spacesOfMember: (id, userId, query = {}) =>
      ask(
        `query($id: ID!, $userId: ID!, $order: SortOrder) { organization(id: $id) { member(userId: $userId) {
          spaces(order: $order) { nodes { permission space { id } } ${PAGE} } } } }`,
        { id, userId, order: upper(query.order) },
        ({ organization }) =>
          listed(
            organization?.member?.spaces,
            ({ permission, space }: { permission: string; space: { id: string } }) => ({
              permission: permission.toLowerCase(),
              space: space.id,
            }),
          ),
      ),
  }
}
