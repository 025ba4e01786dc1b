import { DomainError } from '../errors.ts'
import type { Declared } from '../facts.ts'
import { lazyEnum } from '../fields.ts'
import { Registry } from '../registry.ts'

/** What an API token may be limited to. `write` includes `read` of the same thing. Modules declare theirs. */
export type Scope = Declared<'scopes'>

export const scopes = new Registry<Scope, string>('scope')

export const ScopeSchema = lazyEnum(() => scopes.names())

/** Who asks: the user behind a valid token. Nobody is the absence of a viewer. */
export interface Viewer {
  readonly userId: string
  readonly tokenId: string
  /** Empty means unscoped. */
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /** Whether they are a guest of an organization: then what they see of each person is checked, see users/contact.ts. */
  readonly isGuest?: boolean
}

/** Whether a token with one scope needs no other for a second one: the same, or writing what is to be read. */
export const impliesScope = (held: string, needed: Scope): boolean =>
  held === needed || (needed.endsWith(':read') && held === needed.replace(/:read$/, ':write'))

export const isUnscoped = (viewer: Viewer): boolean => viewer.scopes.length === 0

export function holdsScope(viewer: Viewer, scope: Scope): boolean {
  return isUnscoped(viewer) || viewer.scopes.some((held) => impliesScope(held, scope))
}

/** For what would give a token more than its scopes by way of somebody else's account. */
export function requireUnscoped(viewer: Viewer, action: string): void {
  if (!isUnscoped(viewer)) {
    throw new DomainError('forbidden', `${action} requires a token without scopes. Use an unscoped token.`)
  }
}

export function requireScope(viewer: Viewer, scope: Scope): void {
  if (!holdsScope(viewer, scope)) {
    throw new DomainError('forbidden', `This token lacks the scope ${scope}. Use a token that has it.`)
  }
}
