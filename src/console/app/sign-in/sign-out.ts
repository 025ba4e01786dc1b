import { h } from '../../pages/dom.ts'
import { callAuth } from '../../pages/server.ts'
import { texts } from '../texts/index.ts'
import { noteSignedOut } from './sign-in-again.ts'

const SIGN_IN = '/app/sign-in'

/** Ends the session. Somebody whose session has ended already is signed out as well. */
export async function signOut(): Promise<void> {
  noteSignedOut()
  const { providerUrl } = await callAuth<{ providerUrl?: string }>('sign-out').catch(() => ({
    providerUrl: undefined,
  }))
  if (providerUrl === undefined) location.replace(SIGN_IN)
  else offerProvider(providerUrl)
}

/** The person may want to sign out at their provider as well, so that nobody signs in there without a password. */
function offerProvider(url: string): void {
  const { signedOut, signOutAtProvider, signIn } = texts.session
  document.title = `${signedOut} | Quire`
  document.body.replaceChildren(
    h(
      'main',
      { class: 'notice' },
      h('h1', {}, signedOut),
      h('p', {}, h('a', { href: url }, signOutAtProvider)),
      h('p', {}, h('a', { href: SIGN_IN }, signIn)),
    ),
  )
}
