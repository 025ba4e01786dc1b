import type { Viewer } from '../../../core/access/viewer.ts'
import { unauthenticated } from '../../../core/errors.ts'
import type { SignInRequest } from '../../../core/operations/sign-in.ts'

/** The person who is signed in. Throws if nobody is. */
export function signedInViewer({ viewer }: SignInRequest): Viewer {
  if (viewer?.session) return viewer
  throw unauthenticated('You are not signed in. Sign in first.')
}
