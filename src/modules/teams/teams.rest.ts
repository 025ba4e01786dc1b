import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, route, silentRoute, type View } from '../../rest/route.ts'
import { RestMember, toRestMember } from '../members/index.ts'
import { listTeamMembers, removeTeamMember, setTeamMember, updateTeamMembers } from './memberships.service.ts'
import { reachOfTeam, spacesGrantedToTeam, type TeamMembershipRow, type TeamRow } from './teams.loaders.ts'
import { TeamRole, UpdateTeamMembersByMap } from './teams.model.ts'
import { teamMembershipPermissions, teamPermissions } from './teams.policy.ts'
import { createTeam, deleteTeam, getTeam, listMemberTeams, listTeams, updateTeam } from './teams.service.ts'

export const RestTeam = z
  .object({
    object: z.literal('team'),
    id: z.string(),
    title: z.string(),
    members: z.int(),
    spaces: z.int(),
    createdAt: Timestamp,
    permissions: teamPermissions.schema,
  })
  .meta({ id: 'Team' })

const role = z.object({ role: TeamRole })

const RestTeamMember = z
  .object({
    organization: RestMember,
    team: role,
    permissions: teamMembershipPermissions.schema,
  })
  .meta({ id: 'TeamMember' })

const RestMemberTeam = z.object({ team: RestTeam, member: role }).meta({ id: 'MemberTeam' })

export async function toRestTeam(team: TeamRow, { caller }: View): Promise<z.input<typeof RestTeam>> {
  return {
    object: 'team',
    id: team.id,
    title: team.title,
    members: team.memberCount,
    spaces: (await caller.load(spacesGrantedToTeam, team.id)) ?? 0,
    createdAt: team.createdAt.toISOString(),
    permissions: teamPermissions.of(reachOfTeam(team)),
  }
}

const toRestTeamMember = async (membership: TeamMembershipRow, view: View) => ({
  organization: await toRestMember(membership.member, view),
  team: { role: membership.role },
  permissions: teamMembershipPermissions.of(membership),
})

const toRestMemberTeam = async ({ team, role }: TeamMembershipRow, view: View) => ({
  team: await toRestTeam(team, view),
  member: { role },
})

const teams = '/orgs/:organizationId/teams'
const team = { response: RestTeam, present: toRestTeam }

export const routes = [
  listRoute(teams, listTeams, {
    summary: 'List the teams of an organization',
    item: RestTeam,
    present: (rows, view) => Promise.all(rows.map((row) => toRestTeam(row, view))),
  }),
  route('PUT', teams, createTeam, { summary: 'Create a team', status: 201, ...team }),
  route('GET', `${teams}/:teamId`, getTeam, { summary: 'Get a team', ...team }),
  route('PATCH', `${teams}/:teamId`, updateTeam, { summary: 'Rename a team', ...team }),
  silentRoute('DELETE', `${teams}/:teamId`, deleteTeam, { summary: 'Delete a team' }),
  listRoute(`${teams}/:teamId/members`, listTeamMembers, {
    summary: 'List the members of a team',
    item: RestTeamMember,
    present: (rows, view) => Promise.all(rows.map((row) => toRestTeamMember(row, view))),
  }),
  silentRoute(
    'PUT',
    `${teams}/:teamId/members`,
    { ...updateTeamMembers, input: UpdateTeamMembersByMap },
    { summary: 'Add and remove members of a team, all or none' },
  ),
  silentRoute('PUT', `${teams}/:teamId/members/:userId`, setTeamMember, {
    summary: 'Add a member to a team, or change their role in it',
  }),
  silentRoute('DELETE', `${teams}/:teamId/members/:userId`, removeTeamMember, {
    summary: 'Remove a member from a team',
  }),
  listRoute('/orgs/:organizationId/members/:userId/teams', listMemberTeams, {
    summary: 'List the teams of a member',
    item: RestMemberTeam,
    present: (rows, view) => Promise.all(rows.map((row) => toRestMemberTeam(row, view))),
  }),
]
