import type { TeamMembers_team$data } from '#console/TeamMembers_team.graphql.ts'
import type { TeamRole } from '#console/TeamMembersSetMutation.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { useChosen } from '../../forms/use-chosen.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { texts } from '../../texts/index.ts'

interface MembershipRowProps {
  membership: TeamMembers_team$data['members']['edges'][number]['node']
  mayManage: boolean
  setRole: (role: TeamRole) => Promise<boolean>
  /** Called with the role that is shown. */
  remove: (role: TeamRole) => void
}

/** Somebody in a team. */
export function MembershipRow({
  membership: { role, member },
  mayManage,
  setRole,
  remove,
}: MembershipRowProps) {
  const { user } = member
  const [shown, choose] = useChosen(role, setRole)
  const t = texts.teams
  return (
    <li className={styles.row} data-row={user.id}>
      <div className={styles.person}>
        <Avatar person={user} size={32} />
        <div className={styles.what}>
          <bdi>{user.displayName}</bdi>
          {user.email && <bdi>{user.email}</bdi>}
        </div>
      </div>
      {mayManage ? (
        <select
          className={styles.compact}
          aria-label={t.roleOf(user.displayName)}
          value={shown}
          onChange={({ target }) => choose(target.value as TeamRole)}
        >
          <option value="MEMBER">{t.member}</option>
          <option value="OWNER">{t.owner}</option>
        </select>
      ) : (
        <span className="muted">{role === 'OWNER' ? t.owner : t.member}</span>
      )}
      {mayManage && (
        <button
          type="button"
          className="icon-button"
          aria-label={t.remove(user.displayName)}
          onClick={() => remove(shown)}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}
