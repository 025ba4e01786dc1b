import { enumName } from '../src/graphql/enums.ts'
import { type CallerName, places } from './people-seed.ts'

/** One list, requested with both APIs. */
export interface ListQuestion {
  name: string
  /** The callers who can read it. */
  callers: readonly CallerName[]
  /** The REST path with its filters. */
  path: (caller: CallerName) => string
  /** The GraphQL selection. `$limit` is the page size. */
  graphql: (caller: CallerName) => string
}

/** The GraphQL document of a list, with the page size as its variable. */
export const documentOf = ({ graphql }: ListQuestion, caller: CallerName) =>
  `query ($limit: Int!) { ${graphql(caller)} }`

const { organizationId, collectionId, sharedSpaceId, privateSpaceId, teamId, userIds } = places
const everybody: CallerName[] = ['admin', 'member', 'guest']
const managers: CallerName[] = ['admin', 'member']

const USER = 'user { id displayName email }'
const MEMBER = `id role joinedAt spacesGranted ${USER}`
const TEAM = 'id title memberCount spacesGranted permissions { view admin manageMembers }'
const COLLECTION =
  'id title permissions { view admin create viewInviteLinks } parent { id permissions { view } }'
const SPACE = 'id title permissions { view admin edit comment review } parent { id permissions { view } }'

type Filters = Record<string, string>

const spelled = (name: string, value: string) => {
  if (name === 'search' || name === 'title') return JSON.stringify(value)
  return name === 'nested' ? value : enumName(value)
}

const argumentsOf = (filters: Filters) =>
  Object.entries(filters)
    .map(([name, value]) => `, ${name}: ${spelled(name, value)}`)
    .join('')

const queryOf = (filters: Filters) =>
  Object.entries(filters)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('')

interface Below {
  /** The path up to the list, and the root field that returns the parent. */
  path: string
  root: string
  field: string
  node: string
  callers: readonly CallerName[]
}

const below = (
  name: string,
  { path, root, field, node, callers }: Below,
  filters: Filters = {},
): ListQuestion => ({
  name,
  callers,
  path: () => `${path}?${queryOf(filters).slice(1)}`,
  graphql: () => `${root} { list: ${field}(first: $limit${argumentsOf(filters)}) { nodes { ${node} } } }`,
})

const inOrganization = (
  field: string,
  node: string,
  callers: readonly CallerName[],
  path = field,
): Below => ({
  path: `/orgs/${organizationId}/${path}`,
  root: `organization(id: "${organizationId}")`,
  field,
  node,
  callers,
})

const inCollection = (field: string, node: string, callers: readonly CallerName[], path = field): Below => ({
  path: `/collections/${collectionId}/${path}`,
  root: `collection(id: "${collectionId}")`,
  field,
  node,
  callers,
})

const inSpace = (spaceId: string, field: string, node: string, path: string): Below => ({
  path: `/spaces/${spaceId}/${path}`,
  root: `space(id: "${spaceId}")`,
  field,
  node,
  callers: managers,
})

/** The list of a member, below their membership in the organization. */
const ofMember = (name: string, field: string, node: string, userId: (caller: CallerName) => string) => ({
  name,
  callers: everybody,
  path: (caller: CallerName) => `/orgs/${organizationId}/members/${userId(caller)}/${field}?`,
  graphql: (
    caller: CallerName,
  ) => `organization(id: "${organizationId}") { member(userId: "${userId(caller)}") {
    list: ${field}(first: $limit) { nodes { ${node} } } } }`,
})

const members = inOrganization('members', MEMBER, everybody)
const teams = inOrganization('teams', TEAM, everybody)
const collections = inOrganization('collections', COLLECTION, everybody)
const PERMISSION = `permission ${USER}`
const aggregate = (spaceId: string) =>
  inSpace(spaceId, 'permissionsAggregate', PERMISSION, 'permissions/aggregate')

export const questions: ListQuestion[] = [
  below('members', members),
  below('members by name', members, { sort: 'name', order: 'asc' }),
  below('members by last sight', members, { sort: 'lastSeenAt' }),
  below('members with a role', members, { role: 'review' }),
  below('guests', members, { role: 'guest' }),
  below('members, search of one', members, { search: 'person4321@' }),
  below('members, search of many', members, { search: 'garcia' }),
  below('members, search of many by name', members, { search: 'garcia', sort: 'name', order: 'asc' }),
  below('members, search of none', members, { search: 'no such member' }),
  below('teams', teams),
  below('teams, search', teams, { title: 'müller' }),
  below('team members', {
    path: `/orgs/${organizationId}/teams/${teamId}/members`,
    root: `team(id: "${teamId}")`,
    field: 'members',
    node: `role member { ${MEMBER} } permissions { view }`,
    callers: managers,
  }),
  below('collections', collections),
  below('collections at the top', collections, { nested: 'false' }),
  below('collections of a collection', inCollection('collections', COLLECTION, managers)),
  below('spaces', inOrganization('spaces', SPACE, everybody)),
  below('spaces of a collection', inCollection('spaces', SPACE, managers)),
  ofMember("one's own spaces", 'spaces', `permission space { ${SPACE} }`, (caller) => userIds[caller]),
  {
    ...ofMember("a guest's spaces", 'spaces', `permission space { ${SPACE} }`, () => userIds.guest),
    callers: ['admin'],
  },
  ofMember("a member's teams", 'teams', `role team { ${TEAM} }`, (caller) =>
    caller === 'guest' ? userIds.guest : userIds.member,
  ),
  below(
    'link invites',
    inOrganization(
      'linkInvites',
      `id role level space { ${SPACE} } collection { ${COLLECTION} }`,
      ['admin'],
      'link-invites',
    ),
  ),
  below('users of a space', inSpace(sharedSpaceId, 'userPermissions', PERMISSION, 'permissions/users')),
  below(
    'teams of a space',
    inSpace(sharedSpaceId, 'teamPermissions', `permission team { ${TEAM} }`, 'permissions/teams'),
  ),
  below('users of a collection', inCollection('userPermissions', PERMISSION, managers, 'permissions/users')),
  below('all users on a space', aggregate(sharedSpaceId)),
  below('admins on a space', aggregate(sharedSpaceId), { role: 'admin' }),
  below('reviewers on a space', aggregate(sharedSpaceId), { role: 'review' }),
  below('creators on a space', aggregate(sharedSpaceId), { role: 'create' }),
  below('all users on a private space', aggregate(privateSpaceId)),
  below('readers on a private space', aggregate(privateSpaceId), { role: 'read' }),
  below(
    'commenters on a collection',
    inCollection('permissionsAggregate', PERMISSION, managers, 'permissions/aggregate'),
    { role: 'comment' },
  ),
  below(
    'audit events',
    inOrganization(
      'auditEvents',
      'id type actor { label } target { label } related { label }',
      ['admin'],
      'audit-events',
    ),
  ),
  below(
    'audit events of a kind',
    inOrganization('auditEvents', 'id type actor { label } target { label }', ['admin'], 'audit-events'),
    { action: 'member.updated' },
  ),
]
