import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { requireRecentSignIn } from '../../../core/access/viewer.ts'
import { invalidField, unauthenticated } from '../../../core/errors.ts'
import { type SignInOptions, type SignInRequest, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { JoinKey, lookAtKey } from '../joining/join-keys.ts'
import { type BegunSignIn, storeBegun } from '../providers/begun-sign-in.ts'
import type { Providers } from '../providers/providers.ts'
import { returnPath } from '../providers/return-path.ts'
import { SESSION_DAYS } from '../sessions.model.ts'

/**
 * How long ago a person may have proved to the provider who they are, in seconds, before it asks them again. It is short
 * for those who have to prove it again to this server.
 */
const MAX_AGE = { 'sign-in': SESSION_DAYS * 24 * 60 * 60, link: 24 * 60 * 60, reauthenticate: 5 * 60 }

const CALLBACK = '/app/~auth/oidc/callback'

const Begin = z.object({
  provider: z.string().max(50),
  /** A page of the console. */
  returnTo: z.string().max(2_000).default('/app'),
  purpose: z.enum(['sign-in', 'link', 'reauthenticate']).default('sign-in'),
  /** The link of an invite that the person has opened. */
  invite: JoinKey.optional(),
})

const secret = (): string => randomBytes(32).toString('base64url')

/** Begins a sign-in at a provider. Responds with the address to which the browser goes. */
export const beginAtProvider = (options: SignInOptions, providers: Providers) =>
  signInEndpoint({
    input: Begin,
    run: async ({ provider: name, returnTo: given, purpose, invite: link }, request) => {
      const provider = providers.require(name)
      const returnTo = returnPath(given)
      if (returnTo === null)
        throw invalidField('returnTo', 'must be a path of this server that begins with /app/')
      const linkTo = purpose === 'link' ? sessionToLink(options, request) : null
      const begun = {
        redirectUri: request.origin + CALLBACK,
        nonce: secret(),
        verifier: secret(),
      }
      const state = secret()
      const url = await provider.authorizationUrl({ ...begun, state }, MAX_AGE[purpose])
      const invite = link === undefined ? null : await opened(options, link)
      const pending = await storeBegun(options, { ...begun, provider: name, returnTo, linkTo, invite }, state)
      return { body: { url }, pending }
    },
  })

/** Who can sign in with a provider from now on decides the person who signed in a short while ago. */
function sessionToLink({ now }: SignInOptions, { viewer }: SignInRequest): BegunSignIn['linkTo'] {
  if (!viewer?.session) throw unauthenticated('Sign in before you add a provider to your account.')
  requireRecentSignIn({ viewer, now })
  return { userId: viewer.userId, sessionId: viewer.tokenId }
}

/** The invite of a link, by its id: its key is not stored. */
async function opened(options: SignInOptions, link: JoinKey): Promise<BegunSignIn['invite']> {
  const { invite } = await lookAtKey(options, link)
  return { organizationId: invite.organizationId, inviteId: invite.id }
}
