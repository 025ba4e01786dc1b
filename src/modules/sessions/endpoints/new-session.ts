import type { z } from 'zod'
import type { Viewer } from '../../../core/access/viewer.ts'
import { operation } from '../../../core/operations/operation.ts'
import type { SignInAnswer, SignInRequest } from '../../../core/operations/sign-in.ts'
import { digestOf } from '../../tokens/index.ts'
import {
  DAY_MS,
  MAX_BROWSER,
  newBrowserSecret,
  newSessionSecret,
  SESSION_DAYS,
  type SignInMethod,
  StartSession,
} from '../sessions.model.ts'
import { startSession } from '../sessions.service.ts'

/** A session that is about to start: what is stored of it, and the response that gives its secret to the browser. */
export interface NewSession {
  readonly start: z.output<typeof StartSession>
  readonly answer: (body?: object) => SignInAnswer
}

export function newSession(request: SignInRequest, method: SignInMethod, now: Date): NewSession {
  const secret = newSessionSecret()
  const knownBrowser = newBrowserSecret()
  return {
    start: {
      method,
      browser: request.browser.slice(0, MAX_BROWSER),
      address: request.address,
      digest: digestOf(secret),
      browserDigest: digestOf(knownBrowser),
      language: request.languages[0] ?? null,
      formerBrowserDigest: request.knownBrowser === undefined ? null : digestOf(request.knownBrowser),
    },
    answer: (body = {}) => ({
      body,
      session: { secret, expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS) },
      knownBrowser,
    }),
  }
}

/** A user who has just proved who they are. */
export const provenUser = (userId: string): Viewer => ({
  userId,
  tokenId: '',
  scopes: [],
  expiresAt: null,
  isGuest: true,
})

/** Starts a session, where nothing else is changed. */
export const beginSession = operation({
  id: 'sessions.begin',
  input: StartSession,
  scope: 'user:write',
  writes: true,
  authorize: async () => null,
  run: (ctx, input) => startSession(ctx, input),
})
