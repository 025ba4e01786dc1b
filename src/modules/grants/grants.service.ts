import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation } from '../../core/operations/operation.ts'
import type { VersionedRow } from '../../core/operations/versions.ts'
import { give, type Principals, requireAuthority, requirePrincipals, takeAway } from './grants.changes.ts'
import { teamGrants, userGrants } from './grants.loaders.ts'
import {
  AggregateFilters,
  GrantPermissions,
  type GrantPlace,
  ListAggregate,
  ListPermissions,
  RemoveTeamPermission,
  RemoveUserPermission,
  UpdateTeamPermission,
  UpdateUserPermission,
} from './grants.model.ts'
import { type GrantTarget, getManaged, getTarget, isSpace, requireManager } from './grants.targets.ts'
import { peopleOfCollection, peopleOfSpace } from './people-with-access.ts'

const list = {
  scope: 'space:permissions:read',
  parent: (ctx: Context, place: GrantPlace) => getTarget(ctx.reads, place),
  guard: async (ctx: Context, target: GrantTarget) => {
    await requireManager(ctx, target)
  },
} as const

export const listUserPermissions = listOperation({
  ...list,
  id: 'permissions.listUsers',
  input: ListPermissions,
  filters: NoFilters,
  list: () => userGrants,
})

export const listTeamPermissions = listOperation({
  ...list,
  id: 'permissions.listTeams',
  input: ListPermissions,
  filters: NoFilters,
  list: () => teamGrants,
})

/** Everyone with a role on the target, from grants or otherwise. */
export const listPermissionsAggregate = listOperation({
  ...list,
  id: 'permissions.listAggregate',
  input: ListAggregate,
  filters: AggregateFilters,
  list: (target, filters) => (isSpace(target) ? peopleOfSpace : peopleOfCollection)(filters),
})

const write = { scope: 'space:permissions:write', writes: true, authorize: getManaged } as const

/** The row of the grant to a user or a team. */
const grantOf = ({ target }: Managed, principalId: string): VersionedRow => ({
  table: 'Grant',
  where: { targetId: target.id, principalId },
})

export const grantPermissions = operation({
  ...write,
  id: 'permissions.grant',
  input: GrantPermissions,
  run: async (ctx, { users, teams, role }, { target, reach }) => {
    const principals = { users, teams }
    await requirePrincipals(ctx, target.organizationId, principals)
    await requireAuthority(ctx, target, reach, principals, role)
    await change(ctx, target, principals, role)
    return target
  },
})

export const updateUserPermission = operation({
  ...write,
  id: 'permissions.updateUser',
  input: UpdateUserPermission,
  changes: (managed, { userId }) => grantOf(managed, userId),
  run: (ctx, { userId, role }, managed) => update(ctx, managed, { users: [userId] }, role),
})

export const updateTeamPermission = operation({
  ...write,
  id: 'permissions.updateTeam',
  input: UpdateTeamPermission,
  changes: (managed, { teamId }) => grantOf(managed, teamId),
  run: (ctx, { teamId, role }, managed) => update(ctx, managed, { teams: [teamId] }, role),
})

/** Removing a grant that does not exist succeeds. */
export const removeUserPermission = operation({
  ...write,
  id: 'permissions.removeUser',
  input: RemoveUserPermission,
  changes: (managed, { userId }) => grantOf(managed, userId),
  run: (ctx, { userId }, managed) => remove(ctx, managed, { users: [userId] }),
})

export const removeTeamPermission = operation({
  ...write,
  id: 'permissions.removeTeam',
  input: RemoveTeamPermission,
  changes: (managed, { teamId }) => grantOf(managed, teamId),
  run: (ctx, { teamId }, managed) => remove(ctx, managed, { teams: [teamId] }),
})

type Managed = Awaited<ReturnType<typeof getManaged>>

const change = (ctx: WriteContext, target: GrantTarget, principals: Principals, role: Role | null) =>
  role === null ? takeAway(ctx, target, principals) : give(ctx, target, principals, { role })

async function update(
  ctx: WriteContext,
  { target, reach }: Managed,
  principals: Principals,
  role: Role | null | undefined,
): Promise<GrantTarget> {
  const [principalId = ''] = [...(principals.users ?? []), ...(principals.teams ?? [])]
  const present = await ctx.tx.grant.findUnique({
    where: { targetId_principalId: { targetId: target.id, principalId } },
  })
  if (!present) throw notFound('This permission')
  if (role === undefined) return target
  await requireAuthority(ctx, target, reach, principals, role)
  await change(ctx, target, principals, role)
  return target
}

async function remove(
  ctx: WriteContext,
  { target, reach }: Managed,
  principals: Principals,
): Promise<GrantTarget> {
  await requireAuthority(ctx, target, reach, principals, null)
  await takeAway(ctx, target, principals)
  return target
}
