import { z } from 'zod'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { Providers } from '../providers/providers.ts'
import { endSession } from '../sessions.service.ts'

const PROVIDER = statement<{ provider: string }>({
  name: 'providerOfSession',
  text: `SELECT i."provider" FROM "Session" s JOIN "Identity" i ON i."id" = s."identityId" WHERE s."id" = $1`,
})

/**
 * Ends the session of the browser, if there is one, and removes its cookie. Responds with the address at which the
 * person can sign out at their provider as well, where it has one.
 */
export const signOut = ({ database }: SignInOptions, providers: Providers) =>
  signInEndpoint({
    input: z.object({}),
    run: async (_input, { viewer, callerFor, origin }) => {
      if (!viewer?.session) return { body: {}, session: null }
      const [found] = await database.query(PROVIDER, [viewer.tokenId])
      await callerFor(viewer).call(endSession, { sessionId: viewer.tokenId })
      const provider = found && providers.named(found.provider)
      // A provider that cannot be reached keeps nobody signed in here.
      const providerUrl = await provider?.endSessionUrl(`${origin}/app/sign-in`).catch(() => null)
      return { body: providerUrl ? { providerUrl } : {}, session: null }
    },
  })
