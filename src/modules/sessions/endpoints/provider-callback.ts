import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import {
  type SignInAnswer,
  type SignInOptions,
  type SignInRequest,
  signInEndpoint,
} from '../../../core/operations/sign-in.ts'
import { accountOfPerson } from '../providers/account-of-person.ts'
import { type BegunSignIn, takeBegun } from '../providers/begun-sign-in.ts'
import { linkIdentity } from '../providers/link-identity.ts'
import type { ProvidedPerson } from '../providers/provided-person.ts'
import type { ProviderClient } from '../providers/provider-client.ts'
import { ProviderRefusal } from '../providers/provider-refusal.ts'
import { signInByProvider } from '../providers/provider-sign-in.ts'
import type { Providers } from '../providers/providers.ts'
import type { RefusalCode } from '../providers/refusals.ts'
import { newSession, provenUser } from './new-session.ts'

/** What the answer of a provider consists of. Parameters that occur twice do not count. */
const PARAMETERS = ['code', 'state', 'iss', 'error']

/** The longest ID token that is kept. Servers accept addresses of 8 kB. */
const MAX_ID_TOKEN = 4_096

/** How often a sign-in is tried that meets another one of the same person. */
const MAX_ATTEMPTS = 3

/** Ends a sign-in at a provider, which sends the browser here. Failures are explained by the sign-in page. */
export const providerCallback = (options: SignInOptions, providers: Providers) =>
  signInEndpoint({
    method: 'GET',
    input: z.record(z.string(), z.unknown()),
    run: async (query, request) => {
      const given = PARAMETERS.flatMap((name): [string, string][] => {
        const value = query[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      try {
        return await finish(options, providers, new URLSearchParams(given), request)
      } catch (error) {
        return { body: {}, redirect: `/app/sign-in?error=${codeOf(error)}` }
      }
    },
  })

async function finish(
  options: SignInOptions,
  providers: Providers,
  answer: URLSearchParams,
  request: SignInRequest,
): Promise<SignInAnswer> {
  const state = answer.get('state') ?? ''
  const begun = await takeBegun(options, state, request.pending)
  const provider = providers.named(begun.provider)
  if (!provider) throw new ProviderRefusal('expired')
  const { person, idToken } = await provider.personOf(answer, { ...begun, state })
  const end = { body: {}, redirect: begun.returnTo, pending: null }
  if (begun.linkTo === null) {
    return { ...(await signIn(options, provider, { person, idToken }, begun, request)), ...end }
  }
  const { userId, sessionId } = begun.linkTo
  await request
    .callerFor(provenUser(userId))
    .call(linkIdentity, { provider: begun.provider, person, sessionId })
  return end
}

async function signIn(
  { database, now, tools }: SignInOptions,
  { settings: { name: provider, creates } }: ProviderClient,
  { person, idToken }: { person: ProvidedPerson; idToken: string },
  begun: BegunSignIn,
  request: SignInRequest,
): Promise<SignInAnswer> {
  const session = newSession(request, 'provider', now())
  const start = {
    ...session.start,
    providerSession: person.session,
    // One that is longer does not fit into the address to sign out.
    sealedIdToken: idToken.length > MAX_ID_TOKEN ? null : await tools.secrets.seal(idToken),
    authenticatedAt: provedAt(person, now()),
  }
  const { invite } = begun
  const input = { provider, creates, person, invite, session: start }
  for (let attempt = 1; ; attempt++) {
    const { userId } = await accountOfPerson(database, person, { creates, hasInvite: invite !== null })
    try {
      await request.callerFor(provenUser(userId)).call(signInByProvider, input)
      return session.answer()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !hasReason(error, 'conflict')) throw inviteFailure(error)
    }
  }
}

/** A provider can know the person for days without asking them again. */
const provedAt = ({ authenticatedAt }: ProvidedPerson, now: Date): Date =>
  authenticatedAt === null ? now : new Date(Math.min(now.getTime(), authenticatedAt * 1000))

const hasReason = (error: unknown, reason: DomainError['reason']): boolean =>
  error instanceof DomainError && error.reason === reason

/** Only an invite can be missing, or lead where the person has been locked out: all else has been found. */
function inviteFailure(error: unknown): unknown {
  if (error instanceof ProviderRefusal) return error
  const isOfInvite = hasReason(error, 'not_found') || hasReason(error, 'forbidden')
  return isOfInvite ? new ProviderRefusal('invite_invalid', error) : error
}

/** The code for the sign-in page. What is no refusal is thrown, and answered like any other failure. */
function codeOf(error: unknown): RefusalCode {
  if (error instanceof ProviderRefusal) return error.code
  if (hasReason(error, 'conflict') || hasReason(error, 'invalid_input')) return 'provider_failed'
  throw error
}
