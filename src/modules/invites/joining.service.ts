import { forbidden, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import type { Invite } from '../../generated/prisma/client.ts'
import { underLock } from '../collections/index.ts'
import { give } from '../grants/index.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { requireAccount } from '../users/index.ts'
import { refusalOfKey, rememberEnded } from './ended-invites.ts'
import { type InviteWith, type KeyedInvite, usableInvite } from './invite-with.ts'
import { digestOfKey, JoinOrganization } from './invites.model.ts'

/**
 * Makes the caller a member: with the role of the invite, or as a guest with a grant. A higher role that
 * the caller already has is kept. An invite to an e-mail address can be used once.
 */
export const joinOrganization = operation({
  id: 'invites.join',
  input: JoinOrganization,
  scope: 'organization:members:write',
  writes: true,
  authorize: (ctx, { organizationId, inviteId }) =>
    claimInvite(ctx, organizationId, {
      digest: digestOfKey(inviteId),
      id: inviteId,
      forUser: ctx.viewer.userId,
    }),
  run: async (ctx, { organizationId }, invite) => {
    await acceptInvite(ctx, invite)
    return getOrganizationRow(ctx.reads, organizationId)
  },
})

/** The invite with which the viewer joins, locked until they have. Throws with the reason if it cannot be used. */
export async function claimInvite(
  ctx: WriteContext,
  organizationId: string,
  by: InviteWith,
): Promise<KeyedInvite> {
  const find = () => usableInvite(ctx.tx, organizationId, by, ctx.now())
  const refuse = async () =>
    by.digest === undefined ? notFound('This invite') : refusalOfKey(ctx.tx, organizationId, by.digest)
  // Under the lock on the tree, so that a space is not transferred while a role on it is granted.
  const candidate = await underLock(ctx, async () => {
    // Nor is the organization deleted meanwhile.
    await ctx.tx.$queryRaw`SELECT "id" FROM "Organization" WHERE "id" = ${organizationId} FOR KEY SHARE`
    return find()
  })
  if (!candidate) throw await refuse()
  // Locked from here on, so that a concurrent deletion or acceptance happens entirely before or after.
  await ctx.tx.$queryRaw`SELECT "id" FROM "Invite" WHERE "id" = ${candidate.id} FOR UPDATE`
  const invite = await find()
  if (!invite) throw await refuse()
  const member = await ctx.tx.member.findUnique({
    where: { organizationId_userId: { organizationId, userId: ctx.viewer.userId } },
    select: { disabled: true },
  })
  if (member?.disabled)
    throw forbidden('Your membership in this organization is disabled. Ask one of its admins to enable it.')
  return invite
}

/** Gives the viewer what a claimed invite promises. */
export async function acceptInvite(ctx: WriteContext, invite: Invite): Promise<void> {
  const { organizationId, spaceId, collectionId, level } = invite
  await requireAccount(ctx.tx, ctx.viewer.userId)
  await becomeMember(ctx, invite)
  const targetId = spaceId ?? collectionId
  if (targetId !== null && level !== null) {
    const target = { id: targetId, organizationId }
    await give(ctx, target, { users: [ctx.viewer.userId] }, { role: level, onlyRaise: true })
  }
  if (invite.email === null) return
  await rememberEnded(ctx.tx, [invite], { isUsed: true, now: ctx.now() })
  await ctx.tx.invite.deleteMany({ where: { id: invite.id } })
}

/**
 * The unique index on organization and user decides when a user accepts two invites concurrently: the
 * higher role is kept.
 */
async function becomeMember(ctx: WriteContext, { organizationId, role, sso }: Invite): Promise<void> {
  const { userId } = ctx.viewer
  const [changed] = await ctx.tx.$queryRaw<{ id: string; isNew: boolean }[]>`
    INSERT INTO "Member" ("id", "organizationId", "userId", "role", "sso", "joinedAt")
    VALUES (${newId('Member')}, ${organizationId}, ${userId}, ${role}::"Role", ${sso}, ${ctx.now()}::timestamptz)
    ON CONFLICT ("organizationId", "userId") DO UPDATE SET "role" = EXCLUDED."role"
      WHERE EXCLUDED."role" > "Member"."role" OR ("Member"."role" IS NULL AND EXCLUDED."role" IS NOT NULL)
    RETURNING "id", (xmax = 0) AS "isNew"`
  if (!changed) return
  const subject = { member: changed.id, user: userId }
  ctx.emit({ organizationId, type: changed.isNew ? 'member.joined' : 'member.updated', subject })
}
