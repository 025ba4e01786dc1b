import { operation } from '../../../core/operations/operation.ts'
import { emitAboutUser } from '../../users/index.ts'
import { CODE_MS, createCode } from '../codes/one-time-codes.ts'
import { endSessions } from '../sessions.service.ts'
import { CreatePasswordReset, EndUserSessions } from './accounts.model.ts'
import { personToHelp } from './help.ts'
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
