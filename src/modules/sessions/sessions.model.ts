import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { idField } from '../../core/fields.ts'

const SESSION_PREFIX = 'qss_'
const BROWSER_PREFIX = 'qbr_'

/** A session ends after this many days, and earlier if it is not used for some. */
export const SESSION_DAYS = 90
export const IDLE_DAYS = 14

/** The sessions that a user can have at a time. */
export const MAX_SESSIONS = 100

export const DAY_MS = 24 * 60 * 60 * 1000

/** The longest part of the header User-Agent that is stored. */
export const MAX_BROWSER = 300

const secret = (prefix: string) => prefix + randomBytes(32).toString('base64url')

export const newSessionSecret = (): string => secret(SESSION_PREFIX)
export const newBrowserSecret = (): string => secret(BROWSER_PREFIX)

/** The ways to sign in. A link is one to set up an account, to join, or to reset a password. */
export const SignInMethod = z.enum(['password', 'passkey', 'provider', 'token', 'link'])
export type SignInMethod = z.output<typeof SignInMethod>

/** What starts a session, from a request whose person is known. */
export const StartSession = z.object({
  method: SignInMethod,
  browser: z.string(),
  address: z.string(),
  digest: z.string(),
  /** Digests of the secret by which the browser is recognized from now on, and of the one so far. */
  browserDigest: z.string(),
  formerBrowserDigest: z.string().nullable(),
  identityId: z.string().optional(),
  /** Its session at the provider. */
  providerSession: z.string().nullish(),
  /** The encrypted ID token of the provider. */
  sealedIdToken: z.string().nullish(),
  /** When the person proved who they are, if that was earlier. */
  authenticatedAt: z.date().optional(),
  /** The language that the browser prefers. */
  language: z.string().nullable().default(null),
})

export const EndSession = z.object({ sessionId: idField('Session', 'The ID of the session to end.') })
export const EndOtherSessions = z.object({})
