import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AccountRow_account$key } from '#console/AccountRow_account.graphql.ts'
import type { AccountRowMutation } from '#console/AccountRowMutation.graphql.ts'
import type { AccountRowSessionsMutation } from '#console/AccountRowSessionsMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import styles from '../../forms/Settings.module.css'
import { Avatar } from '../../parts/Avatar.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem } from '../../parts/MenuItem.tsx'
import { ageOf } from '../../parts/Time.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

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

const endSessions = (userId: string) =>
  mutate<AccountRowSessionsMutation>(
    graphql`
      mutation AccountRowSessionsMutation($input: EndUserSessionsInput!) {
        endUserSessions(input: $input) {
          count
        }
      }
    `,
    { input: { userId } },
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
  const [asked, setAsked] = useState<'appoint' | 'sessions'>()
  const t = texts.instance
  const name = user.displayName
  const dismiss = () =>
    act({
      run: () => setOperator(user.id, false),
      undo: () => setOperator(user.id, true),
      done: t.dismissed(name),
      onChanged,
    })
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
          <MenuItem run={() => setAsked('sessions')}>{t.endSessions}</MenuItem>
          {state === 'OPERATOR' ? (
            <MenuItem run={() => void dismiss()}>{t.dismiss}</MenuItem>
          ) : (
            <MenuItem run={() => setAsked('appoint')}>{t.appoint}</MenuItem>
          )}
        </Menu>
      )}
      {asked && (
        <ConfirmDialog
          title={asked === 'appoint' ? t.appointTitle(name) : t.endSessionsTitle(name)}
          action={asked === 'appoint' ? t.appoint : t.endSessions}
          run={async () => {
            if (asked === 'appoint') {
              await setOperator(user.id, true)
              toast(t.appointed(name))
            } else {
              const { endUserSessions } = await endSessions(user.id)
              toast(t.sessionsEnded(name, endUserSessions?.count ?? 0))
            }
            onChanged()
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked === 'appoint' ? t.appointText : t.endSessionsText}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
