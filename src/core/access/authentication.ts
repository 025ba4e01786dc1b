import type { Database } from '../../platform/database.ts'
import type { Viewer } from './viewer.ts'

/** Ends live connections together with what authenticates them. */
export interface Credentials {
  /**
   * Calls `end` once when the credentials of a live connection expire or are revoked. Returns a function that
   * cancels this.
   */
  onEnd(viewer: Viewer, end: () => void): () => void
  /** Handlers of the messages from other nodes, by channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>
  /** Ends connections whose credentials no longer exist, in case a message was missed. */
  recheck(): Promise<void>
}

/** Resolves the tokens of callers to viewers. One module implements it; `server/identity.ts` knows only this interface. */
export interface Authentication extends Credentials {
  /**
   * The viewer of an `Authorization` header: null without a header, an error for an invalid one. `beforeLookup` runs
   * before credentials that were never found in the database are looked up there, and can prevent it by an error.
   */
  viewerOf(authorization: string | undefined, beforeLookup?: () => void): Promise<Viewer | null>
}

/** The same for the secrets of sessions, which browsers send in a cookie. */
export interface SessionAuthentication extends Credentials {
  viewerOf(secret: string, beforeLookup?: () => void): Promise<Viewer>
}

/** Identifies readers of published content by the tokens that they were given for it. */
export interface ReaderTokens {
  /** The reader of the signed part of a token. Throws unauthenticated if it is not valid. */
  viewerOf(token: string): Promise<Viewer>
}

export interface AuthenticationOptions {
  readonly database: Database
  readonly now: () => Date
}
