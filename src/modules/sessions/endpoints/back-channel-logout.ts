import { decodeJwt } from 'jose'
import { z } from 'zod'
import { DomainError, invalidField } from '../../../core/errors.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { statement } from '../../../platform/statements/statement.ts'
import {
  endSessionsByProvider,
  type LogoutClaims,
  logoutClaims,
} from '../providers/end-sessions-by-provider.ts'
import { ProviderRefusal } from '../providers/provider-refusal.ts'
import type { Providers } from '../providers/providers.ts'
import { provenUser } from './new-session.ts'

/** A token that is older is not accepted, so it has to be remembered for a short time only. */
const MAX_TOKEN_AGE = '10m'
const MAX_TOKEN = 16_384

const WHOSE = statement<{ userId: string }>({
  name: 'userOfLogout',
  text: `SELECT i."userId" FROM "Identity" i WHERE i."issuer" = $1 AND i."subject" = $2
    UNION SELECT i."userId" FROM "Session" s JOIN "Identity" i ON i."id" = s."identityId"
      WHERE i."issuer" = $1 AND $2::text IS NULL AND s."providerSession" = $3 LIMIT 1`,
})

/** Ends sessions when their person signs out at the provider, which calls this (OpenID Connect Back-Channel Logout 1.0). */
export const backChannelLogout = (options: SignInOptions, providers: Providers) =>
  signInEndpoint({
    isForServers: true,
    input: z.object({ logout_token: z.string().min(1).max(MAX_TOKEN) }),
    run: async ({ logout_token: token }, request) => {
      const claims = await verified(providers, token)
      const [found] = await options.database.query(WHOSE, [claims.issuer, claims.subject, claims.session])
      if (found) await request.callerFor(provenUser(found.userId)).call(endSessionsByProvider, claims)
      return { body: {} }
    },
  })

async function verified(providers: Providers, token: string): Promise<LogoutClaims> {
  try {
    const provider = providers.ofIssuer(decodeJwt(token).iss)
    const claims = await provider?.verify(token, {
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: MAX_TOKEN_AGE,
    })
    return logoutClaims(claims)
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'provider_unavailable') throw error
    if (error instanceof DomainError && !(error instanceof ProviderRefusal)) throw error
    throw invalidField('logout_token', 'must be a valid logout token of a provider of this server')
  }
}
