import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { getOrganizationRow, reachOfOrganization } from '../organizations/index.ts'
import {
  getMemberRow,
  guestAmongMembers,
  type MemberKey,
  type MemberRow,
  memberOfUser,
  membersFor,
} from './members.loaders.ts'
import {
  GetMember,
  ListMembers,
  ListMembersFilters,
  PingOrganization,
  RemoveMember,
  SetMemberSso,
  UpdateMember,
} from './members.model.ts'
import { mayChangeMembers, mayRemoveMember } from './members.policy.ts'

export const listMembers = listOperation({
  id: 'members.list',
  input: ListMembers,
  filters: ListMembersFilters,
  scope: 'organization:members:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: ({ viewerRole }, filters) =>
    viewerRole === null ? guestAmongMembers[filters.sort] : membersFor(filters),
})

export const getMember = readOperation({
  id: 'members.get',
  input: GetMember,
  scope: 'organization:members:read',
  read: (ctx, key) => getMemberRow(ctx.reads, key),
})

export const updateMember = operation({
  id: 'members.update',
  input: UpdateMember,
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, input) => {
    await getChangeable(ctx, input)
    if (input.role === undefined || input.role === 'admin') return getMemberRow(ctx.reads, input)
    await keepAnAdmin(ctx, input)
    return getChangeable(ctx, input)
  },
  changes: (member) => rowOf('Member', member),
  run: async (ctx, { role }, member) => {
    if (role === undefined || role === member.role) return member
    await ctx.tx.member.updateMany({ where: { id: member.id }, data: { role } })
    emitAbout(ctx, member, 'member.updated')
    return readAgain(ctx, member)
  },
})

/** Removing a user who is not a member succeeds, for callers who can remove members. */
export const removeMember = operation({
  id: 'members.remove',
  input: RemoveMember,
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, input) => {
    // Also when no member is found: a caller who is being removed concurrently no longer sees any.
    await findRemovable(ctx, input)
    await keepAnAdmin(ctx, input)
    return findRemovable(ctx, input)
  },
  changes: (member) => rowOf('Member', member),
  run: async (ctx, _input, member) => {
    // The member's own row is deleted first: concurrent additions to a team and grants hold a lock on it.
    const { count } = await ctx.tx.member.deleteMany({ where: { id: member?.id ?? '' } })
    if (!member || count === 0) return { existed: false, deletedId: null }
    await leaveTeams(ctx, member.userId, [member.organizationId])
    await ctx.tx.grant.deleteMany({
      where: { organizationId: member.organizationId, userId: member.userId },
    })
    emitAbout(ctx, member, 'member.removed')
    return { existed: true, deletedId: member.id }
  },
})

export const setMemberSso = operation({
  id: 'members.setSso',
  input: SetMemberSso,
  scope: 'organization:members:write',
  writes: true,
  authorize: getChangeable,
  run: async (ctx, _input, member) => {
    // Also where it is true because the person has an account at a provider, which can be unlinked.
    const { count } = await ctx.tx.member.updateMany({
      where: { id: member.id, sso: false },
      data: { sso: true },
    })
    if (count === 0) return member
    emitAbout(ctx, member, 'member.updated')
    return readAgain(ctx, member)
  },
})

/**
 * Records that the viewer is active. It emits no event, because it is called often and no client
 * needs it.
 */
export const pingOrganization = operation({
  id: 'members.ping',
  input: PingOrganization,
  scope: 'organization:read',
  writes: true,
  authorize: (ctx, { organizationId }) =>
    getMemberRow(ctx.reads, { organizationId, userId: ctx.viewer.userId }),
  run: async (ctx, _input, member) => {
    const lastSeenAt = ctx.now()
    await ctx.tx.member.updateMany({ where: { id: member.id }, data: { lastSeenAt } })
    return readAgain(ctx, member)
  },
})

async function getChangeable(ctx: WriteContext, key: MemberKey): Promise<MemberRow> {
  const organization = await getOrganizationRow(ctx.reads, key.organizationId)
  const member = await getMemberRow(ctx.reads, key)
  if (!mayChangeMembers(reachOfOrganization(organization))) {
    throw forbidden('You need the admin role in this organization to change a member.')
  }
  return member
}

async function findRemovable(ctx: WriteContext, key: MemberKey): Promise<MemberRow | null> {
  const reach = reachOfOrganization(await getOrganizationRow(ctx.reads, key.organizationId))
  const { organizationId, userId } = key
  const member = await ctx.reads.load(memberOfUser, { organizationId, userId })
  if (mayRemoveMember(reach, ctx.viewer.userId, userId)) return member
  throw member
    ? forbidden('You need the admin role in this organization to remove another member.')
    : notFound('This member')
}

/**
 * Rejects removing or demoting the last admin. The lock on the organization's row serializes demotions and
 * removals in one organization, so that two admins cannot demote each other; references to the organization
 * do not wait for it. Everything read before the lock may be outdated, the caller's own role included.
 */
async function keepAnAdmin(ctx: WriteContext, { organizationId, userId }: MemberKey): Promise<void> {
  await ctx.tx.$queryRaw`SELECT "id" FROM "Organization" WHERE "id" = ${organizationId} FOR NO KEY UPDATE`
  const admins = await ctx.tx.member.findMany({
    where: { organizationId, role: 'admin', disabled: false },
    select: { userId: true },
    take: 2,
  })
  if (admins.length === 1 && admins[0]?.userId === userId) {
    throw new DomainError(
      'conflict',
      'This is the last admin of the organization. Make another member an admin first.',
    )
  }
  ctx.reads.forget()
}

/**
 * Teams are locked in the order of their ids, before their memberships, as everywhere: no deadlocks, exact
 * counts.
 */
export async function leaveTeams(
  ctx: WriteContext,
  userId: string,
  organizationIds: readonly string[],
): Promise<void> {
  const teams = await ctx.tx.$queryRaw<{ id: string }[]>`
    SELECT t."id" FROM "Team" t WHERE t."organizationId" = ANY(${organizationIds}) AND t."id" IN (
      SELECT "teamId" FROM "TeamMember" WHERE "userId" = ${userId})
    ORDER BY t."id" FOR NO KEY UPDATE`
  if (teams.length === 0) return
  await ctx.tx.$executeRaw`
    WITH gone AS (
      DELETE FROM "TeamMember" WHERE "userId" = ${userId} AND "teamId" = ANY(${teams.map(({ id }) => id)})
      RETURNING "teamId")
    UPDATE "Team" SET "memberCount" = "memberCount" - 1 WHERE "id" IN (SELECT "teamId" FROM gone)`
}

/** The row after this transaction's own writes; not found when it was removed meanwhile. */
function readAgain(ctx: WriteContext, member: MemberRow): Promise<MemberRow> {
  ctx.reads.forget()
  return getMemberRow(ctx.reads, member)
}

export function emitAbout(
  ctx: WriteContext,
  { id, organizationId, userId }: Pick<MemberRow, 'id' | 'organizationId' | 'userId'>,
  type: EventType,
): void {
  ctx.emit({ organizationId, type, subject: { member: id, user: userId } })
}
