import { button, h } from '../../pages/dom.ts'
import { messageOf } from '../../pages/failure.ts'
import { form, statusRegion } from '../../pages/form.ts'
import type { Methods } from '../../pages/methods.ts'
import { usePasskey } from '../../pages/passkeys.ts'
import { callAuth, execute, readAuth } from '../../pages/server.ts'
import { texts } from '../texts/index.ts'
import type { SignedIn } from './signed-in.ts'

/** Tells the other tabs of this browser that somebody has signed in. */
const CHANNEL = 'quire-session'

interface Ways {
  email: string
  done: () => Promise<void>
  complain: (error: unknown) => void
}

const passwordForm = ({ email, done }: Ways): HTMLFormElement =>
  form({
    fields: [
      {
        name: 'email',
        label: texts.session.email,
        type: 'email',
        autocomplete: 'username',
        value: email,
      },
      {
        name: 'password',
        label: texts.session.password,
        type: 'password',
        autocomplete: 'current-password',
      },
    ],
    submit: texts.session.signIn,
    run: (values) => callAuth('password', values).then(done),
  })

const passkeyButton = ({ done, complain }: Ways): HTMLButtonElement =>
  button(texts.session.withPasskey, () => {
    usePasskey('passkey/options')
      .then((answer) => callAuth('passkey', { answer }))
      .then(done)
      .catch(complain)
  })

/** Providers lead away from the page, so they are for another tab. */
const otherTab = (): HTMLElement =>
  h(
    'a',
    { class: 'button', href: '/app/sign-in', target: '_blank', rel: 'noopener' },
    texts.session.inOtherTab,
  )

/** Where another person has signed in, nothing of this page is theirs. */
async function continueAs(expected: SignedIn): Promise<void> {
  const { viewer } = await execute<{ viewer: { user: { id: string } } }>('{ viewer { user { id } } }')
  if (viewer.user.id === expected.id) return
  location.reload()
  await new Promise(() => {})
}

/** Opens a dialog over the page, which stays as it is, until the person is signed in again, here or in another tab. */
export async function askToSignIn(person: SignedIn): Promise<void> {
  const methods = await readAuth<Methods>('methods')
  if (methods.signedIn) return continueAs(person)
  const channel = new BroadcastChannel(CHANNEL)
  const over = new AbortController()
  const status = statusRegion()
  const dialog = h('dialog', {
    'aria-label': texts.session.ended,
    // What waits for the session cannot go on without it.
    cancel: (event) => event.preventDefault(),
  })
  await new Promise<void>((resolve) => {
    const check = async () => {
      if ((await readAuth<Methods>('methods')).signedIn) resolve()
    }
    const lookAgain = () => void check().catch(() => {})
    const ways: Ways = {
      email: person.email,
      done: async () => resolve(),
      complain: (error) => status.say(messageOf(error)),
    }
    dialog.append(
      h(
        'div',
        { class: 'stack' },
        h('h2', {}, texts.session.ended),
        h('p', { class: 'muted' }, texts.session.endedHint),
        status.element,
        ...(methods.password.available ? [passwordForm(ways)] : []),
        ...(methods.passkeys.available ? [passkeyButton(ways)] : []),
        otherTab(),
      ),
    )
    document.body.append(dialog)
    dialog.showModal()
    if (person.email !== '') dialog.querySelector<HTMLElement>('[name=password]')?.focus()
    const { signal } = over
    channel.addEventListener('message', lookAgain, { signal })
    addEventListener('focus', lookAgain, { signal })
    // Browsers close a dialog that is cancelled twice.
    dialog.addEventListener('close', () => dialog.showModal(), { signal })
  })
  over.abort()
  channel.postMessage('signed in')
  channel.close()
  dialog.remove()
  await continueAs(person)
}
