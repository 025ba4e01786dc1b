import type { Authentication, AuthenticationOptions } from './core/access/authentication.ts'
import type { Viewer } from './core/access/viewer.ts'
import { unauthenticated } from './core/errors.ts'
import type { ReaderOptions, ServerParts } from './core/operations/module.ts'

/** How users are identified: exactly one module declares it. */
export function authenticationIn(
  modules: readonly ServerParts[],
  options: AuthenticationOptions,
): Authentication {
  const [declared] = modules.flatMap(({ authentication }) => authentication ?? [])
  if (!declared) throw new Error('No module declares how callers are authenticated.')
  return declared(options)
}

/** How readers of published sites are identified. Without published sites, there are none. */
export function readersIn(
  modules: readonly ServerParts[],
  options: ReaderOptions,
): (token: string) => Promise<Viewer> {
  const [declared] = modules.flatMap(({ readers }) => readers ?? [])
  const tokens = declared?.(options)
  return async (token) => {
    if (!tokens) throw unauthenticated('This token is not valid.')
    return tokens.viewerOf(token)
  }
}
