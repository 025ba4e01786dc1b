import { button, h } from './dom.ts'
import { Failure, messageOf } from './failure.ts'
import { form, statusRegion } from './form.ts'
import { readMethods } from './methods.ts'
import { usePasskey } from './passkeys.ts'
import { providerButtons } from './providers.ts'
import { callAuth } from './server.ts'

/** Asks for the password, a passkey or a provider over the page, which stays as it is. */
export async function proveAgain(): Promise<void> {
  const methods = await readMethods()
  const status = statusRegion()
  const { pathname, search } = location
  return new Promise((resolve, reject) => {
    const proved = () => {
      resolve()
      dialog.close()
    }
    const complain = (error: unknown) => status.say(messageOf(error))
    const withPasskey = async () =>
      callAuth('reauthenticate', { passkey: await usePasskey('reauthenticate/options') })
    const dialog = h(
      'dialog',
      {
        'aria-label': 'Confirm that it is you',
        close: () => {
          dialog.remove()
          // Without effect after a proof.
          reject(new Failure('Nothing was changed, because you did not confirm that it is you.', 'cancelled'))
        },
      },
      h(
        'div',
        { class: 'stack' },
        h('h2', {}, 'Confirm that it is you'),
        h('p', { class: 'muted' }, 'You signed in a while ago, and this changes who can use your account.'),
        status.element,
        methods.password.available &&
          form({
            fields: [
              {
                name: 'password',
                label: 'Your password',
                type: 'password',
                autocomplete: 'current-password',
              },
            ],
            submit: 'Confirm',
            run: (values) => callAuth('reauthenticate', values).then(proved),
          }),
        methods.passkeys.available &&
          button('Confirm with a passkey', () => {
            withPasskey().then(proved, complain)
          }),
        ...providerButtons(
          methods,
          (title) => `Confirm with ${title}`,
          { purpose: 'reauthenticate', returnTo: pathname + search },
          complain,
        ),
        button('Cancel', () => dialog.close()),
      ),
    )
    document.body.append(dialog)
    dialog.showModal()
  })
}
