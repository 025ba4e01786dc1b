import { credentialForm } from '../credential-form.ts'
import { h } from '../dom.ts'
import { secretInFragment, showBrokenLink } from '../fragment.ts'
import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { callAuth } from '../server.ts'
import { texts } from '../texts/index.ts'

/** `/app/setup#code`: the first operator chooses how to sign in. */
export async function setupScreen(): Promise<void> {
  const t = texts.setup
  const code = secretInFragment(location)
  if (code === '') {
    showBrokenLink(t.title, t.broken)
    return
  }
  const methods = await readMethods()
  show(
    t.title,
    h('p', { class: 'lead' }, t.lead),
    credentialForm({
      methods,
      code,
      fields: [
        { name: 'displayName', label: texts.fields.name, autocomplete: 'name' },
        { name: 'email', label: texts.fields.email, type: 'email', autocomplete: 'username' },
      ],
      submit: t.submit,
      submitPasskey: t.submitPasskey,
      // The code does not stay in the history of the browser.
      send: (values) => callAuth('setup', values).then(() => location.replace('/app/start')),
    }),
  )
}
