import { isIP } from 'node:net'
import { DomainError } from '../../../core/errors.ts'
import type { SignInOptions, SignInRequest } from '../../../core/operations/sign-in.ts'
import { requireMethod } from '../allowed-methods.ts'

type Host = Pick<SignInRequest, 'hostname' | 'origin'>

/** Why passkeys cannot be used where a browser has opened this server; null if they can. */
export function passkeyObstacle({ hostname }: Host): string | null {
  if (hostname === '') {
    return 'Passkeys need a connection with TLS. Open this server by its https URL.'
  }
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return `Passkeys belong to a host name, and ${hostname} is an IP address. Open this server by a host name, such as localhost.`
  }
  return null
}

/** The host name that passkeys belong to, and the origin of the pages that can use them. Throws if they cannot be used. */
export function requirePasskeyHost(
  { tools }: Pick<SignInOptions, 'tools'>,
  request: Host,
): { rpID: string; origin: string } {
  requireMethod(tools.settings, 'passkey')
  const obstacle = passkeyObstacle(request)
  if (obstacle !== null) throw new DomainError('forbidden', obstacle)
  return { rpID: request.hostname, origin: request.origin }
}
