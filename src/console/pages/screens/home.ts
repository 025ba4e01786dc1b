import { h } from '../dom.ts'
import { choice, form } from '../form.ts'
import { show } from '../layout.ts'
import { execute } from '../server.ts'
import { readSignedIn, type SignedIn } from '../signed-in.ts'

type Organization = SignedIn['organizations'][number]

const ROLES = {
  READ: 'Read',
  COMMENT: 'Comment',
  EDIT: 'Edit',
  REVIEW: 'Review',
  CREATE: 'Create',
  ADMIN: 'Administer',
} as const

const INVITE = `mutation Invite($input: InviteUsersInput!) { inviteUsers(input: $input) { invites { email link } } }`

interface Invited {
  inviteUsers: { invites: { email: string; link: string | null }[] }
}

/** The address of this server as the browser shows it, such as `localhost`, where passkeys can be used. */
const atThisHost = (link: string): string => {
  const { pathname, hash } = new URL(link)
  return location.origin + pathname + hash
}

/** The link that a person joins with, to be copied. */
function inviteLink(email: string, link: string): HTMLElement {
  const field = h('input', { readonly: true, value: link, 'aria-label': `Link for ${email}` })
  const copied = h('span', { role: 'status', class: 'muted' })
  const copy = async () => {
    field.select()
    await navigator.clipboard.writeText(link).then(
      () => copied.replaceChildren('Copied.'),
      () => copied.replaceChildren('Copy the selected text.'),
    )
  }
  return h(
    'div',
    { class: 'message success stack' },
    h('p', {}, `Send this link to ${email}. Whoever opens it can join, once.`),
    field,
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'button small', click: copy }, 'Copy'),
      copied,
    ),
  )
}

function inviting(organization: Organization): HTMLElement {
  const role = choice('Role', ROLES, 'EDIT')
  const result = h('div', { 'aria-live': 'polite' })
  const invite = async ({ email = '' }: Record<string, string>) => {
    const input = { organizationId: organization.id, emails: [{ email, role: role.value() }] }
    const { invites } = (await execute<Invited>(INVITE, { input })).inviteUsers
    result.replaceChildren(
      ...invites.map(({ email, link }) =>
        link === null
          ? h('p', { class: 'message success' }, `A mail with a link was sent to ${email}.`)
          : inviteLink(email, atThisHost(link)),
      ),
      ...(invites.length === 0 ? [h('p', { class: 'message' }, `${email} is a member already.`)] : []),
    )
  }
  return h(
    'details',
    {},
    h('summary', {}, 'Invite a person'),
    h(
      'div',
      { class: 'stack' },
      form({
        fields: [{ name: 'email', label: 'E-mail address of the person', type: 'email' }],
        extra: [role.element],
        submit: 'Create an invitation',
        run: invite,
      }),
      result,
    ),
  )
}

const organizationSection = (organization: Organization): HTMLElement => {
  const { title, viewerMember, permissions } = organization
  const role = viewerMember?.role
  return h(
    'section',
    { 'aria-label': title },
    h(
      'div',
      { class: 'stack tight' },
      h('h2', {}, title),
      h(
        'p',
        { class: 'muted' },
        role ? `Your role: ${ROLES[role as keyof typeof ROLES] ?? role}` : 'You are a guest.',
      ),
    ),
    permissions.admin && inviting(organization),
  )
}

/** `/app/` */
export async function homeScreen(): Promise<void> {
  const { user, organizations } = await readSignedIn()
  show(
    { title: 'Home' },
    h(
      'p',
      { class: 'lead' },
      `You are signed in as ${user.displayName}${user.email === null ? '' : ` (${user.email})`}.`,
      user.isOperator && ' You operate this server.',
    ),
    ...organizations.map(organizationSection),
    ...(organizations.length === 0
      ? [h('p', {}, 'You are in no organization yet. Ask somebody to invite you.')]
      : []),
  )
}
