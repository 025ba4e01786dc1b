import { credentialForm } from '../credential-form.ts'
import { h } from '../dom.ts'
import { form } from '../form.ts'
import { secretInFragment } from '../fragment.ts'
import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { callAuth } from '../server.ts'
import { texts } from '../texts/index.ts'

/** Without a code: asks for the address to which a link is mailed. */
function requestReset(): void {
  const t = texts.reset
  show(
    t.title,
    h('p', { class: 'lead' }, t.lead),
    form({
      fields: [{ name: 'email', label: texts.fields.email, type: 'email', autocomplete: 'username' }],
      submit: t.submit,
      done: t.mailed,
      run: (values) => callAuth('reset/request', values),
    }),
    h('p', {}, h('a', { href: '/app/sign-in' }, texts.signIn)),
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
    texts.reset.choose,
    h('p', { class: 'lead' }, texts.reset.signsOut),
    credentialForm({
      methods: await readMethods(),
      code,
      fields: [],
      submit: texts.reset.save,
      submitPasskey: texts.reset.savePasskey,
      send: (values) => callAuth('reset', values).then(() => location.replace('/app/')),
    }),
  )
}
