import { button, h } from '../dom.ts'
import { messageOf } from '../failure.ts'
import { type Field, form, statusRegion } from '../form.ts'
import { secretInFragment, showBrokenLink } from '../fragment.ts'
import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { credentialForm } from '../new-credential.ts'
import { providerButtons } from '../providers.ts'
import { signInPath } from '../return-to.ts'
import { callAuth } from '../server.ts'
import { readSignedIn, type SignedIn } from '../signed-in.ts'

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

const emailField: Field = { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' }

/** For somebody who is signed in: one button. */
function joinAs({ displayName, email }: SignedIn, { given }: Opened): HTMLElement[] {
  const status = statusRegion()
  const join = button(
    'Join',
    () => {
      callAuth('join', given).then(goHome, (error: unknown) => status.say(messageOf(error)))
    },
    'button primary',
  )
  return [h('p', {}, `You join as ${displayName}${email ? ` (${email})` : ''}.`), status.element, join]
}

/** For a link that proves nothing about the address, where the server can mail one that does. */
const askForMail = ({ invite, given }: Opened): HTMLElement =>
  form({
    fields: invite.email === null ? [emailField] : [],
    submit: invite.email === null ? 'Send me a mail' : `Send a mail to ${invite.email}`,
    done: 'A mail with a link is on its way. Open the link to continue.',
    run: (values) => callAuth('join/mail', { ...given, ...values }),
  })

async function joinAsNew({ invite, given }: Opened): Promise<HTMLElement[]> {
  const methods = await readMethods()
  const status = statusRegion()
  const buttons = providerButtons(
    methods,
    (title) => `Join with ${title}`,
    { purpose: 'sign-in', returnTo: '/app/', invite: given },
    (error) => status.say(messageOf(error)),
  )
  return [
    credentialForm({
      methods,
      code: given.key,
      fields: [
        { name: 'displayName', label: 'Your name', autocomplete: 'name' },
        ...(invite.email === null ? [emailField] : []),
      ],
      submit: 'Join',
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
  if (invite.hasAccount) return [signInLink(`Sign in as ${invite.email ?? ''} to join`)]
  const asNew = invite.needsMail ? [askForMail(opened)] : await joinAsNew(opened)
  return [...asNew, signInLink('Sign in, if you have an account')]
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
    showBrokenLink('This invitation does not work', found)
    return
  }
  const opened = { invite: found, given }
  const viewer = signedIn ? await readSignedIn() : null
  const { inviter, email } = found
  const name = typeof inviter === 'string' ? inviter : inviter?.displayName
  show(
    `Join ${found.organization.title}`,
    h(
      'p',
      { class: 'lead' },
      `${name ?? 'Somebody'} invited ${email ?? 'you'} to ${found.organization.title}.`,
    ),
    ...(await waysToJoin(opened, viewer)),
  )
}
