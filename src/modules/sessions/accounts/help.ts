import { requireRecentSignIn, requireUnscoped } from '../../../core/access/viewer.ts'
import { DomainError, forbidden } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { Prisma, User } from '../../../generated/prisma/client.ts'
import { getUserRow, mayDisableUsers } from '../../users/index.ts'

/**
 * Whether somebody may help a person to sign in, and so could sign in as them: operators, and admins who administer every
 * organization of the person. Otherwise an admin of one organization could reach others.
 */
export async function mayHelp(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  helperId: string,
  userId: string,
): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ mayHelp: boolean }[]>`
    SELECT h."isOperator" OR NOT u."isOperator" AND EXISTS (SELECT 1 FROM "Member" m WHERE m."userId" = u."id")
      AND NOT EXISTS (SELECT 1 FROM "Member" theirs WHERE theirs."userId" = u."id" AND NOT EXISTS (
        SELECT 1 FROM "Member" mine WHERE mine."organizationId" = theirs."organizationId" AND mine."userId" = h."id"
          AND mine."role" = 'admin' AND NOT mine."disabled")) AS "mayHelp"
    FROM "User" h, "User" u WHERE h."id" = ${helperId} AND u."id" = ${userId}`
  return found?.mayHelp ?? false
}

/** The person whom the viewer helps. Throws unless they may. */
export async function personToHelp(ctx: WriteContext, userId: string, action: string): Promise<User> {
  const user = await getUserRow(ctx.reads, userId)
  if (!(await mayHelp(ctx.tx, ctx.viewer.userId, userId))) {
    throw forbidden(
      `${action} is for operators of this instance, and for admins of all organizations that the person is in.`,
    )
  }
  return requireChangeable(ctx, user, action)
}

/** The person whose account an operator manages. Throws for everybody else. */
export async function personToManage(ctx: WriteContext, userId: string, action: string): Promise<User> {
  const user = await getUserRow(ctx.reads, userId)
  if (!mayDisableUsers(await getUserRow(ctx.reads, ctx.viewer.userId))) {
    throw forbidden(`${action} is for operators of this instance.`)
  }
  return requireChangeable(ctx, user, action)
}

/** What changes how somebody can sign in needs a recent sign-in, or a token without scopes. */
function requireChangeable(ctx: WriteContext, user: User, action: string): User {
  if (user.deletedAt) throw new DomainError('conflict', 'This user was deleted.')
  requireUnscoped(ctx.viewer, action)
  requireRecentSignIn(ctx)
  return user
}
