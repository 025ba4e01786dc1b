import { signInPath } from '../../pages/return-to.ts'

/** The session has ended, or what the person does requires that they have just proved who they are. */
export type Reason = 'ended' | 'confirm'

let pending: Promise<void> | undefined

/** Lets the person sign in, once for all requests that wait for it. */
export function signInAgain(reason: Reason): Promise<void> {
  pending ??= open(reason).finally(() => {
    pending = undefined
  })
  return pending
}

async function open(reason: Reason): Promise<void> {
  if (reason === 'confirm') {
    const { proveAgain } = await import('../../pages/prove-again.ts')
    return proveAgain()
  }
  location.replace(signInPath(location))
  return new Promise(() => {})
}
