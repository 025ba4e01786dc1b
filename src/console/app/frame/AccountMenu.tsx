import { graphql, useFragment, useMutation } from 'react-relay/hooks'
import type { AccountMenu_viewer$key } from '#console/AccountMenu_viewer.graphql.ts'
import type { AccountMenuMutation } from '#console/AccountMenuMutation.graphql.ts'
import { type AccountTheme, followAccount } from '../../pages/themes.ts'
import { Avatar } from '../parts/Avatar.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Menu } from '../parts/Menu.tsx'
import { MenuGroup, MenuItem, MenuLine, MenuLink } from '../parts/MenuItem.tsx'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import { openLayer } from './layers.ts'
import { loadCode } from './load-code.ts'
import styles from './Sidebar.module.css'

const THEMES: readonly { theme: AccountTheme; text: 'system' | 'light' | 'dark' }[] = [
  { theme: null, text: 'system' },
  { theme: 'LIGHT', text: 'light' },
  { theme: 'DARK', text: 'dark' },
]

/** Its code is loaded only now: without the server nobody can sign out anyway. */
const signOut = () =>
  loadCode(() => import('../sign-in/sign-out.ts')).then(
    (code) => code.signOut(),
    () => toast(texts.errors.unreachableTitle),
  )

/** The person who is signed in: their account, the theme, the keys, and the way out. */
export function AccountMenu(props: { viewer: AccountMenu_viewer$key }) {
  const { user, preferences } = useFragment(
    graphql`
      fragment AccountMenu_viewer on Viewer {
        user {
          id
          displayName
          photoURL
        }
        preferences {
          theme
        }
      }
    `,
    props.viewer,
  )
  const [choose] = useMutation<AccountMenuMutation>(graphql`
    mutation AccountMenuMutation($input: UpdatePreferencesInput!) {
      updatePreferences(input: $input) {
        preferences {
          theme
        }
      }
    }
  `)
  const { frame } = texts
  const chooseTheme = (theme: AccountTheme) => {
    // It is shown at once, and stays in this browser even if the account cannot be reached.
    followAccount(theme)
    choose({
      variables: { input: { theme } },
      updater: (store) => {
        store.getRoot().getLinkedRecord('viewer')?.getLinkedRecord('preferences')?.setValue(theme, 'theme')
      },
      onError: ({ message }) => toast(message),
    })
  }
  return (
    <Menu
      label={frame.account}
      hasName
      className={styles.person ?? ''}
      button={
        <>
          <Avatar person={user} />
          <span className={styles.name} dir="auto">
            {user.displayName}
          </span>
        </>
      }
    >
      <MenuLink to="/account">
        <Icon name="user" /> {frame.account}
      </MenuLink>
      <MenuItem run={() => openLayer('keys')} keys="?">
        {frame.keys}
      </MenuItem>
      <MenuLine />
      <MenuGroup title={frame.theme}>
        {THEMES.map(({ theme, text }) => (
          <MenuItem key={text} isChosen={preferences.theme === theme} run={() => chooseTheme(theme)}>
            {frame[text]}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuLine />
      <MenuItem run={signOut}>{frame.signOut}</MenuItem>
    </Menu>
  )
}
