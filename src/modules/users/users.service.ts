import { requireRecentSignIn, requireUnscoped } from '../../core/access/viewer.ts'
import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { organizationMentioning } from '../../core/lists/reader-sight.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import type { User } from '../../generated/prisma/client.ts'
import { changeEmail } from './email-changes.ts'
import { participantById, userById } from './users.loaders.ts'
import { GetUser, GetViewer, UpdateUser } from './users.model.ts'
import { mayAppointOperators, mayChangeEmail, mayUpdateAccount } from './users.policy.ts'

export async function getUserRow(reads: RequestLoaders, userId: string): Promise<User> {
  const user = await reads.load(userById, userId)
  if (!user) throw notFound('This user')
  return user
}

export const getViewer = operation({
  id: 'users.viewer',
  input: GetViewer,
  scope: 'user:read',
  writes: false,
  authorize: async (ctx) => ctx.viewer.userId,
  run: (ctx, _input, userId) => getUserRow(ctx.reads, userId),
})

export const getUser = readOperation({
  id: 'users.get',
  input: GetUser,
  scope: 'user:read',
  forReaders: true,
  read: (ctx, { userId }) =>
    ctx.viewer.reader ? getMentionedUser(ctx.reads, userId) : getUserRow(ctx.reads, userId),
})

/** A user whom a page that the reader of a site sees mentions. */
async function getMentionedUser(reads: RequestLoaders, userId: string): Promise<User> {
  // First, so that pages are not searched for IDs that nobody has.
  const user = await reads.load(participantById, userId)
  const isShown = user && (await organizationMentioning(reads, [`/users/${userId}`])) !== null
  if (!isShown) throw notFound('This user')
  return user
}

/** Changes the caller's own name, photo and address; operators can also change addresses of others, and who is an operator. */
export const updateUser = operation({
  id: 'users.update',
  input: UpdateUser,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, input) => {
    const user = await getUserRow(ctx.reads, input.userId)
    const viewer = await getUserRow(ctx.reads, ctx.viewer.userId)
    const changesAccount = input.displayName !== undefined || input.photoURL !== undefined
    if (changesAccount && !mayUpdateAccount(viewer, user))
      throw forbidden('You can change only your own account.')
    if (input.isOperator !== undefined && !mayAppointOperators(viewer)) {
      throw forbidden('Only an operator of this instance can change who is an operator.')
    }
    if (input.email !== undefined && !mayChangeEmail(viewer, user)) {
      throw forbidden('Only an operator of this instance can change the e-mail address of another user.')
    }
    if (input.isOperator !== undefined) requireUnscoped(ctx.viewer, 'Changing who is an operator')
    // With the address, a password could be set that is not limited by the scopes.
    if (input.email !== undefined) requireUnscoped(ctx.viewer, 'Changing an e-mail address')
    if (input.isOperator !== undefined || input.email !== undefined) requireRecentSignIn(ctx)
    if (user.deletedAt) throw new DomainError('conflict', 'This user was deleted.')
    return user
  },
  changes: (user) => rowOf('User', user),
  run: async (ctx, input, user) => {
    if (input.isOperator !== undefined) await setOperator(ctx, user, input.isOperator)
    if (input.email !== undefined) await changeEmail(ctx, user, input.email)
    const { displayName = user.displayName, photoURL = user.photoURL } = input
    if (displayName !== user.displayName || photoURL !== user.photoURL) {
      await ctx.tx.user.update({ where: { id: user.id }, data: { displayName, photoURL } })
      await emitAboutUser(ctx, user.id, 'user.updated', {})
    }
    ctx.reads.forget()
    return getUserRow(ctx.reads, user.id)
  },
})

/**
 * All operators are locked, in a fixed order, before they are counted: when two operators remove each other
 * concurrently, the second one waits and is no longer an operator.
 */
async function setOperator(ctx: WriteContext, user: User, isOperator: boolean): Promise<void> {
  const operators = await ctx.tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "User" WHERE "isOperator" ORDER BY "id" FOR UPDATE`
  if (!operators.some(({ id }) => id === ctx.viewer.userId)) {
    throw forbidden('You are no longer an operator of this instance.')
  }
  if (operators.some(({ id }) => id === user.id) === isOperator) return
  if (!isOperator && operators.length === 1) {
    throw new DomainError(
      'conflict',
      'This is the last operator of this instance. Make another user an operator first.',
    )
  }
  await ctx.tx.user.update({ where: { id: user.id }, data: { isOperator } })
  await emitAboutUser(ctx, user.id, isOperator ? 'user.operator_appointed' : 'user.operator_dismissed', {})
}

/**
 * An account belongs to no organization, so its events are written to the log of each organization of the
 * user.
 */
export async function emitAboutUser(
  ctx: WriteContext,
  userId: string,
  type: EventType,
  ...subjects: Record<string, string>[]
): Promise<void> {
  const memberships = await ctx.tx.member.findMany({ where: { userId }, select: { organizationId: true } })
  for (const { organizationId } of memberships) {
    for (const subject of subjects) ctx.emit({ organizationId, type, subject: { ...subject, user: userId } })
  }
}
