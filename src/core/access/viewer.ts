import { DomainError } from '../errors.ts'
import type { Declared } from '../facts.ts'
import { lazyEnum } from '../fields.ts'
import { Registry } from '../registry.ts'

/** The scopes of API tokens. `write` includes `read` of the same resource. Modules declare theirs. */
export type Scope = Declared<'scopes'>

export const scopes = new Registry<Scope, string>('scope')

export const ScopeSchema = lazyEnum(() => scopes.names())

/** The user of a valid token. An unauthenticated request has no viewer. */
export interface Viewer {
  readonly userId: string
  readonly tokenId: string
  /** Empty for an unscoped token. */
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /**
   * Whether they are a guest in any organization: then access to each user is checked, see
   * users/contact.ts.
   */
  readonly isGuest?: boolean
}

/** Whether a scope includes another: the same one, or write for read. */
export const impliesScope = (held: string, needed: Scope): boolean =>
  held === needed || (needed.endsWith(':read') && held === needed.replace(/:read$/, ':write'))

export const isUnscoped = (viewer: Viewer): boolean => viewer.scopes.length === 0

export function holdsScope(viewer: Viewer, scope: Scope): boolean {
  return isUnscoped(viewer) || viewer.scopes.some((held) => impliesScope(held, scope))
}

/** For operations that would let a scoped token exceed its scopes through another user's account. */
export function requireUnscoped(viewer: Viewer, action: string): void {
  if (!isUnscoped(viewer)) {
    throw new DomainError('forbidden', `${action} requires a token without scopes. Use an unscoped token.`)
  }
}

export function requireScope(viewer: Viewer, scope: Scope): void {
  if (!holdsScope(viewer, scope)) {
    throw new DomainError(
      'forbidden',
      `This token does not have the scope ${scope}. Use a token with this scope.`,
    )
  }
}
