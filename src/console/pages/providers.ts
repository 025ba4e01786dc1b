import { button } from './dom.ts'
import type { Methods } from './methods.ts'
import { callAuth } from './server.ts'

interface Beginning {
  purpose: 'sign-in' | 'link' | 'reauthenticate'
  returnTo: string
  /** The key of an invite that the person has opened. */
  invite?: string
}

/** Goes to a provider, which sends the browser back. */
async function begin(provider: string, beginning: Beginning): Promise<void> {
  const { url } = await callAuth<{ url: string }>('oidc/begin', { provider, ...beginning })
  location.assign(url)
}

/** A button for each provider. `complain` is told when one cannot be reached. */
export const providerButtons = (
  { providers }: Methods,
  textFor: (title: string) => string,
  beginning: Beginning,
  complain: (error: unknown) => void,
): HTMLButtonElement[] =>
  providers.map(({ name, title }) =>
    button(textFor(title), () => {
      begin(name, beginning).catch(complain)
    }),
  )

/** Why a sign-in at a provider failed, by the code in the address. */
export const PROVIDER_PROBLEMS: Readonly<Record<string, string>> = {
  expired: 'This sign-in has expired, was used already, or was begun in another browser. Begin again.',
  denied: 'The sign-in was cancelled at the provider. Begin again, or sign in another way.',
  provider_unavailable: 'The provider cannot be reached. Try again later, or sign in another way.',
  provider_failed: 'The response of the provider is not valid. Begin again, or sign in another way.',
  email_unverified:
    'The provider does not confirm your e-mail address. Confirm it there, or sign in another way.',
  not_invited: 'There is no account for you here. Ask an admin for an invitation.',
  invite_invalid: 'This invitation is no longer valid. Ask for another one.',
  link_required:
    'There is an account with your e-mail address. Sign in to it another way, and add the provider there.',
  linked_elsewhere: 'This account of the provider belongs to another person here. Use another one.',
  disabled: 'Your account is disabled. Ask an operator of this instance to enable it.',
  signed_out: 'You signed out before the provider was added. Sign in, and add it again.',
}
