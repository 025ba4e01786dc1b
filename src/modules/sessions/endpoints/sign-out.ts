import { z } from 'zod'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { Providers } from '../providers/providers.ts'
import { endSession } from '../sessions.service.ts'

interface AtProvider {
  provider: string
  sealedIdToken: string | null
}

const AT_PROVIDER = statement<AtProvider>({
  name: 'providerOfSession',
  text: `SELECT i."provider", s."sealedIdToken" FROM "Session" s JOIN "Identity" i ON i."id" = s."identityId"
    WHERE s."id" = $1`,
})

/**
 * Ends the session of the browser, if there is one, and removes its cookie. Responds with the address at which the
 * person can sign out at their provider as well, where it has one.
 */
export const signOut = (options: SignInOptions, providers: Providers) =>
  signInEndpoint({
    input: z.object({}),
    run: async (_input, { viewer, callerFor, origin }) => {
      if (!viewer?.session) return { body: {}, session: null }
      const [found] = await options.database.query(AT_PROVIDER, [viewer.tokenId])
      await callerFor(viewer).call(endSession, { sessionId: viewer.tokenId })
      // A provider that cannot be reached keeps nobody signed in here.
      const providerUrl = found && (await endAtProvider(options, providers, found, origin).catch(() => null))
      return { body: providerUrl ? { providerUrl } : {}, session: null }
    },
  })

async function endAtProvider(
  { tools }: SignInOptions,
  providers: Providers,
  { provider, sealedIdToken }: AtProvider,
  origin: string,
): Promise<string | null | undefined> {
  const idToken = sealedIdToken === null ? null : await tools.secrets.open(sealedIdToken)
  return providers.named(provider)?.endSessionUrl(`${origin}/app/sign-in`, idToken)
}
