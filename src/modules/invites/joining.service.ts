import type { WriteContext } from '../../core/context.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { operation } from '../../core/operation.ts'
import type { Role } from '../../core/roles.ts'
import type { Invite } from '../../generated/prisma/client.ts'
import { underLock } from '../collections/index.ts'
import { give } from '../grants/index.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { JoinOrganization } from './invites.model.ts'

/**
 * Makes a member of whoever holds the link: with its role, or as a guest with a grant. Nobody loses by following a
 * link: what they have already stays when it is more.
 */
export const joinOrganization = operation({
  id: 'invites.join',
  input: JoinOrganization,
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, { organizationId, inviteId }) => {
    // Under the lock on places, so that a space is not transferred while a role on it is given.
    await underLock(ctx, () => find(ctx, organizationId, inviteId))
    // Held from here on: a link that is taken back at this moment is taken back before or after, not in between.
    const held = await ctx.tx.$queryRaw<unknown[]>`
      SELECT "id" FROM "Invite" WHERE "id" = ${inviteId} FOR KEY SHARE`
    const invite = held.length > 0 ? await find(ctx, organizationId, inviteId) : null
    if (!invite) throw notFound('This invite')
    const member = await ctx.tx.member.findUnique({
      where: { organizationId_userId: { organizationId, userId: ctx.viewer.userId } },
      select: { disabled: true },
    })
    if (member?.disabled) throw forbidden('You are shut out of this organization. Ask one of its admins.')
    return invite
  },
  run: async (ctx, { organizationId }, invite) => {
    await becomeMember(ctx, organizationId, invite.role)
    const targetId = invite.spaceId ?? invite.collectionId
    if (targetId !== null && invite.level !== null) {
      const target = { id: targetId, organizationId }
      await give(ctx, target, { users: [ctx.viewer.userId] }, { role: invite.level, onlyRaise: true })
    }
    return getOrganizationRow(ctx.reads, organizationId)
  },
})

/** The link, while it is there, leads somewhere and links are switched on. */
async function find(ctx: WriteContext, organizationId: string, inviteId: string): Promise<Invite | null> {
  const [invite] = await ctx.tx.$queryRaw<Invite[]>`
    SELECT i.* FROM "Invite" i JOIN "Organization" o ON o."id" = i."organizationId"
    LEFT JOIN "Space" s ON s."id" = i."spaceId"
    WHERE i."id" = ${inviteId} AND i."organizationId" = ${organizationId} AND o."inviteLinks"
      AND s."deletedAt" IS NULL`
  return invite ?? null
}

/** The unique index on organization and user decides when one follows two links at once: the higher role wins. */
async function becomeMember(ctx: WriteContext, organizationId: string, role: Role | null): Promise<void> {
  const { userId } = ctx.viewer
  const [changed] = await ctx.tx.$queryRaw<{ id: string; isNew: boolean }[]>`
    INSERT INTO "Member" ("id", "organizationId", "userId", "role", "joinedAt")
    VALUES (${newId('Member')}, ${organizationId}, ${userId}, ${role}::"Role", ${ctx.now()}::timestamptz)
    ON CONFLICT ("organizationId", "userId") DO UPDATE SET "role" = EXCLUDED."role"
      WHERE EXCLUDED."role" > "Member"."role" OR ("Member"."role" IS NULL AND EXCLUDED."role" IS NOT NULL)
    RETURNING "id", (xmax = 0) AS "isNew"`
  if (!changed) return
  const subject = { member: changed.id, user: userId }
  ctx.emit({ organizationId, type: changed.isNew ? 'member.joined' : 'member.updated', subject })
}
