import { button, h } from './dom.ts'
import { type Field, form } from './form.ts'
import type { Methods } from './methods.ts'
import { createPasskey } from './passkeys.ts'

/** The field for a new password. Password managers store it with the e-mail address of the form. */
export const newPasswordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 12 characters. Four unusual words are easy to remember and hard to guess.',
}

interface CredentialForm {
  methods: Methods
  /** The code of the link that opens the account. */
  code: string
  /** What else the person fills in. */
  fields: readonly Field[]
  submit: string
  send: (values: Record<string, unknown>) => Promise<unknown>
}

/** A form for what a link opens: with a password, or with a passkey where the browser can have one. */
export function credentialForm({ methods, code, fields, submit, send }: CredentialForm): HTMLElement {
  const { password, passkeys } = methods
  const place = h('div', { class: 'stack' })

  const withPassword = (): HTMLElement[] => [
    form({ fields: [...fields, newPasswordField], submit, run: (values) => send({ code, ...values }) }),
    ...(passkeys.available
      ? [button('Use a passkey instead', () => place.replaceChildren(...withPasskey()), 'link-button')]
      : []),
    ...(passkeys.reason === undefined ? [] : [h('p', { class: 'hint' }, passkeys.reason)]),
  ]

  const withPasskey = (): HTMLElement[] => [
    form({
      fields,
      submit: `${submit} with a passkey`,
      run: async (values) =>
        send({
          code,
          ...values,
          passkey: await createPasskey('passkey/choose/options', { code, ...values }),
        }),
    }),
    ...(password.available
      ? [button('Use a password instead', () => place.replaceChildren(...withPassword()), 'link-button')]
      : []),
  ]

  const neither = (): HTMLElement[] => [
    h('p', { class: 'hint' }, passkeys.reason ?? 'Passwords and passkeys are turned off on this server.'),
  ]

  const first = password.available ? withPassword : passkeys.available ? withPasskey : neither
  place.replaceChildren(...first())
  return place
}
