import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AccountRow_account$key } from '#console/AccountRow_account.graphql.ts'
import type { AccountRowMutation } from '#console/AccountRowMutation.graphql.ts'
import { act, sayDone } from '../../forms/act.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import styles from '../../forms/Settings.module.css'
import { Avatar } from '../../parts/Avatar.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem, MenuLine } from '../../parts/MenuItem.tsx'
import { ageOf } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { disableAccount, enableAccount } from '../people/account-actions.ts'
import { EndAccessDialog } from '../people/EndAccessDialog.tsx'

/** What is asked about before it is done. */
type Asked = 'appoint' | 'disable' | 'sessions' | 'tokens'

interface AccountRowProps {
  account: AccountRow_account$key
  isMe: boolean
  onChanged: () => void
}

const setOperator = (userId: string, isOperator: boolean) =>
  mutate<AccountRowMutation>(
    graphql`
      mutation AccountRowMutation($input: SetUserOperatorInput!) {
        setUserOperator(input: $input) {
          user {
            id
            isOperator
          }
        }
      }
    `,
    { input: { userId, isOperator } },
  )

/** An account, and what an operator can do about it. */
export function AccountRow({ account: key, isMe, onChanged }: AccountRowProps) {
  const { user, state, organizations, sessions, lastSeenAt } = useFragment(
    graphql`
      fragment AccountRow_account on InstanceUser {
        user {
          id
          displayName
          email
          photoURL
        }
        state
        organizations
        sessions
        lastSeenAt
      }
    `,
    key,
  )
  const [asked, setAsked] = useState<Asked>()
  const t = texts.instance
  const name = user.displayName
  const dismiss = () =>
    act({
      run: () => setOperator(user.id, false),
      undo: () => setOperator(user.id, true),
      done: t.dismissed(name),
      onChanged,
    })
  const enable = () =>
    act({
      run: () => enableAccount(user.id),
      undo: () => disableAccount(user.id),
      done: t.accountEnabled(name),
      onChanged,
    })
  const close = () => setAsked(undefined)
  return (
    <li className={styles.row}>
      <div className={styles.person}>
        <Avatar person={user} size={32} />
        <div className={styles.what}>
          <bdi>{name}</bdi>
          <span>
            {user.email && <bdi>{user.email} · </bdi>}
            {t.account(organizations, sessions)}
            {lastSeenAt && ` · ${ageOf(new Date(lastSeenAt))}`}
          </span>
        </div>
      </div>
      {state !== 'ACTIVE' && <span className={styles.tag}>{t.accountStates[state]}</span>}
      {!isMe && state !== 'DELETED' && (
        <Menu label={t.actionsOf(name)} button={<Icon name="more" />} className="icon-button">
          <MenuItem run={() => setAsked('sessions')}>{texts.people.endAccess.sessions.action}</MenuItem>
          <MenuItem run={() => setAsked('tokens')}>{texts.people.endAccess.tokens.action}</MenuItem>
          <MenuLine />
          {state === 'OPERATOR' && <MenuItem run={() => void dismiss()}>{t.dismiss}</MenuItem>}
          {state === 'ACTIVE' && <MenuItem run={() => setAsked('appoint')}>{t.appoint}</MenuItem>}
          {state === 'DISABLED' ? (
            <MenuItem run={() => void enable()}>{t.enable}</MenuItem>
          ) : (
            <MenuItem isDanger run={() => setAsked('disable')}>
              {t.disable}
            </MenuItem>
          )}
        </Menu>
      )}
      {(asked === 'sessions' || asked === 'tokens') && (
        <EndAccessDialog kind={asked} user={user} onChanged={onChanged} onClose={close} />
      )}
      {asked === 'appoint' && (
        <ConfirmDialog
          title={t.appointTitle(name)}
          action={t.appoint}
          run={async () => {
            await setOperator(user.id, true)
            onChanged()
            sayDone(t.appointed(name), () => setOperator(user.id, false), onChanged)
          }}
          onClose={close}
        >
          <p>{t.appointText}</p>
        </ConfirmDialog>
      )}
      {asked === 'disable' && (
        <ConfirmDialog
          title={t.disableTitle(name)}
          action={t.disable}
          typed={name}
          run={async () => {
            await disableAccount(user.id)
            onChanged()
            sayDone(t.accountDisabled(name), () => enableAccount(user.id), onChanged)
          }}
          onClose={close}
        >
          <p>{t.disableText}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
