import type { WorkOrigin } from '../../platform/observing/origin.ts'
import type { Scope } from '../access/viewer.ts'
import { Caller, type Store } from './caller.ts'
import type { Tools } from './context.ts'

interface Surroundings {
  readonly store: Store
  readonly now: () => Date
  readonly tools: Tools
  readonly signal: AbortSignal
  /** The job that it works for. */
  readonly origin: WorkOrigin
}

/**
 * A caller without a request, for a job that works for a user. Roles are not part of a viewer: every operation loads
 * them, so a user who has lost access since the request is rejected like in a new request. Events name the user.
 */
export const callerOnBehalfOf =
  ({ store, now, tools, signal, origin }: Surroundings) =>
  (userId: string, scopes: readonly [Scope, ...Scope[]]): Caller => {
    // Whether the user is a guest may have changed since the request, so access to users is always checked.
    const viewer = { userId, tokenId: '', scopes, expiresAt: null, isGuest: true }
    return new Caller(store, viewer, now, tools, { signal: () => signal, origin: { ...origin } })
  }
