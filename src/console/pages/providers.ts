import { button } from './dom.ts'
import type { Methods } from './methods.ts'
import { callAuth } from './server.ts'

interface Beginning {
  purpose: 'sign-in' | 'link' | 'reauthenticate'
  returnTo: string
  /** The link of an invite that the person has opened. */
  invite?: { organization: string; key: string }
}

/** Goes to a provider, which sends the browser back. */
export async function beginAtProvider(provider: string, beginning: Beginning): Promise<void> {
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
      beginAtProvider(name, beginning).catch(complain)
    }),
  )
