import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { MemberType } from '../members/index.ts'
import { OrganizationType, requiredOrganization } from '../organizations/index.ts'
import { listTeamMembers, removeTeamMember, setTeamMember, updateTeamMembers } from './memberships.service.ts'
import {
  reachOfTeam,
  spacesGrantedToTeam,
  type TeamMembershipRow,
  type TeamRow,
  teamById,
} from './teams.loaders.ts'
import { TeamRole } from './teams.model.ts'
import { teamMembershipPermissions, teamPermissions } from './teams.policy.ts'
import { createTeam, deleteTeam, getTeam, listMemberTeams, listTeams, updateTeam } from './teams.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Team: TeamRow
  }
}

const TeamRoleEnum = graphqlEnum(
  'TeamRole',
  TeamRole,
  'The role in a team. Owners manage the members of their team.',
  {
    member: 'Belongs to the team.',
    owner: 'Belongs to the team and manages its members.',
  },
)

const TeamPermissions = permissionsType('TeamPermissions', teamPermissions)

export const TeamType = builder.prismaNode('Team', {
  description: 'A team: a group of members that permissions can be granted to.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'The name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization of the team.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    memberCount: t.exposeInt('memberCount', {
      description: 'The number of members, including those who are not visible to you.',
    }),
    spacesGranted: t.int({
      description: 'The number of spaces with a permission granted to the team.',
      resolve: async ({ id }, _args, { caller }) => (await caller.load(spacesGrantedToTeam, id)) ?? 0,
    }),
    permissions: t.field({
      type: TeamPermissions,
      description: 'What you are allowed to do with the resource.',
      resolve: (team) => teamPermissions.of(reachOfTeam(team)),
    }),
  }),
})

const TeamMembershipPermissions = permissionsType('TeamMembershipPermissions', teamMembershipPermissions)

const TeamMembershipType = builder.objectRef<TeamMembershipRow>('TeamMembership').implement({
  description: 'A member of a team.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    team: t.field({ type: TeamType, description: 'The team.', resolve: ({ team }) => team }),
    member: t.field({ type: MemberType, description: 'The member.', resolve: ({ member }) => member }),
    role: t.field({
      type: TeamRoleEnum,
      description: 'The role in the team.',
      resolve: ({ role }) => role,
    }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When the member joined the team.' }),
    permissions: t.field({
      type: TeamMembershipPermissions,
      description: 'What you are allowed to do with the resource.',
      resolve: (membership) => teamMembershipPermissions.of(membership),
    }),
  }),
})

const TeamMembershipConnection = connectionType('TeamMembership', TeamMembershipType)

connection(OrganizationType, 'teams', listTeams, {
  type: connectionType('Team', TeamType),
  description: 'The teams that are visible to you, oldest first. Guests see the teams that they are in.',
})
connection(TeamType, 'members', listTeamMembers, {
  type: TeamMembershipConnection,
  description: 'The memberships that are visible to you.',
})
connection(MemberType, 'teams', listMemberTeams, {
  type: TeamMembershipConnection,
  description: 'The team memberships of the member, oldest first.',
})

/** GraphQL identifies a team by its own id; REST paths contain its organization as well. */
const omit = ['organizationId']

queryField('team', getTeam, {
  type: TeamType,
  description: 'A team.',
  rename: { teamId: 'id' },
  omit,
})

const team = { type: TeamType, description: 'The team.', from: (row: TeamRow) => row }

mutation('createTeam', createTeam, { description: 'Creates a team of an organization.', payload: { team } })
mutation('updateTeam', updateTeam, { description: 'Renames a team.', omit, payload: { team } })
mutation('deleteTeam', deleteTeam, {
  description: 'Deletes a team and its permissions. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})
mutation('updateTeamMembers', updateTeamMembers, {
  description: 'Adds and removes members of a team and sets their roles, all of them or none.',
  omit,
  payload: { team },
})
mutation('setTeamMember', setTeamMember, {
  description: 'Adds a member to a team, or changes their role in it.',
  omit,
  payload: { team },
})
mutation('removeTeamMember', removeTeamMember, {
  description: 'Removes a member from a team. Succeeds if the user is not in the team.',
  omit,
  payload: { team },
})

// Teams appear in events of a space as well.
eventSubject({ name: 'team', within: 'space', what: 'the team', type: TeamType, loader: teamById })
