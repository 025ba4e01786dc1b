import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { joinOrganization } from '../../invites/index.ts'

/** More organizations than this are not joined at once. */
const MAX_JOINED = 20

/** An invite: by its key, or by its id for the person it was sent to. */
interface GivenInvite {
  organizationId: string
  inviteId: string
}

/** Accepts an invite for the viewer, in this transaction. */
export async function acceptInvite(ctx: WriteContext, input: GivenInvite): Promise<void> {
  await joinOrganization.run(ctx, input, await joinOrganization.authorize(ctx, input), undefined)
}

/** Accepts what was sent to the address of the viewer, who uses the account for the first time. */
export async function acceptInvitesTo(ctx: WriteContext, email: string): Promise<void> {
  const invites = await ctx.tx.invite.findMany({
    where: {
      email,
      organization: { deletedAt: null },
      OR: [{ spaceId: null }, { space: { deletedAt: null } }],
    },
    select: { id: true, organizationId: true },
    orderBy: { id: 'asc' },
    take: MAX_JOINED,
  })
  for (const { id, organizationId } of invites) await acceptInvite(ctx, { organizationId, inviteId: id })
}

/** Makes the viewer a member, with its default role, of each organization that has the domain of their address. */
export async function joinByDomain(ctx: WriteContext, email: string): Promise<void> {
  const organizations = await ctx.tx.organization.findMany({
    where: { emailDomains: { has: email.split('@')[1] ?? '' }, deletedAt: null },
    select: { id: true, defaultRole: true },
    orderBy: { id: 'asc' },
    take: MAX_JOINED,
  })
  for (const { id: organizationId, defaultRole: role } of organizations) {
    const { userId } = ctx.viewer
    const member = newId('Member')
    const data = { id: member, organizationId, userId, role, joinedAt: ctx.now() }
    const { count } = await ctx.tx.member.createMany({ data, skipDuplicates: true })
    if (count > 0) ctx.emit({ organizationId, type: 'member.joined', subject: { member, user: userId } })
  }
}

/** Records in all memberships of the viewer that they sign in with a provider. */
export async function recordSso(ctx: WriteContext): Promise<void> {
  const { userId } = ctx.viewer
  const changed = await ctx.tx.$queryRaw<{ id: string; organizationId: string }[]>`
    UPDATE "Member" SET "sso" = true WHERE "userId" = ${userId} AND NOT "sso" RETURNING "id", "organizationId"`
  for (const { id: member, organizationId } of changed) {
    ctx.emit({ organizationId, type: 'member.updated', subject: { member, user: userId } })
  }
}
