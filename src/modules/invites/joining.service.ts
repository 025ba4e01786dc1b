import type { z } from 'zod'
import { forbidden, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import type { Invite } from '../../generated/prisma/client.ts'
import { underLock } from '../collections/index.ts'
import { give } from '../grants/index.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { requireAccount } from '../users/index.ts'
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
  authorize: async (ctx, input) => {
    // Under the lock on the tree, so that a space is not transferred while a role on it is granted.
    const candidate = await underLock(ctx, () => find(ctx, input))
    if (!candidate) throw notFound('This invite')
    // Locked from here on, so that a concurrent deletion or acceptance happens entirely before or after.
    await ctx.tx.$queryRaw`SELECT "id" FROM "Invite" WHERE "id" = ${candidate.id} FOR UPDATE`
    const invite = await find(ctx, input)
    if (!invite) throw notFound('This invite')
    const { organizationId } = input
    const member = await ctx.tx.member.findUnique({
      where: { organizationId_userId: { organizationId, userId: ctx.viewer.userId } },
      select: { disabled: true },
    })
    if (member?.disabled)
      throw forbidden('Your membership in this organization is disabled. Ask one of its admins to enable it.')
    return invite
  },
  run: async (ctx, { organizationId }, invite) => {
    await requireAccount(ctx.tx, ctx.viewer.userId)
    await becomeMember(ctx, invite)
    const targetId = invite.spaceId ?? invite.collectionId
    if (targetId !== null && invite.level !== null) {
      const target = { id: targetId, organizationId }
      await give(ctx, target, { users: [ctx.viewer.userId] }, { role: invite.level, onlyRaise: true })
    }
    if (invite.email !== null) await ctx.tx.invite.deleteMany({ where: { id: invite.id } })
    return getOrganizationRow(ctx.reads, organizationId)
  },
})

/**
 * By its key; by its id only for the user it was sent to. Links work only while the organization allows
 * invite links.
 */
async function find(
  ctx: WriteContext,
  { organizationId, inviteId }: z.output<typeof JoinOrganization>,
): Promise<Invite | null> {
  const [invite] = await ctx.tx.$queryRaw<Invite[]>`
    SELECT i.* FROM "Invite" i JOIN "Organization" o ON o."id" = i."organizationId"
    LEFT JOIN "Space" s ON s."id" = i."spaceId"
    WHERE i."organizationId" = ${organizationId} AND (i."keyDigest" = ${digestOfKey(inviteId)} OR i."id" = ${inviteId}
        AND i."email" = (SELECT u."email" FROM "User" u WHERE u."id" = ${ctx.viewer.userId}))
      AND (o."inviteLinks" OR i."email" IS NOT NULL) AND s."deletedAt" IS NULL
      AND o."deletedAt" IS NULL FOR KEY SHARE OF o`
  return invite ?? null
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
