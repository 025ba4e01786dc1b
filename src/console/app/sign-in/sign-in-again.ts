import { signInPath } from '../../pages/return-to.ts'
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

/** Loads the code of a dialog, and the texts of the pages to sign in at, which it shows. */
async function withPageTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code, { loadPageTexts }] = await Promise.all([load(), import('../../pages/texts/index.ts')])
  await loadPageTexts()
  return code
}

async function open(reason: Reason): Promise<void> {
  if (reason === 'confirm') {
    const { proveAgain } = await withPageTexts(() => import('../../pages/prove-again.ts'))
    return proveAgain()
  }
  if (signedIn) {
    const { askToSignIn } = await withPageTexts(() => import('./ask-to-sign-in.ts'))
    return askToSignIn(signedIn)
  }
  location.replace(signInPath(location))
  return new Promise(() => {})
}
