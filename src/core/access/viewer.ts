import { DomainError, tokenRequired } from '../errors.ts'
import type { Declared } from '../facts.ts'
import { lazyEnum } from '../fields.ts'
import { Registry } from '../registry.ts'

/** The scopes of API tokens. `write` includes `read` of the same resource. Modules declare theirs. */
export type Scope = Declared<'scopes'>

export const scopes = new Registry<Scope, string>('scope')

export const ScopeSchema = lazyEnum(() => scopes.names())

/** What the token of a reader of published content states. The module that issues these tokens adds it. */
export interface Reader {}

/** The user of a valid token or session. An unauthenticated request has no viewer. */
export interface Viewer {
  readonly userId: string
  /** The ID of the token or session. */
  readonly tokenId: string
  /** Empty for an unscoped token. */
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /**
   * Whether they are a guest in any organization: then access to each user is checked, see
   * users/contact.ts.
   */
  readonly isGuest?: boolean
  /** Set for a person who has signed in: when they last proved who they are. */
  readonly session?: { readonly authenticatedAt: Date }
  /**
   * Set for a reader of published content. A reader is not a user: no row has its `userId`, and a caller admits it
   * only to what is declared `forReaders`.
   */
  readonly reader?: Reader
}

const RECENT_MINUTES = 15

/**
 * For what a stranger at an unlocked computer must not do: a person must have proved within a few minutes who they are.
 * Tokens of programs are not affected.
 */
export function requireRecentSignIn({ viewer, now }: { viewer: Viewer; now: () => Date }): void {
  const { session } = viewer
  if (!session || now().getTime() - session.authenticatedAt.getTime() < RECENT_MINUTES * 60_000) return
  throw new DomainError(
    'reauthentication_required',
    `This requires that you signed in within the last ${RECENT_MINUTES} minutes. Sign in again.`,
  )
}

/** Throws unless a viewer may use something: readers only use what is declared for them. */
export function requireAdmission(viewer: Viewer, { forReaders = false }: { forReaders?: boolean }): void {
  if (!viewer.reader || forReaders) return
  throw new DomainError(
    'forbidden',
    'This token can only read published content and search it. Use an API token.',
  )
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

/** The viewer, who may use what is declared like this. Throws for an unauthenticated request. */
export function requireDeclared(
  viewer: Viewer | null,
  declared: { scope: Scope | null; forReaders?: boolean },
): Viewer {
  if (!viewer) throw tokenRequired()
  requireAdmission(viewer, declared)
  if (declared.scope !== null) requireScope(viewer, declared.scope)
  return viewer
}
