import { use } from 'react'
import { graphql } from 'react-relay/hooks'
import type { AccountScreenQuery } from '#console/AccountScreenQuery.graphql.ts'
import { readMethods } from '../../../pages/methods.ts'
import { whenProofIsRequired } from '../../../pages/server.ts'
import { Screen } from '../../parts/Screen.tsx'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { signInAgain } from '../../sign-in/sign-in-again.ts'
import { texts } from '../../texts/index.ts'
import styles from './Account.module.css'
import { AccountData } from './AccountData.tsx'
import { Organizations } from './Organizations.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Preferences } from './Preferences.tsx'
import { Profile } from './Profile.tsx'
import { Providers } from './Providers.tsx'
import { Sessions } from './Sessions.tsx'
import { Tokens } from './Tokens.tsx'

const query = graphql`
  query AccountScreenQuery {
    viewer {
      ...Profile_viewer
      ...Preferences_viewer
      ...Password_viewer
      ...Passkeys_viewer
      ...Providers_viewer
      ...Sessions_viewer
      ...Tokens_viewer
      ...Organizations_viewer
      ...AccountData_viewer
    }
  }
`

// The endpoints that add passkeys and providers ask for it as well.
whenProofIsRequired(() => signInAgain('confirm'))

export function preload(): void {
  read<AccountScreenQuery>(query, {})
  // A failure is shown by the screen, which reads them again.
  readMethods().catch(() => {})
}

/** `/app/account`: the profile of the person, what they have chosen, and who can use their account. */
export default function AccountScreen() {
  const { viewer } = useScreenQuery<AccountScreenQuery>(query, {})
  const methods = use(readMethods())
  return (
    <Screen title={texts.account.title}>
      {viewer && (
        <div className={styles.account}>
          <Profile viewer={viewer} methods={methods} />
          <Preferences viewer={viewer} />
          <Password viewer={viewer} methods={methods} />
          <Passkeys viewer={viewer} methods={methods} />
          <Providers viewer={viewer} methods={methods} />
          <Sessions viewer={viewer} />
          <Tokens viewer={viewer} />
          <Organizations viewer={viewer} />
          <AccountData viewer={viewer} />
        </div>
      )}
    </Screen>
  )
}
