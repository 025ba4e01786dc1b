import { h } from '../../dom.ts'
import { form } from '../../form.ts'
import type { Methods } from '../../methods.ts'
import { section } from '../../section.ts'
import { execute } from '../../server.ts'
import type { SignedIn } from '../../signed-in.ts'

const READ = `query Profile { viewer { user { id displayName email } } }`
const UPDATE = `mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }`

type User = Pick<SignedIn['user'], 'id' | 'displayName' | 'email'>

/** A new address counts once the person has opened the link that is mailed to it. */
const emailForm = ({ id: userId }: User): HTMLElement =>
  h(
    'details',
    {},
    h('summary', {}, 'Change the e-mail address'),
    form({
      fields: [
        {
          name: 'email',
          label: 'New e-mail address',
          type: 'email',
          autocomplete: 'email',
          hint: 'A link is mailed to it. Your address changes when you open the link.',
        },
      ],
      submit: 'Send the link',
      done: 'A mail with a link is on its way to the new address.',
      run: (values) => execute(UPDATE, { input: { userId, ...values } }),
    }),
  )

const NO_MAIL =
  'This server cannot send mail, so it cannot confirm a new address. Ask another operator of this server to change it.'

/** The name and the address of the person. */
export const profileSection = ({ mail }: Methods): Promise<HTMLElement> =>
  section({
    title: 'Profile',
    read: async () => (await execute<{ viewer: { user: User } }>(READ)).viewer.user,
    fill: (user, act) => [
      form({
        fields: [{ name: 'displayName', label: 'Name', value: user.displayName, autocomplete: 'name' }],
        submit: 'Save the name',
        run: async (values) => {
          await execute(UPDATE, { input: { userId: user.id, ...values } })
          act(async () => {}, 'Saved.')
        },
      }),
      h(
        'p',
        {},
        user.email === null ? 'You have no e-mail address.' : `Your e-mail address is ${user.email}.`,
      ),
      mail ? emailForm(user) : h('p', { class: 'hint' }, NO_MAIL),
    ],
  })
