import { z } from 'zod'
import { operation } from '../../../core/operations/operation.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { requireFreeAddress } from '../accounts/found-account.ts'
import { GivenCode } from '../codes/given-code.ts'
import { consumeCode, findCode } from '../codes/one-time-codes.ts'
import { setEmail } from '../mails/set-email.ts'
import { provenUser } from './new-session.ts'

const ANOTHER = 'Enter the address again in your account to get another one.'

const ConfirmedAddress = z.object({ email: z.string() })

/** Gives an account the address that a link was mailed to. */
const confirmAddress = operation({
  id: 'sessions.confirmEmail',
  input: z.object({ code: GivenCode }),
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { code }) => {
    const link = await consumeCode(ctx.tx, ctx.now(), { kind: 'email', code, another: ANOTHER })
    if (link.userId !== ctx.viewer.userId) throw new Error('A link belongs to the user who opens it.')
    return ConfirmedAddress.parse(link.data)
  },
  run: async (ctx, _input, { email }) => {
    const user = await ctx.tx.user.findUniqueOrThrow({ where: { id: ctx.viewer.userId } })
    await requireFreeAddress(ctx.tx, email, user.id)
    await setEmail(ctx, user, { email, confirmedAt: ctx.now() })
    return { email }
  },
})

/** Confirms an e-mail address, in any browser: who has the link reads the mail of the address. It signs nobody in. */
export const confirmEmail = ({ database, now }: SignInOptions) =>
  signInEndpoint({
    input: z.object({ code: GivenCode }),
    run: async ({ code }, request) => {
      const link = await findCode(database, now(), { kind: 'email', code, another: ANOTHER })
      return {
        body: await request.callerFor(provenUser(link.userId ?? '')).call(confirmAddress, { code }),
      }
    },
  })
