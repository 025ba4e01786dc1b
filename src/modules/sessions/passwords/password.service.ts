import { z } from 'zod'
import { requireRecentSignIn, requireUnscoped, type Viewer } from '../../../core/access/viewer.ts'
import { DomainError, invalidField } from '../../../core/errors.ts'
import type { Context } from '../../../core/operations/context.ts'
import { operation, preparedOperation, readOperation } from '../../../core/operations/operation.ts'
import { emitAboutUser } from '../../users/index.ts'
import { requireMethod } from '../allowed-methods.ts'
import { endOthers } from '../sessions.service.ts'
import { lockWaysToSignIn, requireWayToSignIn } from '../ways-to-sign-in.ts'
import { GivenPassword, NewPassword, requireUncommon } from './new-password.ts'
import { passwordOf, withOwnPassword } from './own-password.ts'
import { hashPassword, whileHashing } from './password-hash.ts'

/** What a person sees of their password. */
export interface PasswordState {
  isSet: boolean
  changedAt: Date | null
}

const Nothing = z.object({})

const ChangePassword = z.object({
  currentPassword: GivenPassword.optional().meta({
    description: 'The password so far. Omit it if you have none.',
  }),
  newPassword: NewPassword,
})

/** Who has a password can get a session with all rights, which a scoped token must not. */
function requireOwner(ctx: Pick<Context, 'viewer' | 'now'>): Viewer {
  requireUnscoped(ctx.viewer, 'Changing how you sign in')
  requireRecentSignIn(ctx)
  return ctx.viewer
}

export const getPassword = readOperation({
  id: 'password.get',
  input: Nothing,
  scope: 'user:read',
  read: async ({ reads, viewer }): Promise<PasswordState> => {
    const { passwordHash, passwordChangedAt } = await passwordOf(reads.db, viewer.userId)
    return passwordHash === null
      ? { isSet: false, changedAt: null }
      : { isSet: true, changedAt: passwordChangedAt }
  },
})

/** Sets the password of the viewer. Their other sessions end. */
export const changePassword = preparedOperation({
  id: 'password.change',
  input: ChangePassword,
  scope: 'user:write',
  authorize: async (ctx) => {
    requireMethod(ctx.tools.settings, 'password')
    return requireOwner(ctx).userId
  },
  prepare: async ({ reads, now }, { currentPassword, newPassword }, userId) => {
    await requireUncommon(newPassword, 'newPassword')
    const replace = async (former: string | null) => ({
      former,
      passwordHash: await hashPassword(newPassword),
    })
    if (currentPassword !== undefined) {
      const given = { field: 'currentPassword', given: currentPassword }
      return withOwnPassword({ db: reads.db, now, userId }, given, replace)
    }
    if ((await passwordOf(reads.db, userId)).passwordHash !== null) {
      throw invalidField('currentPassword', 'is missing; send the password that you have now')
    }
    return whileHashing({ queue: 'known', of: userId }, () => replace(null))
  },
  run: async (ctx, _input, userId, { former, passwordHash }): Promise<PasswordState> => {
    const now = ctx.now()
    // A caller who proved a password that was replaced meanwhile, for example after it was stolen, does not replace the new one.
    const changed = await ctx.tx.$executeRaw`
      INSERT INTO "Account" AS a ("userId", "passwordHash", "passwordChangedAt")
      VALUES (${userId}, ${passwordHash}, ${now}::timestamptz)
      ON CONFLICT ("userId") DO UPDATE SET "passwordHash" = ${passwordHash}, "passwordChangedAt" = ${now}::timestamptz
      WHERE a."passwordHash" IS NOT DISTINCT FROM ${former}::text`
    if (changed === 0) {
      throw new DomainError('conflict', 'Your password was changed by another request. Sign in again.')
    }
    await ctx.tx.oneTimeCode.deleteMany({ where: { userId, kind: 'reset' } })
    await emitAboutUser(ctx, userId, 'password.changed', {})
    await endOthers(ctx)
    return { isSet: true, changedAt: now }
  },
})

/** Removes the password of the viewer, who then signs in in another way. */
export const removePassword = operation({
  id: 'password.remove',
  input: Nothing,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => requireOwner(ctx).userId,
  run: async (ctx, _input, userId): Promise<PasswordState> => {
    await lockWaysToSignIn(ctx, userId)
    const { count } = await ctx.tx.account.updateMany({
      where: { userId, passwordHash: { not: null } },
      data: { passwordHash: null, passwordChangedAt: ctx.now() },
    })
    if (count > 0) {
      await requireWayToSignIn(ctx, userId)
      await emitAboutUser(ctx, userId, 'password.removed', {})
    }
    return { isSet: false, changedAt: null }
  },
})
