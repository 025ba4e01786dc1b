import { hash } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import { operation } from '../../../core/operations/operation.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import type { OneTimeCode } from '../../../generated/prisma/client.ts'
import { isMailConfigured } from '../../mail/index.ts'
import { Email, emitAboutUser } from '../../users/index.ts'
import { mayHelp } from '../accounts/help.ts'
import { GivenCode } from '../codes/given-code.ts'
import { consumeCode, findCode } from '../codes/one-time-codes.ts'
import { Credential, PreparedCredential, prepareCredential, storeCredential } from '../credential.ts'
import { whileMailing } from '../mails/mailing.ts'
import { MAIL_RESET, type ResetRequest } from '../mails/reset-mail.job.ts'
import { StartSession } from '../sessions.model.ts'
import { endSessions, startSession } from '../sessions.service.ts'
import { newSession, provenUser } from './new-session.ts'

const ANOTHER = 'Request another one on the page to sign in, or from an operator of this instance.'

/**
 * Requests a link to reset a password. A job finds the account and sends the mail, so that neither the answer nor its time
 * tells whether an address has one.
 */
export const requestReset = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({ email: Email }),
    run: async ({ email }, { languages }) => {
      const { settings, secrets } = options.tools
      if (!isMailConfigured(settings)) {
        throw new DomainError(
          'conflict',
          'This server cannot send mail. Ask an operator of this instance, or an admin of your organization, for a link to reset your password.',
        )
      }
      const request: ResetRequest = { email, language: languages[0] ?? null }
      const sealed = await secrets.seal(JSON.stringify(request))
      // However often it is requested meanwhile, one job waits.
      const jobKey = hash('sha256', email, 'base64url')
      await whileMailing(options, ({ enqueue }) =>
        enqueue(MAIL_RESET, {}, { organizationId: '', sealed, jobKey }),
      )
      return { body: {} }
    },
  })

const Reset = z.object({ code: GivenCode, credential: PreparedCredential, session: StartSession })

/** Sets a new way to sign in, ends all sessions and signs in. */
const resetAccount = operation({
  id: 'sessions.reset',
  input: Reset,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { code }) => {
    const link = await consumeCode(ctx.tx, ctx.now(), { kind: 'reset', code, another: ANOTHER })
    if (link.userId !== ctx.viewer.userId) throw new Error('A link belongs to the user who opens it.')
    const { by } = ResetData.parse(link.data)
    // What the admin may do, and what the person is, may have changed since the link was created.
    if (by !== undefined && !(await mayHelp(ctx.tx, by, ctx.viewer.userId))) {
      throw new DomainError('not_found', `This link is no longer valid. ${ANOTHER}`)
    }
    return link
  },
  run: async (ctx, { credential, session }, { data }) => {
    const { userId } = ctx.viewer
    const { email } = ResetData.parse(data)
    const { email: current } = await ctx.tx.user.findUniqueOrThrow({ where: { id: userId } })
    // Who opened a link from a mail has proved that the address is theirs.
    const isConfirmed = email !== undefined && email === current
    await storeCredential(ctx, userId, credential, isConfirmed ? { emailConfirmedAt: ctx.now() } : {})
    await ctx.tx.oneTimeCode.deleteMany({ where: { userId, kind: 'reset', usedAt: null } })
    const ended = await endSessions(ctx.tx, { userId })
    await emitAboutUser(ctx, userId, 'session.ended', ...ended.map((id) => ({ session: id })))
    return startSession(ctx, session)
  },
})

/** The address that the link was mailed to, or the admin who created it. */
const ResetData = z.object({ email: z.string().optional(), by: z.string().optional() })

/** Sets a new password with a link. */
export const reset = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({ code: GivenCode, ...Credential.shape }),
    run: async ({ code, ...given }, request) => {
      const { database, now } = options
      const link: OneTimeCode = await findCode(database, now(), { kind: 'reset', code, another: ANOTHER })
      const credential = await prepareCredential(options, given, request, code)
      const session = newSession(request, 'link', now())
      const input = { code, credential, session: session.start }
      await request.callerFor(provenUser(link.userId ?? '')).call(resetAccount, input)
      return session.answer()
    },
  })
