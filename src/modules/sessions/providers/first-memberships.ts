import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { acceptInvite, claimInvite } from '../../invites/index.ts'

/** More organizations than this are not joined at once. */
const MAX_JOINED = 20

/** Accepts an invite for the viewer, who has opened its link or has its address, in this transaction. */
export async function acceptOpened(
  ctx: WriteContext,
  { organizationId, inviteId }: { organizationId: string; inviteId: string },
): Promise<void> {
  await acceptInvite(ctx, await claimInvite(ctx, organizationId, { id: inviteId }))
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
  for (const { id, organizationId } of invites) await acceptOpened(ctx, { organizationId, inviteId: id })
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
