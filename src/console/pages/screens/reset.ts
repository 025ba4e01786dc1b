import { h } from '../dom.ts'
import { form } from '../form.ts'
import { secretInFragment } from '../fragment.ts'
import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { credentialForm } from '../new-credential.ts'
import { callAuth } from '../server.ts'

/** Without a code: asks for the address to which a link is mailed. */
function requestReset(): void {
  show(
    'Reset your password',
    h('p', { class: 'lead' }, 'A link to choose a new password is mailed to you.'),
    form({
      fields: [{ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' }],
      submit: 'Send me a link',
      // The same for every address: whether it has an account is not told.
      done: 'If there is an account with this address, a mail with a link is on its way.',
      run: (values) => callAuth('reset/request', values),
    }),
    h('p', {}, h('a', { href: '/app/sign-in' }, 'Sign in')),
  )
}

/** `/app/reset` and `/app/reset#code` */
export async function resetScreen(): Promise<void> {
  const code = secretInFragment(location)
  if (code === '') {
    requestReset()
    return
  }
  show(
    'Choose a new password',
    h('p', { class: 'lead' }, 'All browsers in which you are signed in are signed out.'),
    credentialForm({
      methods: await readMethods(),
      code,
      fields: [],
      submit: 'Save and sign in',
      send: (values) => callAuth('reset', values).then(() => location.replace('/app/')),
    }),
  )
}
