import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
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

const TeamRoleEnum = graphqlEnum('TeamRole', TeamRole, 'Owners manage the members of their team.', {
  member: 'Belongs to the team.',
  owner: 'Belongs to the team and manages its members.',
})

const TeamPermissions = permissionsType('TeamPermissions', teamPermissions)

const TeamNode = builder.prismaNode('Team', {
  description: 'A group of members that content is granted to as one.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    title: t.exposeString('title', { description: 'Its name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that it belongs to.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    memberCount: t.exposeInt('memberCount', {
      description: 'How many are in it, also when you may not see them.',
    }),
    spacesGranted: t.int({
      description: 'How many spaces are granted to it.',
      resolve: async ({ id }, _args, { caller }) => (await caller.load(spacesGrantedToTeam, id)) ?? 0,
    }),
    permissions: t.field({
      type: TeamPermissions,
      description: 'What you may do with it.',
      resolve: (team) => teamPermissions.of(reachOfTeam(team as unknown as TeamRow)),
    }),
  }),
})
// Rows of this type always come from the module's loaders, which add what the viewer is to the team.
export const TeamType = TeamNode as unknown as ObjectRef<Types, TeamRow>

const TeamMembershipPermissions = permissionsType('TeamMembershipPermissions', teamMembershipPermissions)

const TeamMembershipType = builder.objectRef<TeamMembershipRow>('TeamMembership').implement({
  description: "A member's place in a team.",
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    team: t.field({ type: TeamType, description: 'The team.', resolve: ({ team }) => team }),
    member: t.field({ type: MemberType, description: 'The member.', resolve: ({ member }) => member }),
    role: t.field({
      type: TeamRoleEnum,
      description: 'What they are in the team.',
      resolve: ({ role }) => role,
    }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When they came into the team.' }),
    permissions: t.field({
      type: TeamMembershipPermissions,
      description: 'What you may do with it.',
      resolve: (membership) => teamMembershipPermissions.of(membership),
    }),
  }),
})

const TeamMembershipConnection = connectionType('TeamMembership', TeamMembershipType)

connection(OrganizationType, 'teams', listTeams, {
  type: connectionType('Team', TeamType),
  description: 'The teams that you may see, oldest first; a guest sees those that they are in.',
})
connection(TeamType, 'members', listTeamMembers, {
  type: TeamMembershipConnection,
  description: 'Those of its members that you may see.',
})
connection(MemberType, 'teams', listMemberTeams, {
  type: TeamMembershipConnection,
  description: 'The teams that they are in, oldest first.',
})

/** A team is named by its own id here; REST paths name its organization too. */
const omit = ['organizationId']

queryField('team', getTeam, {
  type: TeamType,
  description: 'A team by id.',
  rename: { teamId: 'id' },
  omit,
})

const team = { type: TeamType, description: 'The team as it is now.', from: (row: TeamRow) => row }

mutation('createTeam', createTeam, { description: 'Creates a team of an organization.', payload: { team } })
mutation('updateTeam', updateTeam, { description: 'Renames a team.', omit, payload: { team } })
mutation('deleteTeam', deleteTeam, {
  description: 'Deletes a team with what was granted to it. Deleting one that is gone succeeds as well.',
  omit,
  payload: deletedPayload(),
})
mutation('updateTeamMembers', updateTeamMembers, {
  description: 'Adds members to a team, removes them and sets their roles, all or none.',
  omit,
  payload: { team },
})
mutation('setTeamMember', setTeamMember, {
  description: 'Adds a member to a team, or changes their role in it.',
  omit,
  payload: { team },
})
mutation('removeTeamMember', removeTeamMember, {
  description: 'Removes a member from a team. Removing one who is not in it succeeds as well.',
  omit,
  payload: { team },
})

// A team may be asked for a review, so that events of a space name teams as well.
eventSubject({ name: 'team', within: 'space', what: 'the team', type: TeamType, loader: teamById })
