import { forbidden, notFound } from '../../core/errors.ts'
import { formerPlaceOf } from '../../core/events/former-place.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { getMemberRow } from '../members/index.ts'
import { getOrganizationRow, organizationById, reachOfOrganization } from '../organizations/index.ts'
import { changeMembers, requireKnown } from './memberships.ts'
import {
  findTeam,
  getTeamRow,
  reachOfTeam,
  type TeamPlace,
  teamsOfGuest,
  teamsOfMember,
  teamsOfOrganization,
} from './teams.loaders.ts'
import {
  CreateTeam,
  DeleteTeam,
  GetTeam,
  ListMemberTeams,
  ListMemberTeamsFilters,
  ListTeams,
  ListTeamsFilters,
  UpdateTeam,
} from './teams.model.ts'
import { mayAdministrateTeam, mayCreateTeam } from './teams.policy.ts'

export const listTeams = listOperation({
  id: 'teams.list',
  input: ListTeams,
  filters: ListTeamsFilters,
  scope: 'organization:members:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: ({ viewerRole }) => (viewerRole === null ? teamsOfGuest : teamsOfOrganization),
})

export const listMemberTeams = listOperation({
  id: 'teams.listOfMember',
  input: ListMemberTeams,
  filters: ListMemberTeamsFilters,
  scope: 'organization:members:read',
  parent: (ctx, key) => getMemberRow(ctx.reads, key),
  list: () => teamsOfMember,
})

export const getTeam = readOperation({
  id: 'teams.get',
  input: GetTeam,
  scope: 'organization:members:read',
  read: (ctx, place) => getTeamRow(ctx.reads, place),
})

export const createTeam = operation({
  id: 'teams.create',
  input: CreateTeam,
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, { organizationId }) => {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (!mayCreateTeam(reachOfOrganization(organization))) {
      throw forbidden('You need the admin role in this organization to create a team.')
    }
    return organization
  },
  run: async (ctx, { title, members = [] }, { id: organizationId }) => {
    const known = await requireKnown(ctx, organizationId, { members })
    const teamId = newId('Team')
    await ctx.tx.team.create({ data: { id: teamId, organizationId, title, createdAt: ctx.now() } })
    ctx.emit({ organizationId, type: 'team.created', subject: { team: teamId } })
    await changeMembers(
      ctx,
      { id: teamId, organizationId },
      { set: new Map(members.map((name) => [known.of(name), undefined])), remove: new Set() },
    )
    return getTeamRow(ctx.reads, { teamId })
  },
})

export const updateTeam = operation({
  id: 'teams.update',
  input: UpdateTeam,
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, place) => {
    const team = await getTeamRow(ctx.reads, place)
    if (!mayAdministrateTeam(reachOfTeam(team))) {
      throw forbidden('You need the admin role in this organization to rename a team.')
    }
    return team
  },
  changes: (team) => rowOf('Team', team),
  run: async (ctx, { title }, { id: teamId, organizationId, title: before }) => {
    if (title !== before) {
      await ctx.tx.team.updateMany({ where: { id: teamId }, data: { title } })
      ctx.emit({ organizationId, type: 'team.updated', subject: { team: teamId } })
      ctx.reads.forget()
    }
    return getTeamRow(ctx.reads, { teamId })
  },
})

/** Deleting a team that is already deleted succeeds, for callers who can delete teams of its organization. */
export const deleteTeam = operation({
  id: 'teams.delete',
  input: DeleteTeam,
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, place) => {
    const team = await findTeam(ctx.reads, place)
    if (team && !mayAdministrateTeam(reachOfTeam(team))) {
      throw forbidden('You need the admin role in this organization to delete a team.')
    }
    if (!team) await requireMayDeleteAt(ctx, place)
    return team
  },
  changes: (team) => rowOf('Team', team),
  run: async (ctx, { teamId }, team) => {
    // Its memberships and grants are deleted with it, by their foreign keys.
    const { count } = team ? await ctx.tx.team.deleteMany({ where: { id: teamId } }) : { count: 0 }
    if (team && count > 0) {
      ctx.emit({ organizationId: team.organizationId, type: 'team.deleted', subject: { team: teamId } })
    }
    return { existed: count > 0, deletedId: teamId }
  },
})

/**
 * Authorizes the deletion of a team that does not exist, by the organization in the path or by the one it
 * was deleted from.
 */
async function requireMayDeleteAt(ctx: WriteContext, { organizationId, teamId }: TeamPlace): Promise<void> {
  const organization =
    organizationId === undefined
      ? await ctx.reads.load(
          organizationById,
          (await formerPlaceOf(ctx.reads, 'team', teamId))?.organizationId ?? '',
        )
      : await getOrganizationRow(ctx.reads, organizationId)
  if (!organization || !mayCreateTeam(reachOfOrganization(organization))) throw notFound('This team')
}
