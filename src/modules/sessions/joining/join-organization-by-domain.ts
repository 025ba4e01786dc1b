import { z } from 'zod'
import { DomainError, forbidden, notFound } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import { getOrganizationRow } from '../../organizations/index.ts'
import { requireAccount } from '../../users/index.ts'

interface Joinable {
  /** The e-mail address of the viewer has a domain of the organization. */
  isOfDomain: boolean
  isConfirmed: boolean
  isMember: boolean
  isDisabled: boolean
}

/** The organization, locked against deletion, as it is for the viewer. */
async function joinable(ctx: WriteContext, organizationId: string): Promise<Joinable> {
  // Before the organization, as when a user is deleted.
  await requireAccount(ctx.tx, ctx.viewer.userId)
  const [found] = await ctx.tx.$queryRaw<Joinable[]>`
    SELECT coalesce(lower(split_part(u."email", '@', 2)) = ANY(o."emailDomains"), false) AS "isOfDomain",
      coalesce(a."emailConfirmedAt" IS NOT NULL, false) AS "isConfirmed", m."id" IS NOT NULL AS "isMember",
      coalesce(m."disabled", false) AS "isDisabled"
    FROM "Organization" o JOIN "User" u ON u."id" = ${ctx.viewer.userId} AND u."deletedAt" IS NULL
    LEFT JOIN "Account" a ON a."userId" = u."id"
    LEFT JOIN "Member" m ON m."organizationId" = o."id" AND m."userId" = u."id"
    WHERE o."id" = ${organizationId} AND o."deletedAt" IS NULL FOR KEY SHARE OF o`
  // Who could not join does not learn whether there is such an organization.
  if (!found || !(found.isMember || found.isOfDomain)) throw notFound('This organization')
  return found
}

/**
 * Makes the viewer a member of an organization that lists the domain of their e-mail address, with its default role.
 * The address must be confirmed: otherwise, everyone could claim one. For members, it changes nothing.
 */
export const joinOrganizationByDomain = operation({
  id: 'organizations.joinByDomain',
  input: z.object({ organizationId: idField('Organization', 'The ID of the organization.') }),
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, { organizationId }) => {
    const found = await joinable(ctx, organizationId)
    if (found.isDisabled) {
      throw forbidden('Your membership in this organization is disabled. Ask one of its admins to enable it.')
    }
    if (!found.isMember && !found.isConfirmed) {
      throw new DomainError('conflict', 'Confirm your e-mail address first, by the link in a mail to it.')
    }
    return found
  },
  run: async (ctx, { organizationId }, { isMember }) => {
    if (!isMember) await join(ctx, organizationId)
    ctx.reads.forget()
    return getOrganizationRow(ctx.reads, organizationId)
  },
})

async function join(ctx: WriteContext, organizationId: string): Promise<void> {
  const { userId } = ctx.viewer
  const { defaultRole: role } = await ctx.tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { defaultRole: true },
  })
  const member = newId('Member')
  const data = { id: member, organizationId, userId, role, joinedAt: ctx.now() }
  const { count } = await ctx.tx.member.createMany({ data, skipDuplicates: true })
  if (count > 0) ctx.emit({ organizationId, type: 'member.joined', subject: { member, user: userId } })
}
