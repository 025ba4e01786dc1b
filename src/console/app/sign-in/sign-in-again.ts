import { signInPath } from '../../pages/return-to.ts'
import { loadPageTexts } from '../../pages/texts/index.ts'
import type { SignedIn } from './signed-in.ts'

/** The session has ended, or what the person does requires that they have just proved who they are. */
export type Reason = 'ended' | 'confirm'

let signedIn: SignedIn | undefined
let pending: Promise<void> | undefined

/** Notes whose page this is: from now on, nothing in it is lost when the session ends. */
export function noteSignedIn(person: SignedIn): void {
  signedIn = person
}

/** The person has left on purpose: what is still asked for in this page waits until it is closed. */
export function noteSignedOut(): void {
  pending = new Promise(() => {})
}

/** Lets the person sign in, once for all requests that wait for it. */
export function signInAgain(reason: Reason): Promise<void> {
  pending ??= open(reason).finally(() => {
    pending = undefined
  })
  return pending
}

async function open(reason: Reason): Promise<void> {
  if (reason === 'confirm') {
    const [{ proveAgain }] = await Promise.all([import('../../pages/prove-again.ts'), loadPageTexts()])
    return proveAgain()
  }
  if (signedIn) {
    const [{ askToSignIn }] = await Promise.all([import('./ask-to-sign-in.ts'), loadPageTexts()])
    return askToSignIn(signedIn)
  }
  location.replace(signInPath(location))
  return new Promise(() => {})
}
