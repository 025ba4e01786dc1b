import { AuthorizationResponseError } from 'openid-client'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { ProviderRefusal } from './provider-refusal.ts'

/** How many errors can be the cause of one another. */
const MAX_CAUSES = 5

/** What a failure of a library, or of a request to a provider, means to the person. Texts of providers are never shown. */
export function providerFailure(error: unknown): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error
  if (error instanceof AuthorizationResponseError) {
    return new ProviderRefusal(error.error === 'access_denied' ? 'denied' : 'provider_failed', error)
  }
  let cause = error
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    if (cause instanceof OutboundFailed || cause instanceof OutboundRefused) {
      return new ProviderRefusal('provider_unavailable', error)
    }
    cause = cause.cause
  }
  return new ProviderRefusal('provider_failed', error)
}

/** What an operator needs to know of a failure: its kind, and no text of the provider except its error code. */
export function problemOf(error: ProviderRefusal): object {
  const { name, code, error: answered, message } = (error.cause ?? {}) as Record<string, unknown>
  const isCode = typeof answered === 'string' && /^[a-z_]{1,50}$/.test(answered)
  return { reason: error.code, error: { name, code, message, ...(isCode ? { answered } : {}) } }
}
