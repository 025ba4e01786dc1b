import { credentialForm } from '../credential-form.ts'
import { button, h } from '../dom.ts'
import { messageOf } from '../failure.ts'
import { type Field, form, statusRegion } from '../form.ts'
import { secretInFragment, showBrokenLink } from '../fragment.ts'
import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { providerButtons } from '../providers.ts'
import { signInPath } from '../return-to.ts'
import { callAuth } from '../server.ts'
import { readSignedIn, type SignedIn } from '../signed-in.ts'
import { texts } from '../texts/index.ts'

interface Invite {
  organization: { id: string; title: string }
  inviter: string | { displayName: string } | null
  /** Null if the person chooses one. */
  email: string | null
  /** Whether the address has to be confirmed by a mail first. */
  needsMail: boolean
  hasAccount?: boolean
}

interface Opened {
  invite: Invite
  /** What the link contains. */
  given: { organization: string; key: string }
}

/** Other than its key, the id of an invite is no secret. */
const isInviteId = (key: string): boolean => key.startsWith('inv_')

const goHome = (): void => location.replace('/app/')

const emailField = (): Field => ({
  name: 'email',
  label: texts.fields.email,
  type: 'email',
  autocomplete: 'username',
})

/** For somebody who is signed in: one button. */
function joinAs({ displayName, email }: SignedIn, { given }: Opened): HTMLElement[] {
  const status = statusRegion()
  const join = button(
    texts.join.submit,
    () => {
      callAuth('join', given).then(goHome, (error: unknown) => status.say(messageOf(error)))
    },
    'button primary',
  )
  return [h('p', {}, texts.join.as(email ? `${displayName} (${email})` : displayName)), status.element, join]
}

/** For a link that proves nothing about the address, where the server can mail one that does. */
const askForMail = ({ invite, given }: Opened): HTMLElement =>
  form({
    fields: invite.email === null ? [emailField()] : [],
    submit: invite.email === null ? texts.join.mail : texts.join.mailTo(invite.email),
    done: texts.join.mailed,
    run: (values) => callAuth('join/mail', { ...given, ...values }),
  })

async function joinAsNew({ invite, given }: Opened): Promise<HTMLElement[]> {
  const methods = await readMethods()
  const status = statusRegion()
  const buttons = providerButtons(
    methods,
    texts.join.withProvider,
    { purpose: 'sign-in', returnTo: '/app/', invite: given },
    (error) => status.say(messageOf(error)),
  )
  return [
    credentialForm({
      methods,
      code: given.key,
      fields: [
        { name: 'displayName', label: texts.fields.name, autocomplete: 'name' },
        ...(invite.email === null ? [emailField()] : []),
      ],
      submit: texts.join.submit,
      submitPasskey: texts.join.submitPasskey,
      send: ({ code: _code, ...values }) => callAuth('join', { ...given, ...values }).then(goHome),
    }),
    status.element,
    ...buttons,
  ]
}

const signInLink = (text: string): HTMLElement => h('p', {}, h('a', { href: signInPath(location) }, text))

async function waysToJoin(opened: Opened, viewer: SignedIn | null): Promise<HTMLElement[]> {
  const { invite } = opened
  if (viewer) return joinAs(viewer, opened)
  if (invite.hasAccount) return [signInLink(texts.join.signInAs(invite.email ?? ''))]
  const asNew = invite.needsMail ? [askForMail(opened)] : await joinAsNew(opened)
  return [...asNew, signInLink(texts.join.hasAccount)]
}

/** `/app/join/{organization}#key` */
export async function joinScreen(): Promise<void> {
  const [, organization = ''] = /^\/app\/join\/([^/]+)/.exec(location.pathname) ?? []
  const given = { organization: decodeURIComponent(organization), key: secretInFragment(location) }
  const found = await callAuth<Invite>('join/look', given).catch((error: unknown) => messageOf(error))
  const { signedIn } = await readMethods()
  if (typeof found === 'string') {
    if (!signedIn && isInviteId(given.key)) {
      // The link of an inbox, which is for the person who was invited.
      location.replace(signInPath(location))
      return
    }
    showBrokenLink(texts.join.broken, found)
    return
  }
  const opened = { invite: found, given }
  const viewer = signedIn ? await readSignedIn() : null
  const { inviter, email } = found
  const name = typeof inviter === 'string' ? inviter : inviter?.displayName
  show(
    texts.join.title(found.organization.title),
    h('p', { class: 'lead' }, texts.join.lead(name, email, found.organization.title)),
    ...(await waysToJoin(opened, viewer)),
  )
}
