import { DomainError } from '../../../core/errors.ts'
import { operation } from '../../../core/operations/operation.ts'
import { disableUser as disable, enableUser as enable, revokeTokensOf } from '../../tokens/index.ts'
import { emitAboutUser } from '../../users/index.ts'
import { CODE_MS, createCode } from '../codes/one-time-codes.ts'
import { endSessions } from '../sessions.service.ts'
import {
  CreatePasswordReset,
  DisableUser,
  EnableUser,
  EndUserSessions,
  RevokeUserApiTokens,
} from './accounts.model.ts'
import { personToHelp, personToManage } from './help.ts'
import { resetLink } from './reset-link.ts'

/** Creates a link with which a person sets a new password. It is returned once: only its digest is stored. */
export const createPasswordReset = operation({
  id: 'sessions.createPasswordReset',
  input: CreatePasswordReset,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { userId }) => personToHelp(ctx, userId, 'Creating a link to reset a password'),
  run: async (ctx, _input, { id: userId }) => {
    const now = ctx.now()
    const code = await createCode(ctx.tx, now, { kind: 'reset', userId, data: { by: ctx.viewer.userId } })
    await emitAboutUser(ctx, userId, 'password.reset_requested', {})
    return {
      link: resetLink(ctx.tools.settings.origin(), code),
      expiresAt: new Date(now.getTime() + CODE_MS.reset),
    }
  },
})

/** Ends all sessions of a person, such as one who has lost a computer. */
export const endUserSessions = operation({
  id: 'sessions.endOfUser',
  input: EndUserSessions,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { userId }) => personToHelp(ctx, userId, 'Ending the sessions of another user'),
  run: async (ctx, _input, { id: userId }) => {
    const ended = await endSessions(ctx.tx, { userId })
    await emitAboutUser(ctx, userId, 'session.ended', ...ended.map((session) => ({ session })))
    return { count: ended.length }
  },
})

/** Revokes all API tokens of a person, such as one who has published one by mistake. */
export const revokeUserApiTokens = operation({
  id: 'tokens.revokeOfUser',
  input: RevokeUserApiTokens,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { userId }) => personToHelp(ctx, userId, 'Revoking the API tokens of another user'),
  run: async (ctx, _input, { id: userId }) => {
    const revoked = await revokeTokensOf(ctx.tx, userId)
    await emitAboutUser(ctx, userId, 'token.revoked', ...revoked.map((token) => ({ token })))
    return { count: revoked.length }
  },
})

/** Disables a person: what they can call the APIs with ends, and they cannot sign in. Repeating it changes nothing. */
export const disableUser = operation({
  id: 'users.disable',
  input: DisableUser,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { userId }) => {
    const user = await personToManage(ctx, userId, 'Disabling a user')
    if (userId === ctx.viewer.userId) {
      throw new DomainError('conflict', 'You cannot disable yourself. Ask another operator of this instance.')
    }
    return user
  },
  run: async (ctx, _input, user) => {
    const isNew = (await ctx.tx.disabledUser.count({ where: { userId: user.id } })) === 0
    const count = await disable(ctx.tx, {
      userId: user.id,
      operatorId: ctx.viewer.userId,
      now: ctx.now(),
    })
    if (isNew) await emitAboutUser(ctx, user.id, 'user.disabled', {})
    return { user, count }
  },
})

/** Lets a disabled person sign in again. Repeating it changes nothing. */
export const enableUser = operation({
  id: 'users.enable',
  input: EnableUser,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { userId }) => personToManage(ctx, userId, 'Enabling a user'),
  run: async (ctx, _input, user) => {
    if (await enable(ctx.tx, user.id)) await emitAboutUser(ctx, user.id, 'user.enabled', {})
    return user
  },
})
