import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { MemberRow_member$data, MemberRow_member$key } from '#console/MemberRow_member.graphql.ts'
import type { MemberRowMutation, Role } from '#console/MemberRowMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { RoleSelect } from '../../forms/RoleSelect.tsx'
import styles from '../../forms/Settings.module.css'
import { Avatar } from '../../parts/Avatar.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem, MenuLine } from '../../parts/MenuItem.tsx'
import { ageOf } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import type { Asked } from './MemberDialog.tsx'

const updateRole = graphql`
  mutation MemberRowMutation($input: UpdateMemberInput!) {
    updateMember(input: $input) {
      member {
        id
        role
        version
      }
    }
  }
`

interface MemberRowProps {
  member: MemberRow_member$key
  organization: string
  me: { readonly id: string; readonly isOperator: boolean }
  isAdmin: boolean
  onAsk: (asked: Asked) => void
  onChanged: () => void
}

/** A member with their role, which admins change in place. */
export function MemberRow({ member: key, organization, me, isAdmin, onAsk, onChanged }: MemberRowProps) {
  const member = useFragment(
    graphql`
      fragment MemberRow_member on Member {
        role
        sso
        disabled
        lastSeenAt
        user {
          id
          displayName
          email
          photoURL
        }
        teams(first: 5) {
          totalCount
          nodes {
            team {
              id
              title
            }
          }
        }
      }
    `,
    key,
  )
  const { role, user } = member
  const t = texts.people
  const isMe = user.id === me.id
  const send = (next: Role | null) =>
    mutate<MemberRowMutation>(updateRole, {
      input: { organizationId: organization, userId: user.id, role: next },
    })
  const choose = (next: Role | null) =>
    act({
      run: () => send(next),
      undo: () => send(role ?? null),
      done: t.roleChanged(user.displayName, next ? texts.forms.roles[next] : t.guest),
      onChanged,
    })
  const ask = (action: Asked['action']) => onAsk({ action, user })
  return (
    <li className={styles.row} data-row={user.id}>
      <div className={styles.person}>
        <Avatar person={user} size={32} />
        <div className={styles.what}>
          <span>
            <bdi>{user.displayName}</bdi> <Tags member={member} isMe={isMe} />
          </span>
          <Facts member={member} organization={organization} />
        </div>
      </div>
      {isAdmin ? (
        <RoleSelect label={t.roleOf(user.displayName)} role={role ?? null} none={t.guest} onChoose={choose} />
      ) : (
        <span className="muted">{role ? texts.forms.roles[role] : t.guest}</span>
      )}
      {(isAdmin || isMe) && (
        <Menu label={t.actionsOf(user.displayName)} button={<Icon name="more" />} className="icon-button">
          <MenuItem run={() => ask('places')}>{t.places}</MenuItem>
          {isAdmin && !isMe && (
            <>
              <MenuItem run={() => ask('sessions')}>{t.endAccess.sessions.action}</MenuItem>
              <MenuItem run={() => ask('tokens')}>{t.endAccess.tokens.action}</MenuItem>
              <MenuItem run={() => ask('password')}>{t.resetPassword}</MenuItem>
              <MenuLine />
            </>
          )}
          <MenuItem isDanger run={() => ask(isMe ? 'leave' : 'remove')}>
            {isMe ? t.leave : t.remove}
          </MenuItem>
          {me.isOperator && !isMe && (
            <MenuItem isDanger run={() => ask('erase')}>
              {t.erase}
            </MenuItem>
          )}
        </Menu>
      )}
    </li>
  )
}

function Tags({ member: { sso, disabled }, isMe }: { member: MemberRow_member$data; isMe: boolean }) {
  const t = texts.people
  return (
    <>
      {isMe && <span className={styles.tag}>{t.you}</span>} {sso && <span className={styles.tag}>SSO</span>}{' '}
      {disabled && <span className={styles.tag}>{t.disabled}</span>}
    </>
  )
}

interface FactsProps {
  member: MemberRow_member$data
  organization: string
}

/** The address, the teams, and when the person was last here. */
function Facts({ member: { user, teams, lastSeenAt }, organization }: FactsProps) {
  const t = texts.people
  const rest = teams.totalCount - teams.nodes.length
  return (
    <span>
      {user.email && <bdi>{user.email} · </bdi>}
      {teams.nodes.map(({ team }) => (
        <span key={team.id}>
          <Link to="/o/$organization/teams/$team" params={{ organization, team: team.id }}>
            <bdi>{team.title}</bdi>
          </Link>
          {' · '}
        </span>
      ))}
      {rest > 0 && `${t.moreTeams(rest)} · `}
      {lastSeenAt ? t.lastSeen(ageOf(new Date(lastSeenAt))) : t.neverSeen}
    </span>
  )
}
