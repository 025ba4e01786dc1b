import { requireRecentSignIn, requireUnscoped } from '../../core/access/viewer.ts'
import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { type PersonalData, personalData } from '../../core/personal-data.ts'
import type { Prisma, User } from '../../generated/prisma/client.ts'
import { userById } from './users.loaders.ts'
import { DeleteUser, DeleteViewer, FORMER_MEMBER } from './users.model.ts'
import { mayManageAccount } from './users.policy.ts'
import { emitAboutUser, getUserRow } from './users.service.ts'

/** A user whom the caller may delete or export: the caller, or anyone for an operator with an unscoped token. */
export async function getManagedUser(ctx: Context, userId: string, action: string): Promise<User> {
  const [user, viewer] = await Promise.all([
    ctx.reads.load(userById, userId),
    getUserRow(ctx.reads, ctx.viewer.userId),
  ])
  const isAllowed = mayManageAccount(viewer, userId)
  if (!user || (user.deletedAt && !isAllowed)) throw notFound('This user')
  if (!isAllowed) throw forbidden(`Only an operator of this instance can ${action} of other users.`)
  return user
}

/**
 * Deletes a user for good. What they wrote stays, by a former member: the row of the user stays with it, without name,
 * e-mail address and photo. Everything else about them is removed as the modules declare it. Returns whether the user
 * existed: deleting a deleted user succeeds.
 */
export const deleteUser = operation({
  id: 'users.delete',
  input: DeleteUser,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { userId }) => {
    requireRecentSignIn(ctx)
    const user = await getManagedUser(ctx, userId, 'delete the accounts')
    if (userId !== ctx.viewer.userId) requireUnscoped(ctx.viewer, 'Deleting other users')
    return user
  },
  changes: (user) => rowOf('User', user),
  run: (ctx, _input, { id }) => erase(ctx, id),
})

/** The same for the caller. */
export const deleteViewer = operation({
  id: 'users.deleteViewer',
  input: DeleteViewer,
  scope: 'user:write',
  writes: true,
  authorize: (ctx) => {
    requireRecentSignIn(ctx)
    return getUserRow(ctx.reads, ctx.viewer.userId)
  },
  changes: (user) => rowOf('User', user),
  run: (ctx, _input, { id }) => erase(ctx, id),
})

async function erase(ctx: WriteContext, id: string): Promise<{ deletedId: string; existed: boolean }> {
  const user = await lockForErasure(ctx, id)
  if (user.deletedAt) return { deletedId: id, existed: false }
  // Before the memberships are removed, whose organizations get the event.
  await emitAboutUser(ctx, id, 'user.deleted', {})
  for (const { onErasure } of personalData) if (onErasure !== 'keep') await onErasure(ctx, user)
  const data = { displayName: FORMER_MEMBER, email: null, photoURL: null, isOperator: false }
  await ctx.tx.user.update({ where: { id }, data: { ...data, deletedAt: ctx.now() } })
  return { deletedId: id, existed: true }
}

/**
 * Locks the user, so that nobody adds something that refers to the account meanwhile (`requireAccount`), and all
 * operators, in a fixed order, so that two who delete each other do not leave the instance without one.
 */
async function lockForErasure(ctx: WriteContext, userId: string): Promise<User> {
  const locked = await ctx.tx.$queryRaw<(User & { isDisabled: boolean })[]>`
    SELECT u.*, d."userId" IS NOT NULL AS "isDisabled" FROM "User" u
    LEFT JOIN "DisabledUser" d ON d."userId" = u."id"
    WHERE u."isOperator" OR u."id" = ${userId} ORDER BY u."id" FOR UPDATE OF u`
  const operators = locked.filter(({ isOperator, isDisabled }) => isOperator && !isDisabled)
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw notFound('This user')
  if (userId !== ctx.viewer.userId && !operators.some(({ id }) => id === ctx.viewer.userId)) {
    throw forbidden('You are no longer an operator of this instance.')
  }
  if (operators.length === 1 && operators[0]?.id === userId) {
    throw new DomainError(
      'conflict',
      'This is the last operator of this instance. Make another user an operator first.',
    )
  }
  return user
}

/**
 * Rejects a deleted user, and keeps others from being deleted until the transaction ends. For writes that refer to an
 * account, such as a membership: a reference to a deleted user would otherwise be valid.
 */
export async function requireAccount(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const [user] = await tx.$queryRaw<object[]>`
    SELECT 1 FROM "User" WHERE "id" = ${userId} AND "deletedAt" IS NULL FOR KEY SHARE`
  if (!user) throw new DomainError('conflict', 'This user was deleted.')
}

export const dataOfUsers: PersonalData[] = [
  {
    table: 'DisabledUser',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.disabledUser.deleteMany({ where: { userId } }),
  },
  {
    table: 'IdempotencyKey',
    columns: ['userId'],
    // Not the key of this request, whose response is stored at the end of the transaction.
    onErasure: ({ tx }, { id }) => tx.$executeRaw`
      DELETE FROM "IdempotencyKey" WHERE "userId" = ${id} AND "xmin" <> pg_current_xact_id()::xid`,
  },
]
