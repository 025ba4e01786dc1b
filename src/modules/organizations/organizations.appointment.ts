import { forbidden, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { operation } from '../../core/operations/operation.ts'
import { getUserRow, mayAppointOperators, requireAccount } from '../users/index.ts'
import { AppointAdmin } from './organizations.model.ts'

/**
 * Makes a user an admin of an organization, for operators at the command line: all admins that it had may be deleted or
 * disabled. In a deleted organization the membership is suspended like the others, so the user can restore it.
 */
export const appointAdmin = operation({
  id: 'organizations.appointAdmin',
  input: AppointAdmin,
  scope: 'organization:members:write',
  writes: true,
  authorize: async (ctx, { organizationId, userId }) => {
    if (!mayAppointOperators(await getUserRow(ctx.reads, ctx.viewer.userId))) {
      throw forbidden('Only an operator of this instance can appoint an admin of any organization.')
    }
    // Before the organization, as when a user is deleted.
    await requireAccount(ctx.tx, userId)
    const [organization] = await ctx.tx.$queryRaw<{ isDeleted: boolean }[]>`
      SELECT "deletedAt" IS NOT NULL AS "isDeleted" FROM "Organization" WHERE "id" = ${organizationId} FOR NO KEY UPDATE`
    if (!organization) throw notFound('This organization')
    return organization
  },
  run: async (ctx, { organizationId, userId }, { isDeleted }) => {
    const changed = { role: 'admin', disabled: isDeleted, isSuspended: isDeleted } as const
    const where = { organizationId_userId: { organizationId, userId } }
    const former = await ctx.tx.member.findUnique({ where, select: { id: true } })
    const { id: member } = await ctx.tx.member.upsert({
      where,
      create: { id: newId('Member'), organizationId, userId, joinedAt: ctx.now(), ...changed },
      update: changed,
      select: { id: true },
    })
    const type = former ? 'member.updated' : 'member.joined'
    ctx.emit({ organizationId, type, subject: { member, user: userId } })
    return { id: member }
  },
})
