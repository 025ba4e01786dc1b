import { button, h } from '../dom.ts'
import { messageOf } from '../failure.ts'
import { form, statusRegion } from '../form.ts'
import { show } from '../layout.ts'
import { type Methods, readMethods } from '../methods.ts'
import { usePasskey } from '../passkeys.ts'
import { providerButtons } from '../providers.ts'
import { returnPath } from '../return-to.ts'
import { callAuth, readAuth } from '../server.ts'
import { texts } from '../texts/index.ts'

const target = (): string => returnPath(location.search, location.origin)
const goOn = (): void => location.replace(target())

const withPassword = (): HTMLElement =>
  h(
    'div',
    { class: 'stack' },
    form({
      fields: [
        { name: 'email', label: texts.fields.email, type: 'email', autocomplete: 'username webauthn' },
        {
          name: 'password',
          label: texts.fields.password,
          type: 'password',
          autocomplete: 'current-password',
        },
      ],
      submit: texts.signIn,
      run: (values) => callAuth('password', values).then(goOn),
    }),
    h('p', {}, h('a', { href: '/app/reset' }, texts.signInScreen.forgot)),
  )

const withToken = (): HTMLElement =>
  h(
    'details',
    {},
    h('summary', {}, texts.signInScreen.withToken),
    form({
      fields: [
        {
          name: 'token',
          label: texts.signInScreen.token,
          type: 'password',
          hint: texts.signInScreen.tokenHint,
        },
      ],
      submit: texts.signInScreen.sendToken,
      run: (values) => callAuth('token', values).then(goOn),
    }),
  )

/** Passkeys and providers: one button each. */
function withoutForm(methods: Methods, complain: (error: unknown) => void): HTMLElement[] {
  const passkey = async () => callAuth('passkey', { answer: await usePasskey('passkey/options') })
  return [
    ...(methods.passkeys.available
      ? [
          button(texts.signInScreen.withPasskey, () => {
            passkey().then(goOn, complain)
          }),
        ]
      : []),
    ...providerButtons(
      methods,
      texts.signInScreen.withProvider,
      { purpose: 'sign-in', returnTo: target() },
      complain,
    ),
  ]
}

/** `/app/sign-in` */
export async function signInScreen(): Promise<void> {
  const methods = await readMethods()
  const status = statusRegion()
  const buttons = withoutForm(methods, (error) => status.say(messageOf(error)))
  const { available, reason } = methods.passkeys
  show(
    texts.signIn,
    status.element,
    ...(methods.password.available ? [withPassword()] : []),
    ...(buttons.length > 0 && methods.password.available ? [h('p', { class: 'or' }, texts.or)] : []),
    ...(buttons.length > 0 ? [h('div', { class: 'stack' }, ...buttons)] : []),
    ...(!available && reason !== undefined ? [h('p', { class: 'hint' }, reason)] : []),
    ...(methods.token.available ? [withToken()] : []),
  )
  const code = new URLSearchParams(location.search).get('error')
  if (code !== null) status.say(await reasonFor(code))
}

/** Why a sign-in at a provider failed, by the code with which it has led back here. */
const reasonFor = (code: string): Promise<string> =>
  readAuth<{ message: string }>(`oidc/refusal?code=${encodeURIComponent(code)}`).then(
    ({ message }) => message,
    () => texts.problems.provider,
  )
