import { button, h } from './dom.ts'
import { type Field, form } from './form.ts'
import type { Methods } from './methods.ts'
import { createPasskey } from './passkeys.ts'
import { texts } from './texts/index.ts'

/** The field for a new password. Password managers store it with the e-mail address of the form. */
const newPasswordField = (): Field => ({
  name: 'password',
  label: texts.fields.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: texts.fields.newPassword,
})

interface CredentialForm {
  methods: Methods
  /** The code of the link that opens the account. */
  code: string
  /** What else the person fills in. */
  fields: readonly Field[]
  submit: string
  submitPasskey: string
  send: (values: Record<string, unknown>) => Promise<unknown>
}

/** A form for what a link opens: with a password, or with a passkey where the browser can have one. */
export function credentialForm({
  methods,
  code,
  fields,
  submit,
  submitPasskey,
  send,
}: CredentialForm): HTMLElement {
  const { password, passkeys } = methods
  const place = h('div', { class: 'stack' })

  const withPassword = (): HTMLElement[] => [
    form({ fields: [...fields, newPasswordField()], submit, run: (values) => send({ code, ...values }) }),
    ...(passkeys.available
      ? [
          button(
            texts.credential.passkeyInstead,
            () => place.replaceChildren(...withPasskey()),
            'link-button',
          ),
        ]
      : []),
    ...(passkeys.reason === undefined ? [] : [h('p', { class: 'hint' }, passkeys.reason)]),
  ]

  const withPasskey = (): HTMLElement[] => [
    form({
      fields,
      submit: submitPasskey,
      run: async (values) =>
        send({
          code,
          ...values,
          passkey: await createPasskey('passkey/choose/options', { code, ...values }),
        }),
    }),
    ...(password.available
      ? [
          button(
            texts.credential.passwordInstead,
            () => place.replaceChildren(...withPassword()),
            'link-button',
          ),
        ]
      : []),
  ]

  const neither = (): HTMLElement[] => [h('p', { class: 'hint' }, passkeys.reason ?? texts.credential.none)]

  const first = password.available ? withPassword : passkeys.available ? withPasskey : neither
  place.replaceChildren(...first())
  return place
}
