import { DomainError } from './errors.ts'

/** What an API token may be limited to. `write` includes `read` of the same thing. */
export const scopes = [
  'user:read',
  'user:write',
  'organization:read',
  'organization:write',
  'organization:search',
  'organization:members:read',
  'organization:members:write',
  'space:read',
  'space:write',
  'space:permissions:read',
  'space:permissions:write',
  'change-request:merge',
] as const

export type Scope = (typeof scopes)[number]

/** Who asks: the user behind a valid token. Nobody is the absence of a viewer. */
export interface Viewer {
  readonly userId: string
  readonly tokenId: string
  /** Empty means unscoped. */
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
}

export function holdsScope(viewer: Viewer, scope: Scope): boolean {
  if (viewer.scopes.length === 0 || viewer.scopes.includes(scope)) return true
  return scope.endsWith(':read') && viewer.scopes.includes(scope.replace(/:read$/, ':write'))
}

export function requireScope(viewer: Viewer, scope: Scope): void {
  if (!holdsScope(viewer, scope)) {
    throw new DomainError('forbidden', `This token lacks the scope ${scope}. Use a token that has it.`)
  }
}
