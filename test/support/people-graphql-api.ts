import type { Role } from '../../src/core/access/roles.ts'
import type { MemberView, PeopleApi, Placed, TeamRole, TeamView } from './apis-people.ts'
import type { TestApp } from './app.ts'
import { callGraphQL } from './graphql-request.ts'
import { type Listed, type Outcome, traced } from './outcome.ts'

const enumName = (value: string) => value.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

const MEMBER = `id role user { id displayName } disabled sso joinedAt lastSeenAt spacesGranted teams(first: 1) { totalCount }`
const TEAM = `id title memberCount spacesGranted createdAt permissions { view admin delete manageMembers }`

interface MemberNode {
  id: string
  role: string | null
  user: { id: string; displayName: string }
  disabled: boolean
  sso: boolean
  joinedAt: string
  lastSeenAt: string | null
  spacesGranted: number
  teams: { totalCount: number }
}

function memberView({ id, role, user, spacesGranted, teams, ...member }: MemberNode): MemberView {
  if (!id.startsWith('mem_')) throw new Error('A member has an id of its own')
  return {
    ...member,
    id: user.id,
    name: user.displayName,
    role: role === null ? null : (role.toLowerCase() as Role),
    spaces: spacesGranted,
    teams: teams.totalCount,
  }
}

type TeamNode = Omit<TeamView, 'members' | 'spaces'> & { memberCount: number; spacesGranted: number }

const teamView = ({ memberCount, spacesGranted, ...team }: TeamNode): TeamView => ({
  ...team,
  members: memberCount,
  spaces: spacesGranted,
})

interface PageNode<Row> {
  nodes: Row[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

const connection = (field: string, selection: string) =>
  `${field} { nodes { ${selection} } pageInfo { hasNextPage endCursor } }`
const roleOf = ({ role }: { role: string }) => role.toLowerCase() as TeamRole

/** Members and teams with the GraphQL API. */
export function peopleByGraphQL(t: TestApp, who: { token: string } | null): PeopleApi {
  /** Follows the path of fields to the requested value; null anywhere on it means 404. */
  async function ask<Node, View>(
    query: string,
    variables: object,
    path: string[],
    view: (node: Node) => View,
  ): Promise<Outcome<View>> {
    const given = variables as Record<string, unknown>
    const { data, errors, trace } = await callGraphQL<Record<string, unknown>>(t, who, query, given)
    const [error] = errors ?? []
    if (error) {
      const { code, status, details } = error.extensions
      const refusal = { ok: false, status, reason: code.toLowerCase(), message: error.message } as const
      return traced(details ? { ...refusal, details } : refusal, trace)
    }
    const node = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], data)
    return node == null
      ? traced({ ok: false, status: 404, reason: 'not_found', message: 'null' }, trace)
      : traced({ ok: true, value: view(node as Node) }, trace)
  }

  const list = <Row, View>(
    query: string,
    variables: object,
    path: string[],
    view: (row: Row) => View,
  ): Promise<Outcome<Listed<View>>> =>
    ask(query, variables, path, ({ nodes, pageInfo }: PageNode<Row>) => ({
      items: nodes.map(view),
      ...(pageInfo.hasNextPage ? { next: pageInfo.endCursor } : {}),
    }))

  const mutate = <Node, View>(
    name: string,
    input: object,
    [field, selection]: [field: string, selection: string],
    view: (node: Node) => View,
  ) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const path = field === '__typename' ? [name] : [name, field]
    return ask(
      `mutation($input: ${type}) { ${name}(input: $input) { ${field} ${selection} } }`,
      { input },
      path,
      view,
    )
  }

  const yes = (): true => true
  const member: [string, string] = ['member', `{ ${MEMBER} }`]
  const team: [string, string] = ['team', `{ ${TEAM} }`]
  const teamId: [string, string] = ['team', '{ id }']

  return {
    listMembers: (id, { limit, cursor, role, sort, order, ...query } = {}) => {
      const enums = Object.entries({ role, sort, order }).filter(([, value]) => value !== undefined)
      const args = enums.map(([name, value]) => `, ${name}: ${enumName(String(value))}`).join('')
      return list(
        `query($id: ID!, $first: Int, $after: String, $search: String) { organization(id: $id) {
          ${connection(`members(first: $first, after: $after, search: $search${args})`, MEMBER)} } }`,
        { id, first: limit, after: cursor, ...query },
        ['organization', 'members'],
        memberView,
      )
    },
    getMember: (id, userId) =>
      ask(
        `query($id: ID!, $userId: ID!) { organization(id: $id) { member(userId: $userId) { ${MEMBER} } } }`,
        { id, userId },
        ['organization', 'member'],
        memberView,
      ),
    updateMember: (organizationId, userId, { role }) =>
      mutate(
        'updateMember',
        { organizationId, userId, ...(role === undefined ? {} : { role: role && enumName(role) }) },
        member,
        memberView,
      ),
    removeMember: (organizationId, userId) =>
      mutate('removeMember', { organizationId, userId }, ['__typename', 'deletedId'], yes),
    setMemberSso: (organizationId, userId) =>
      mutate('setMemberSso', { organizationId, userId }, member, memberView),
    ping: (organizationId) => mutate('pingOrganization', { organizationId }, ['member', '{ id }'], yes),
    listTeams: (id, { limit, cursor, ...query } = {}) =>
      list(
        `query($id: ID!, $first: Int, $after: String, $owner: ID, $title: String) { organization(id: $id) {
          ${connection('teams(first: $first, after: $after, owner: $owner, title: $title)', TEAM)} } }`,
        { id, first: limit, after: cursor, ...query },
        ['organization', 'teams'],
        teamView,
      ),
    createTeam: (organizationId, input) => mutate('createTeam', { organizationId, ...input }, team, teamView),
    getTeam: (_organizationId, id) =>
      ask(`query($id: ID!) { team(id: $id) { ${TEAM} } }`, { id }, ['team'], teamView),
    updateTeam: (_organizationId, id, title) => mutate('updateTeam', { teamId: id, title }, team, teamView),
    deleteTeam: (_organizationId, id) => mutate('deleteTeam', { teamId: id }, ['deletedId', ''], yes),
    listTeamMembers: (_organizationId, id, { limit, cursor } = {}) =>
      list(
        `query($id: ID!, $first: Int, $after: String) { team(id: $id) {
          ${connection('members(first: $first, after: $after)', 'role member { user { id } } permissions { view }')} } }`,
        { id, first: limit, after: cursor },
        ['team', 'members'],
        (node: { role: string; member: MemberNode }): Placed => [node.member.user.id, roleOf(node)],
      ),
    updateTeamMembers: (_organizationId, id, { memberships, ...change }) =>
      mutate(
        'updateTeamMembers',
        {
          teamId: id,
          ...change,
          ...(memberships && {
            memberships: Object.entries(memberships).map(([userId, { role }]) => ({
              userId,
              role: enumName(role),
            })),
          }),
        },
        teamId,
        yes,
      ),
    setTeamMember: (_organizationId, id, userId, role) =>
      mutate('setTeamMember', { teamId: id, userId, ...(role ? { role: enumName(role) } : {}) }, teamId, yes),
    removeTeamMember: (_organizationId, id, userId) =>
      mutate('removeTeamMember', { teamId: id, userId }, teamId, yes),
    listMemberTeams: (id, userId, { limit, cursor, ...query } = {}) =>
      list(
        `query($id: ID!, $userId: ID!, $first: Int, $after: String, $title: String) { organization(id: $id) {
          member(userId: $userId) { ${connection('teams(first: $first, after: $after, title: $title)', 'role team { id }')} } } }`,
        { id, userId, first: limit, after: cursor, ...query },
        ['organization', 'member', 'teams'],
        (node: { role: string; team: { id: string } }): Placed => [node.team.id, roleOf(node)],
      ),
  }
}
