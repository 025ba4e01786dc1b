import type { Role } from '../../src/core/access/roles.ts'
import {
  type Connection,
  connectionOf,
  type Envelope,
  listedGraphQL,
  listedRest,
  restAsker,
} from './api-requests.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

/** The target of a grant. */
export type SharedPlace = { space: string } | { collection: string }

export interface InvitedView {
  users: string[]
  invited: number
  /** The key of each invite by its address, and its id. */
  invites: { id: string; email: string; key: string; link?: string; expiresAt: string }[]
  /** Addresses of users who should sign in with SSO and do not. */
  failed: string[]
}

export interface PermissionView {
  permission: string
  /** The id of the user or of the team. */
  who: string
}

export interface InviteView {
  id: string
  role?: string
  level?: string
  space?: string
  collection?: string
  redundant: boolean
  email?: string
}

/** A new link, the only response with its key. */
export type NewLinkView = InviteView & { key: string }

type Invited = { email: string; role?: Role | null }
export interface NewInvite {
  role?: Role
  level?: Role
  space?: string
  collection?: string
}

/** Grants and invites, with either API. */
export interface SharingApi {
  grant(place: SharedPlace, input: { role: Role | null; users?: string[]; teams?: string[] }): Attempt<true>
  updateUser(place: SharedPlace, userId: string, role?: Role | null): Attempt<true>
  updateTeam(place: SharedPlace, teamId: string, role?: Role | null): Attempt<true>
  removeUser(place: SharedPlace, userId: string): Attempt<true>
  removeTeam(place: SharedPlace, teamId: string): Attempt<true>
  users(place: SharedPlace, query?: PageOf): Attempt<Listed<PermissionView>>
  teams(place: SharedPlace, query?: PageOf): Attempt<Listed<PermissionView>>
  aggregate(place: SharedPlace, query?: PageOf & { role?: Role }): Attempt<Listed<PermissionView>>
  /** Why everyone has a role, as `team Docs review on <id>`, by the id of the user. */
  sources(place: SharedPlace): Attempt<Record<string, string[]>>
  invite(
    organizationId: string,
    input: { emails: Invited[]; role?: Role | null; sso?: boolean },
  ): Attempt<InvitedView>
  listLinks(organizationId: string, query?: PageOf): Attempt<Listed<InviteView>>
  createLink(organizationId: string, input: NewInvite): Attempt<NewLinkView>
  getLink(organizationId: string, inviteId: string): Attempt<InviteView>
  updateLink(organizationId: string, inviteId: string, change: NewInvite): Attempt<InviteView>
  deleteLink(organizationId: string, inviteId: string): Attempt<true>
  join(organizationId: string, keyOrId: string): Attempt<true>
}

type Who = { token: string } | null
interface Ref {
  id: string
}
interface Item {
  permission: string
  user?: Ref
  team?: Ref
}
interface InviteNode {
  id: string
  role?: string | null
  level?: string | null
  space?: Ref | null
  collection?: Ref | null
  redundant: boolean
  email?: string | null
}

interface Source {
  type: string
  role: string
  team?: { title: string } | null
  target?: Ref | null
}
type Explained = { user: Ref; sources: Source[] }

const yes = () => true as const
const sourceView = ({ type, role, team, target }: Source): string =>
  [type.toLowerCase(), team?.title, role.toLowerCase(), ...(target ? ['on', target.id] : [])]
    .filter(Boolean)
    .join(' ')
const sourcesView = (rows: readonly Explained[]): Record<string, string[]> =>
  Object.fromEntries(rows.map(({ user, sources }) => [user.id, sources.map(sourceView)]))
const permissionView = ({ permission, user, team }: Item): PermissionView => ({
  permission: permission.toLowerCase(),
  who: (user ?? team)?.id ?? '',
})
const inviteView = ({ id, role, level, space, collection, redundant, email }: InviteNode): InviteView => ({
  id,
  redundant,
  ...(role ? { role: role.toLowerCase() } : {}),
  ...(level ? { level: level.toLowerCase() } : {}),
  ...(space ? { space: space.id } : {}),
  ...(collection ? { collection: collection.id } : {}),
  ...(email ? { email } : {}),
})

function restSharing(t: TestApp, who: Who): SharingApi {
  const ask = restAsker(t, who)
  const path = (place: SharedPlace) =>
    `${'space' in place ? `/spaces/${place.space}` : `/collections/${place.collection}`}/permissions`
  const list = (place: SharedPlace, part: string, { cursor, ...query }: PageOf & { role?: Role } = {}) =>
    ask<Envelope<Item>, Listed<PermissionView>>('GET', `${path(place)}/${part}`, listedRest(permissionView), {
      query: { ...query, page: cursor },
    })
  const links = (organizationId: string) => `/orgs/${organizationId}/link-invites`
  return {
    grant: (place, body) => ask('POST', path(place), yes, { body }),
    updateUser: (place, id, role) => ask('PATCH', `${path(place)}/users/${id}`, yes, { body: { role } }),
    updateTeam: (place, id, role) => ask('PATCH', `${path(place)}/teams/${id}`, yes, { body: { role } }),
    removeUser: (place, id) => ask('DELETE', `${path(place)}/users/${id}`, yes),
    removeTeam: (place, id) => ask('DELETE', `${path(place)}/teams/${id}`, yes),
    users: (place, query) => list(place, 'users', query),
    teams: (place, query) => list(place, 'teams', query),
    aggregate: (place, query) => list(place, 'aggregate', query),
    sources: (place) =>
      ask<Envelope<Explained>, Record<string, string[]>>('GET', `${path(place)}/aggregate`, ({ items }) =>
        sourcesView(items),
      ),
    // Plain addresses if nothing else is set, so that both formats are tested.
    invite: (id, { emails, ...input }) =>
      ask(
        'POST',
        `/orgs/${id}/invites`,
        (body: Omit<InvitedView, 'failed'> & { failedSSOEmails?: string[] }) => {
          const { failedSSOEmails: failed = [], ...rest } = body
          return { ...rest, failed }
        },
        {
          body: { ...input, emails: emails.map((each) => (each.role === undefined ? each.email : each)) },
        },
      ),
    listLinks: (id, { cursor, limit } = {}) =>
      ask('GET', links(id), listedRest(inviteView), { query: { limit, page: cursor } }),
    createLink: (id, body) =>
      ask(
        'POST',
        links(id),
        ({ key, ...invite }: InviteNode & { key: string }) => ({ ...inviteView(invite), key }),
        { body },
      ),
    getLink: (id, inviteId) => ask('GET', `${links(id)}/${inviteId}`, inviteView),
    updateLink: (id, inviteId, body) => ask('PATCH', `${links(id)}/${inviteId}`, inviteView, { body }),
    deleteLink: (id, inviteId) => ask('DELETE', `${links(id)}/${inviteId}`, yes),
    join: (id, inviteId) => ask('POST', `/orgs/${id}/invites/${inviteId}`, yes),
  }
}

interface InvitedPayload {
  users: Ref[]
  invited: number
  invites: { inviteId: string; email: string; key: string; link: string | null; expiresAt: string }[]
  failedSSOEmails: string[]
}

const INVITE = 'id role level space { id } collection { id } redundant email'
const upper = (role: Role | null | undefined) => (typeof role === 'string' ? role.toUpperCase() : role)
const withUpper = <Input extends NewInvite | Invited>(input: Input) => ({
  ...input,
  ...('role' in input ? { role: upper(input.role) } : {}),
  ...('level' in input ? { level: upper(input.level) } : {}),
})

function graphqlSharing(t: TestApp, who: Who): SharingApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const placed = (place: SharedPlace) =>
    'space' in place ? { spaceId: place.space } : { collectionId: place.collection }
  const change = (name: string, place: SharedPlace, input: object) =>
    mutate(name, { target: placed(place), ...input }, 'target { __typename }', yes)
  const list = (
    place: SharedPlace,
    field: string,
    item: string,
    { limit, cursor, role }: PageOf & { role?: Role } = {},
  ) => {
    const kind = 'space' in place ? 'space' : 'collection'
    const args = `first: $first, after: $after${role ? ', role: $role' : ''}`
    const page = connectionOf(`list: ${field}(${args})`, `permission ${item} { id }`)
    return ask<{ target: { list: Connection<Item> } | null }, Listed<PermissionView>>(
      `query($id: ID!, $first: Int, $after: String${role ? ', $role: [Role!]' : ''}) {
        target: ${kind}(id: $id) { ${page} } }`,
      { id: Object.values(place)[0], first: limit, after: cursor, ...(role ? { role: upper(role) } : {}) },
      ({ target }) => listedGraphQL(target?.list, permissionView),
    )
  }
  const takeInvite = ({ invite }: { invite: InviteNode }) => inviteView(invite)
  return {
    grant: (place, { role, ...input }) => change('grantPermissions', place, { ...input, role: upper(role) }),
    updateUser: (place, userId, role) => change('updateUserPermission', place, { userId, role: upper(role) }),
    updateTeam: (place, teamId, role) => change('updateTeamPermission', place, { teamId, role: upper(role) }),
    removeUser: (place, userId) => change('removeUserPermission', place, { userId }),
    removeTeam: (place, teamId) => change('removeTeamPermission', place, { teamId }),
    users: (place, query) => list(place, 'userPermissions', 'user', query),
    teams: (place, query) => list(place, 'teamPermissions', 'team', query),
    aggregate: (place, query) => list(place, 'permissionsAggregate', 'user', query),
    sources: (place) =>
      ask<{ target: { list: { nodes: Explained[] } } | null }, Record<string, string[]>>(
        `query($id: ID!) { target: ${'space' in place ? 'space' : 'collection'}(id: $id) {
          list: permissionsAggregate { nodes { user { id } sources { type role team { title }
            target { ... on Space { id } ... on Collection { id } } } } } } }`,
        { id: Object.values(place)[0] },
        ({ target }) => target && sourcesView(target.list.nodes),
      ),
    invite: (organizationId, { emails, role, ...input }) =>
      mutate(
        'inviteUsers',
        {
          organizationId,
          ...input,
          emails: emails.map(withUpper),
          ...(role === undefined ? {} : { role: upper(role) }),
        },
        'users { id } invited invites { inviteId email key link expiresAt } failedSSOEmails',
        ({ users, invited, invites, failedSSOEmails: failed }: InvitedPayload) => ({
          users: users.map(({ id }) => id),
          invited,
          invites: invites.map(({ inviteId: id, link, ...rest }) => ({
            id,
            ...rest,
            ...(link === null ? {} : { link }),
          })),
          failed,
        }),
      ),
    listLinks: (id, { limit, cursor } = {}) =>
      ask(
        `query($id: ID!, $first: Int, $after: String) { organization(id: $id) {
          ${connectionOf('linkInvites(first: $first, after: $after)', INVITE)} } }`,
        { id, first: limit, after: cursor },
        ({ organization }: { organization: { linkInvites: Connection<InviteNode> } | null }) =>
          listedGraphQL(organization?.linkInvites, inviteView),
      ),
    createLink: (organizationId, input) =>
      mutate(
        'createLinkInvite',
        { organizationId, ...withUpper(input) },
        `invite { ${INVITE} } key`,
        ({ invite, key }: { invite: InviteNode; key: string }) => ({ ...inviteView(invite), key }),
      ),
    getLink: (_id, inviteId) =>
      ask(
        `query($id: ID!) { node(id: $id) { ... on Invite { ${INVITE} } } }`,
        { id: inviteId },
        ({ node }: { node: InviteNode | null }) => node && inviteView(node),
      ),
    updateLink: (_id, inviteId, input) =>
      mutate('updateLinkInvite', { inviteId, ...withUpper(input) }, `invite { ${INVITE} }`, takeInvite),
    deleteLink: (_id, inviteId) => mutate('deleteLinkInvite', { inviteId }, 'deletedId', yes),
    join: (organizationId, inviteId) =>
      mutate('joinOrganization', { organizationId, inviteId }, 'organization { id }', yes),
  }
}

/** For `describe.each(sharingApis)`: one scenario, with both APIs. */
export const sharingApis = [
  { name: 'rest', enter: restSharing },
  { name: 'graphql', enter: graphqlSharing },
]
