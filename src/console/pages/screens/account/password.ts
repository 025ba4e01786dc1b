import { button, h } from '../../dom.ts'
import { form } from '../../form.ts'
import type { Methods } from '../../methods.ts'
import { newPasswordField } from '../../new-credential.ts'
import { section } from '../../section.ts'
import { execute } from '../../server.ts'
import { shownTime } from '../../shown-time.ts'

interface Password {
  isSet: boolean
  changedAt: string | null
}

const READ = `query Password { viewer { password { isSet changedAt } } }`
const CHANGE = `mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { password { isSet } } }`
const REMOVE = `mutation RemovePassword { removePassword(input: {}) { password { isSet } } }`

const current = {
  name: 'currentPassword',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
} as const

const changing = (isSet: boolean, changed: () => void): HTMLElement =>
  h(
    'details',
    {},
    h('summary', {}, isSet ? 'Change the password' : 'Set a password'),
    form({
      fields: [
        ...(isSet ? [current] : []),
        { ...newPasswordField, name: 'newPassword', label: 'New password' },
      ],
      submit: isSet ? 'Change the password' : 'Set the password',
      run: async (input) => {
        await execute(CHANGE, { input })
        changed()
      },
    }),
  )

/** The password of the person. */
export const passwordSection = ({ password }: Methods): Promise<HTMLElement> =>
  section<Password>({
    title: 'Password',
    read: async () => (await execute<{ viewer: { password: Password } }>(READ)).viewer.password,
    fill: ({ isSet, changedAt }, act) => [
      h(
        'p',
        { class: 'muted' },
        isSet && changedAt !== null
          ? `Set ${shownTime(changedAt)}. A new one signs out all of your other browsers.`
          : 'You have no password.',
      ),
      password.available
        ? changing(isSet, () =>
            act(async () => {}, 'The password was set. Your other browsers were signed out.'),
          )
        : h('p', { class: 'hint' }, 'Passwords are turned off on this server.'),
      ...(isSet
        ? [
            h(
              'div',
              { class: 'actions' },
              button(
                'Remove the password',
                () => act(() => execute(REMOVE), 'The password was removed.'),
                'button small danger',
              ),
            ),
          ]
        : []),
    ],
  })
