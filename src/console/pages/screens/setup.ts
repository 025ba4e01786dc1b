import { h } from '../dom.ts'
import { secretInFragment, showBrokenLink } from '../fragment.ts'
import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { credentialForm } from '../new-credential.ts'
import { callAuth } from '../server.ts'

const TITLE = 'Set up your account'

/** `/app/setup#code`: the first operator chooses how to sign in. */
export async function setupScreen(): Promise<void> {
  const code = secretInFragment(location)
  if (code === '') {
    showBrokenLink(
      TITLE,
      'This link is not complete. Copy all of it, or run `npx quire setup-link` on the server to get another one.',
    )
    return
  }
  const methods = await readMethods()
  show(
    TITLE,
    h(
      'p',
      { class: 'lead' },
      'You become the operator of this server. You sign in with what you choose here.',
    ),
    credentialForm({
      methods,
      code,
      fields: [
        { name: 'displayName', label: 'Your name', autocomplete: 'name' },
        { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' },
      ],
      submit: 'Set up the account',
      // The code does not stay in the history of the browser.
      send: (values) => callAuth('setup', values).then(() => location.replace('/app/start')),
    }),
  )
}
