import type { Role } from '../../src/core/access/roles.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import type { Listed } from './outcome.ts'
import { peopleByGraphQL } from './people-graphql-api.ts'
import { peopleByRest } from './people-rest-api.ts'

export { done, refused } from './outcome.ts'

export type TeamRole = 'member' | 'owner'

export interface MemberView {
  /** The user's id. */
  id: string
  name: string
  role: Role | null
  disabled: boolean
  sso: boolean
  joinedAt: string
  lastSeenAt: string | null
  spaces: number
  teams: number
}

export interface TeamView {
  id: string
  title: string
  members: number
  spaces: number
  createdAt: string
  permissions: { view: boolean; admin: boolean; delete: boolean; manageMembers: boolean }
}

export interface MemberQuery extends PageOf {
  role?: string
  search?: string
  sort?: string
  order?: 'asc' | 'desc'
}

export interface MembershipChange {
  add?: string[]
  remove?: string[]
  memberships?: Record<string, { role: TeamRole }>
}

/** A member of a team, as a user id and a role. */
export type Placed = [id: string, role: TeamRole]

/** The operations of one caller on members and teams, with either API. */
export interface PeopleApi {
  listMembers(organizationId: string, query?: MemberQuery): Attempt<Listed<MemberView>>
  getMember(organizationId: string, userId: string): Attempt<MemberView>
  updateMember(organizationId: string, userId: string, change: { role?: Role | null }): Attempt<MemberView>
  removeMember(organizationId: string, userId: string): Attempt<true>
  setMemberSso(organizationId: string, userId: string): Attempt<MemberView>
  ping(organizationId: string): Attempt<true>
  listTeams(
    organizationId: string,
    query?: PageOf & { owner?: string; title?: string },
  ): Attempt<Listed<TeamView>>
  createTeam(organizationId: string, input: { title: string; members?: string[] }): Attempt<TeamView>
  getTeam(organizationId: string, teamId: string): Attempt<TeamView>
  updateTeam(organizationId: string, teamId: string, title: string): Attempt<TeamView>
  deleteTeam(organizationId: string, teamId: string): Attempt<true>
  listTeamMembers(organizationId: string, teamId: string, query?: PageOf): Attempt<Listed<Placed>>
  updateTeamMembers(organizationId: string, teamId: string, change: MembershipChange): Attempt<true>
  setTeamMember(organizationId: string, teamId: string, userId: string, role?: TeamRole): Attempt<true>
  removeTeamMember(organizationId: string, teamId: string, userId: string): Attempt<true>
  /** Returns teams by id, and the member's role in each. */
  listMemberTeams(
    organizationId: string,
    userId: string,
    query?: PageOf & { title?: string },
  ): Attempt<Listed<Placed>>
}

export interface PeopleEntrance {
  name: 'rest' | 'graphql'
  enter(t: TestApp, who: { token: string } | null): PeopleApi
}

/** For `describe.each`: one scenario, with both APIs. */
export const peopleApis: PeopleEntrance[] = [
  { name: 'rest', enter: peopleByRest },
  { name: 'graphql', enter: peopleByGraphQL },
]
