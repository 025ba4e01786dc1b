import type { CallerName, Own, World } from './world.ts'

/** Every resource that a request can name: those of the world, and those of the caller. */
export type Names = World & { mine: Own }

/** The names for one caller. Only the visitor has credentials. */
export const namesFor = (world: World, caller: CallerName): Names => ({
  ...world,
  mine: world.own[caller],
  credentials: caller === 'visitor' ? world.credentials : {},
})

export interface Document {
  query: string
  variables: Record<string, unknown>
}

/** The requests of one operation in both APIs. */
export interface Case {
  /** Path parameters other than the resources of the world with the same name. */
  params?: (names: Names) => Record<string, string>
  body?: (names: Names) => object
  query?: Record<string, string> | ((names: Names) => Record<string, string>)
  /** A form instead of a JSON body, for REST only. */
  form?: () => FormData
  /** The GraphQL document, or one for each field that reaches the operation. */
  graphql: (names: Names) => Document | Document[]
}

/** A query with one ID variable per name. */
export function read(variables: Record<string, string>, selection: string): Document {
  const declared = Object.keys(variables).map((name) => `$${name}: ID!`)
  return { query: `query${declared.length ? `(${declared.join(', ')})` : ''} { ${selection} }`, variables }
}

const ENUMS = ['role', 'level', 'status', 'resolution', 'source', 'mode', 'visibility']
const upperCase = (input: object) =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      ENUMS.includes(key) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  )

/** A mutation whose input has the names of REST. */
export const write = (name: string, input: object): Document => ({
  query: `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`,
  variables: { input: upperCase(input) },
})

type Reading = (selection: string) => (names: Names) => Document

export const inOrganization: Reading =
  (selection) =>
  ({ organizationId: id }) =>
    read({ id }, `organization(id: $id) { ${selection} }`)
export const inMember: Reading =
  (selection) =>
  ({ organizationId: id, userId: user }) =>
    read({ id, user }, `organization(id: $id) { member(userId: $user) { ${selection} } }`)
export const inTeam: Reading =
  (selection) =>
  ({ teamId: id }) =>
    read({ id }, `team(id: $id) { ${selection} }`)
export const inCollection: Reading =
  (selection) =>
  ({ collectionId: id }) =>
    read({ id }, `collection(id: $id) { ${selection} }`)
export const inSpace: Reading =
  (selection) =>
  ({ spaceId: id }) =>
    read({ id }, `space(id: $id) { ${selection} }`)
export const inChangeRequest: Reading =
  (selection) =>
  ({ changeRequestId }) =>
    inNode('ChangeRequest', changeRequestId, selection)
export const inNode = (type: string, id: string, selection = 'id') =>
  read({ id }, `node(id: $id) { ... on ${type} { ${selection} } }`)

/** A read of main content, of a change request and of a revision. */
export const inContent = (selection: string | ((names: Names) => string)): Case => ({
  graphql: (names) => {
    const wanted = typeof selection === 'string' ? selection : selection(names)
    return [
      inSpace(`content { ${wanted} }`)(names),
      inNode('ChangeRequest', names.changeRequestId, `content { ${wanted} }`),
      inSpace(`revision(id: "${names.revisionId}") { ${wanted} }`)(names),
    ]
  },
})

/** A list of grants, on a space and on a collection. */
export const shared = (selection: string): Case => ({
  graphql: (names) => [inSpace(selection)(names), inCollection(selection)(names)],
})

/** A change of grants, on a space and on a collection. */
export const sharing = (
  name: string,
  principal: 'userId' | 'teamId' | null,
  body?: (names: Names) => object,
): Case => ({
  ...(body ? { body } : {}),
  graphql: (names) =>
    [{ spaceId: names.spaceId }, { collectionId: names.collectionId }].map((place) =>
      write(name, {
        target: place,
        ...(principal ? { [principal]: names[principal] } : {}),
        ...body?.(names),
      }),
    ),
})

/** A change with the same input in both APIs. */
export const change = (
  name: string,
  path: (keyof Names)[],
  body?: (names: Names) => Record<string, unknown>,
): Case => ({
  ...(body ? { body } : {}),
  graphql: (names) =>
    write(name, { ...Object.fromEntries(path.map((key) => [key, names[key]])), ...body?.(names) }),
})

/** A change of a comment or a reply, in main content and in a change request. */
export const onPosted = (name: string, key: 'commentId' | 'replyId', body?: object): Case => ({
  ...(body ? { body: () => body } : {}),
  graphql: (names) => [names, names.proposed].map((at) => write(name, { [key]: at[key], ...body })),
})

/** The same case for the caller's own resources, which exist in one place only. */
export const own = (keys: (keyof Own & keyof Names)[], of: Case): Case => {
  const mine = (names: Names) => Object.fromEntries(keys.map((key) => [key, names.mine[key]]))
  return {
    ...of,
    params: mine,
    graphql: (names) => [of.graphql({ ...names, ...mine(names) })].flat().slice(0, 1),
  }
}
