import type { MemberView, PeopleApi, Placed, TeamRole, TeamView } from './apis-people.ts'
import type { TestApp } from './app.ts'
import { type Listed, type Outcome, type Refusal, traced } from './outcome.ts'
import { callRest } from './rest-api.ts'

interface RestMember extends Omit<MemberView, 'lastSeenAt' | 'name'> {
  object: string
  user: { id: string; displayName: string }
  lastSeenAt?: string
  sites: number
}

/** GraphQL counts the sites of the organization with `Organization.sites`. */
function memberView({ object, user, lastSeenAt, sites: _sites, ...member }: RestMember): MemberView {
  if (object !== 'member' || user.id !== member.id) throw new Error('A member goes by the id of the user')
  return { ...member, name: user.displayName, lastSeenAt: lastSeenAt ?? null }
}

const teamView = ({ object: _object, ...team }: TeamView & { object: string }): TeamView => team

type Query = Record<string, string | number | undefined>

/** Members and teams with the REST API. */
export function peopleByRest(t: TestApp, who: { token: string } | null): PeopleApi {
  async function ask<Row, View>(
    method: string,
    path: string,
    view: (row: Row) => View,
    { status = 200, ...options }: { query?: Query; body?: unknown; status?: number } = {},
  ): Promise<Outcome<View>> {
    const answer = await callRest(t, who, method, `/orgs/${path}`, options)
    if (answer.status >= 400) {
      const { code, ...failure } = (answer.body as { error: Refusal & { code: number } }).error
      return traced({ ok: false, ...failure, status: code }, answer.trace)
    }
    if (answer.status !== status) throw new Error(`Expected ${status}\n${answer.trace}`)
    return traced({ ok: true, value: view(answer.body as Row) }, answer.trace)
  }

  const list = <Row, View>(path: string, view: (row: Row) => View, asked: object = {}) => {
    const { cursor, ...query } = asked as Query
    return ask(
      'GET',
      path,
      ({ next, items }: { next?: { page: string }; items: Row[] }): Listed<View> => ({
        items: items.map(view),
        ...(next ? { next: next.page } : {}),
      }),
      { query: { ...query, page: cursor } },
    )
  }

  const silently = (method: string, path: string, body?: unknown) =>
    ask(method, path, (): true => true, { status: 204, ...(body === undefined ? {} : { body }) })

  return {
    listMembers: (o, query) => list(`${o}/members`, memberView, query),
    getMember: (o, u) => ask('GET', `${o}/members/${u}`, memberView),
    updateMember: (o, u, body) => ask('PATCH', `${o}/members/${u}`, memberView, { body }),
    removeMember: (o, u) => silently('DELETE', `${o}/members/${u}`),
    setMemberSso: (o, u) => ask('POST', `${o}/members/${u}/sso`, memberView),
    ping: (o) => ask('POST', `${o}/ping`, (body): true => JSON.stringify(body) === '{}' || fail(body)),
    listTeams: (o, query) => list(`${o}/teams`, teamView, query),
    createTeam: (o, body) => ask('PUT', `${o}/teams`, teamView, { body, status: 201 }),
    getTeam: (o, team) => ask('GET', `${o}/teams/${team}`, teamView),
    updateTeam: (o, team, title) => ask('PATCH', `${o}/teams/${team}`, teamView, { body: { title } }),
    deleteTeam: (o, team) => silently('DELETE', `${o}/teams/${team}`),
    listTeamMembers: (o, team, query) =>
      list(
        `${o}/teams/${team}/members`,
        (item: {
          organization: RestMember
          team: { role: TeamRole }
          permissions: { view: true }
        }): Placed => [memberView(item.organization).id, item.team.role],
        query,
      ),
    updateTeamMembers: (o, team, change) => silently('PUT', `${o}/teams/${team}/members`, change),
    setTeamMember: (o, team, u, role) =>
      silently('PUT', `${o}/teams/${team}/members/${u}`, role === undefined ? undefined : { role }),
    removeTeamMember: (o, team, u) => silently('DELETE', `${o}/teams/${team}/members/${u}`),
    listMemberTeams: (o, u, query) =>
      list(
        `${o}/members/${u}/teams`,
        (item: { team: TeamView; member: { role: TeamRole } }): Placed => [item.team.id, item.member.role],
        query,
      ),
  }
}

function fail(body: unknown): never {
  throw new Error(`Expected {}, got ${JSON.stringify(body)}`)
}
