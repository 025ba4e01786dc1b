import { button, h } from './dom.ts'
import { Failure, messageOf } from './failure.ts'
import { form, statusRegion } from './form.ts'
import { type Methods, readMethods } from './methods.ts'
import { usePasskey } from './passkeys.ts'
import { providerButtons } from './providers.ts'
import { signInPath } from './return-to.ts'
import { callAuth, execute } from './server.ts'
import { texts } from './texts/index.ts'

const WAYS = `query WaysToSignIn { viewer { password { isSet } passkeys(first: 1) { nodes { id } }
  identities(first: 100) { nodes { provider } } } }`

interface Ways {
  viewer: {
    password: { isSet: boolean }
    passkeys: { nodes: object[] }
    identities: { nodes: { provider: string }[] }
  }
}

/** The methods of this server that the person can use. */
async function ownMethods(): Promise<Methods> {
  const [methods, { viewer }] = await Promise.all([readMethods(), execute<Ways>(WAYS)])
  const linked = new Set(viewer.identities.nodes.map(({ provider }) => provider))
  return {
    ...methods,
    password: { available: methods.password.available && viewer.password.isSet },
    passkeys: { available: methods.passkeys.available && viewer.passkeys.nodes.length > 0 },
    providers: methods.providers.filter(({ name }) => linked.has(name)),
  }
}

const passwordForm = (proved: () => void): HTMLFormElement =>
  form({
    fields: [
      { name: 'password', label: texts.prove.password, type: 'password', autocomplete: 'current-password' },
    ],
    submit: texts.prove.submit,
    run: (values) => callAuth('reauthenticate', values).then(proved),
  })

const withPasskey = async () =>
  callAuth('reauthenticate', { passkey: await usePasskey('reauthenticate/options') })

/** What the person can do to prove who they are. */
function waysToProve(
  methods: Methods,
  proved: () => void,
  complain: (error: unknown) => void,
): HTMLElement[] {
  const { pathname, search } = location
  const beginning = { purpose: 'reauthenticate', returnTo: pathname + search } as const
  const ways = [
    ...(methods.password.available ? [passwordForm(proved)] : []),
    ...(methods.passkeys.available
      ? [button(texts.prove.withPasskey, () => void withPasskey().then(proved, complain))]
      : []),
    ...providerButtons(methods, texts.prove.withProvider, beginning, complain),
  ]
  return ways.length > 0 ? ways : [h('a', { href: signInPath(location) }, texts.prove.signInAgain)]
}

/** Asks for the password, a passkey or a provider over the page, which stays as it is. */
export async function proveAgain(): Promise<void> {
  const methods = await ownMethods()
  const status = statusRegion()
  return new Promise((resolve, reject) => {
    const proved = () => {
      resolve()
      dialog.close()
    }
    const dialog = h(
      'dialog',
      {
        'aria-label': texts.prove.title,
        close: () => {
          dialog.remove()
          // Without effect after a proof.
          reject(new Failure(texts.prove.cancelled, 'cancelled'))
        },
      },
      h(
        'div',
        { class: 'stack' },
        h('h2', {}, texts.prove.title),
        h('p', { class: 'muted' }, texts.prove.lead),
        status.element,
        ...waysToProve(methods, proved, (error) => status.say(messageOf(error))),
        button(texts.cancel, () => dialog.close()),
      ),
    )
    document.body.append(dialog)
    dialog.showModal()
  })
}
