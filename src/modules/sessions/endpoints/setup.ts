import { z } from 'zod'
import { operation } from '../../../core/operations/operation.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { DisplayName, Email, emitAboutUser } from '../../users/index.ts'
import { requireFreeAddress } from '../accounts/found-account.ts'
import { GivenCode } from '../codes/given-code.ts'
import { consumeCode, findCode } from '../codes/one-time-codes.ts'
import { Credential, PreparedCredential, prepareCredential, storeCredential } from '../credential.ts'
import { StartSession } from '../sessions.model.ts'
import { startSession } from '../sessions.service.ts'
import { newSession, provenUser } from './new-session.ts'

const ANOTHER = 'Run `npx quire setup-link` on the server to get another one.'

const SetUp = z.object({
  code: GivenCode,
  displayName: DisplayName,
  email: Email,
  credential: PreparedCredential,
  session: StartSession,
})

/** Sets the name, the address and the first way to sign in of the user of a setup link, and signs them in. */
const setUpAccount = operation({
  id: 'sessions.setUp',
  input: SetUp,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { code }) => {
    const { userId } = await consumeCode(ctx.tx, ctx.now(), { kind: 'setup', code, another: ANOTHER })
    if (userId !== ctx.viewer.userId) throw new Error('A setup link belongs to the user who is set up.')
    return userId
  },
  run: async (ctx, { displayName, email, credential, session }, userId) => {
    await requireFreeAddress(ctx.tx, email, userId)
    await ctx.tx.user.update({ where: { id: userId }, data: { displayName, email } })
    await storeCredential(ctx, userId, credential, { emailConfirmedAt: ctx.now() })
    await emitAboutUser(ctx, userId, 'user.updated', {})
    return startSession(ctx, session)
  },
})

/** Opens the account of the first operator with the link that the server printed. */
export const setup = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({ code: GivenCode, displayName: DisplayName, email: Email, ...Credential.shape }),
    run: async ({ code, displayName, email, ...given }, request) => {
      const { database, now } = options
      const link = await findCode(database, now(), { kind: 'setup', code, another: ANOTHER })
      const credential = await prepareCredential(options, given, request, code)
      const session = newSession(request, 'link', now())
      const input = { code, displayName, email, credential, session: session.start }
      await request.callerFor(provenUser(link.userId ?? '')).call(setUpAccount, input)
      return session.answer()
    },
  })
