import { z } from 'zod'
import { unauthenticated } from '../../../core/errors.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { digestOf } from '../../tokens/index.ts'
import { requireMethod } from '../allowed-methods.ts'
import { beginSession, newSession, provenUser } from './new-session.ts'

const FIND = statement<{ userId: string; isUsable: boolean }>({
  name: 'tokenToSignIn',
  text: `SELECT "userId", coalesce("scopes" = '{}' AND ("expiresAt" IS NULL OR "expiresAt" > $2), false) AS "isUsable"
    FROM "ApiToken" WHERE "digest" = $1`,
})

/** Signs in with an API token without scopes, such as the one that the first start printed. */
export const token = ({ database, now, tools }: SignInOptions) =>
  signInEndpoint({
    input: z.object({ token: z.string().min(1).max(200) }),
    run: async ({ token }, request) => {
      requireMethod(tools.settings, 'token')
      const [found] = await database.query(FIND, [digestOf(token), now()])
      if (!found?.isUsable)
        throw unauthenticated(
          'This token is unknown, expired, revoked or limited to scopes. Send another one.',
        )
      const session = newSession(request, 'token', now())
      await request.callerFor(provenUser(found.userId)).call(beginSession, session.start)
      return session.answer()
    },
  })
