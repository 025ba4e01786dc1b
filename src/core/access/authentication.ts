import type { Database } from '../../platform/database.ts'
import type { Viewer } from './viewer.ts'

/** Resolves credentials to viewers. One module implements it; `app.ts` knows only this interface. */
export interface Authentication {
  /** The viewer of an `Authorization` header: null without a header, an error for an invalid one. */
  viewerOf(authorization: string | undefined): Promise<Viewer | null>
  /**
   * True when `viewerOf` would have to look for these credentials in the database, and has never found them there
   * before.
   */
  isStrange(authorization: string | undefined): boolean
  /**
   * Calls `end` once when the credentials of a live connection expire or are revoked. Returns a function that
   * cancels this.
   */
  onEnd(viewer: Viewer, end: () => void): () => void
  /** Handlers of the notifications from other nodes, by channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>
  /** Ends connections whose credentials no longer exist, in case a notification was missed. */
  recheck(): Promise<void>
}

export interface AuthenticationOptions {
  readonly database: Database
  readonly now: () => Date
}
