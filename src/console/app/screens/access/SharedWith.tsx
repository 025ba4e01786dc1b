import { graphql, useFragment } from 'react-relay/hooks'
import type { SharedWith_teams$key } from '#console/SharedWith_teams.graphql.ts'
import type { SharedWith_users$key } from '#console/SharedWith_users.graphql.ts'
import type { PermissionTargetInput, Role } from '#console/shareMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { RoleSelect } from '../../forms/RoleSelect.tsx'
import styles from '../../forms/Settings.module.css'
import { useChosen } from '../../forms/use-chosen.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { texts } from '../../texts/index.ts'
import { type Principals, share } from './share.ts'

interface SharedWithProps {
  users: SharedWith_users$key
  teams: SharedWith_teams$key
  target: PermissionTargetInput
  mayAdmin: boolean
  onChanged: () => void
}

/** The people and teams with whom a space or a collection itself is shared. */
export function SharedWith({ target, mayAdmin, onChanged, ...keys }: SharedWithProps) {
  const users = useFragment(
    graphql`
      fragment SharedWith_users on UserPermission @relay(plural: true) {
        permission
        user {
          id
          displayName
          email
          photoURL
        }
      }
    `,
    keys.users,
  )
  const teams = useFragment(
    graphql`
      fragment SharedWith_teams on TeamPermission @relay(plural: true) {
        permission
        team {
          id
          title
          memberCount
        }
      }
    `,
    keys.teams,
  )
  const t = texts.access
  if (users.length + teams.length === 0) return <p className="muted">{t.withNobody}</p>
  const rowOf = (name: string, principals: Principals, role: Role) => ({
    name,
    role,
    mayAdmin,
    onChoose: (next: Role | null, before: Role) =>
      act({
        run: () => share(target, principals, next),
        undo: () => share(target, principals, before),
        done: next ? t.changed(name, texts.forms.roles[next]) : t.removed(name),
        onChanged,
      }),
  })
  return (
    <ul className={styles.rows} aria-label={t.sharedWith}>
      {teams.map(({ team, permission }) => (
        <Row key={team.id} {...rowOf(team.title, { teams: [team.id] }, permission)}>
          <span className={styles.person}>
            <Icon name="users" />
            <span className={styles.what}>
              <bdi>{team.title}</bdi>
              <span>{texts.teams.members(team.memberCount)}</span>
            </span>
          </span>
        </Row>
      ))}
      {users.map(({ user, permission }) => (
        <Row key={user.id} {...rowOf(user.displayName, { users: [user.id] }, permission)}>
          <span className={styles.person}>
            <Avatar person={user} size={24} />
            <span className={styles.what}>
              <bdi>{user.displayName}</bdi>
              {user.email && <bdi>{user.email}</bdi>}
            </span>
          </span>
        </Row>
      ))}
    </ul>
  )
}

interface RowProps {
  name: string
  role: Role
  mayAdmin: boolean
  /** Called with the role that was shown before. */
  onChoose: (role: Role | null, before: Role) => Promise<boolean>
  children: React.ReactNode
}

function Row({ name, role, mayAdmin, onChoose, children }: RowProps) {
  const [shown, choose] = useChosen(role, (next) => onChoose(next, role))
  const t = texts.access
  return (
    <li className={styles.row}>
      {children}
      <RoleSelect
        label={t.roleOf(name)}
        role={shown}
        mayAdmin={mayAdmin}
        onChoose={(next) => {
          if (next) choose(next)
          return undefined
        }}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t.remove(name)}
        onClick={() => void onChoose(null, shown)}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}
