import { forbidden, notFound } from '../../core/errors.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { holdMembers } from '../members/index.ts'
import { changeMembers, requireKnown } from './memberships.ts'
import {
  getTeamRow,
  guestInTeam,
  membersOfTeam,
  reachOfTeam,
  type TeamPlace,
  type TeamRow,
} from './teams.loaders.ts'
import {
  ListTeamMembers,
  RemoveTeamMember,
  SetTeamMember,
  type TeamRole,
  UpdateTeamMembers,
} from './teams.model.ts'
import { mayManageMembers } from './teams.policy.ts'

export const listTeamMembers = listOperation({
  id: 'teams.listMembers',
  input: ListTeamMembers,
  filters: NoFilters,
  scope: 'organization:members:read',
  parent: (ctx, place) => getTeamRow(ctx.reads, place),
  list: ({ viewerRole }) => (viewerRole === null ? guestInTeam : membersOfTeam),
})

/** Changes all of the members or none: names that are not members of the organization are rejected. */
export const updateTeamMembers = operation({
  id: 'teams.updateMembers',
  input: UpdateTeamMembers,
  scope: 'organization:members:write',
  writes: true,
  authorize: getManagedTeam,
  changes: (team) => rowOf('Team', team),
  run: async (ctx, { add = [], remove = [], memberships = [] }, team) => {
    const users = memberships.map(({ userId }) => userId)
    const known = await requireKnown(
      ctx,
      team.organizationId,
      { add, remove, memberships: users },
      // Memberships are identified by their user, in the REST API, where they are a map, and in the GraphQL
      // API.
      (part, name, index) => [part, part === 'memberships' ? name : index],
    )
    await changeMembers(ctx, team, {
      set: new Map<string, TeamRole | undefined>([
        ...add.map((name): [string, undefined] => [known.of(name), undefined]),
        ...memberships.map(({ userId, role }): [string, TeamRole] => [userId, role]),
      ]),
      remove: new Set(remove.map(known.of)),
    })
    return getTeamRow(ctx.reads, { teamId: team.id })
  },
})

/** Adds a member of the organization to a team, or changes their role in it. */
export const setTeamMember = operation({
  id: 'teams.setMember',
  input: SetTeamMember,
  scope: 'organization:members:write',
  writes: true,
  authorize: getManagedTeam,
  changes: ({ id: teamId }, { userId }) => ({ table: 'TeamMember', where: { teamId, userId } }),
  run: async (ctx, { userId, role }, team) => {
    if (!(await holdMembers(ctx.tx, team.organizationId, [userId])).has(userId)) throw notFound('This member')
    await changeMembers(ctx, team, { set: new Map([[userId, role]]), remove: new Set() })
    return getTeamRow(ctx.reads, { teamId: team.id })
  },
})

/** Removing a user who is not in the team succeeds. */
export const removeTeamMember = operation({
  id: 'teams.removeMember',
  input: RemoveTeamMember,
  scope: 'organization:members:write',
  writes: true,
  authorize: getManagedTeam,
  changes: ({ id: teamId }, { userId }) => ({ table: 'TeamMember', where: { teamId, userId } }),
  run: async (ctx, { userId }, team) => {
    await changeMembers(ctx, team, { set: new Map(), remove: new Set([userId]) })
    return getTeamRow(ctx.reads, { teamId: team.id })
  },
})

async function getManagedTeam(ctx: WriteContext, place: TeamPlace): Promise<TeamRow> {
  const team = await getTeamRow(ctx.reads, place)
  if (!mayManageMembers(reachOfTeam(team))) {
    throw forbidden(
      'You need to own this team, or the admin role in this organization, to change its members.',
    )
  }
  return team
}
