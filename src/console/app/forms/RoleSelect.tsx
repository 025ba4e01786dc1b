import type { Role } from '#console/MemberRowMutation.graphql.ts'
import { texts } from '../texts/index.ts'
import styles from './Settings.module.css'
import { useChosen } from './use-chosen.ts'

export const ROLES: readonly Role[] = ['READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN']

interface RoleSelectProps {
  label: string
  role: Role | null
  /** The text for no role. Without it, one has to be chosen. */
  none?: string
  /** Whether the role of admins can be given. */
  mayAdmin?: boolean
  /** Fulfilled with false where it was not changed. */
  onChoose: (role: Role | null) => Promise<boolean> | undefined
}

/** A role that is changed in place. */
export function RoleSelect({ label, role, none, mayAdmin = true, onChoose }: RoleSelectProps) {
  const [shown, choose] = useChosen(role, onChoose)
  return (
    <select
      className={styles.compact}
      aria-label={label}
      value={shown ?? ''}
      onChange={({ target }) => choose((target.value || null) as Role | null)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {ROLES.filter((one) => mayAdmin || one !== 'ADMIN' || role === 'ADMIN').map((one) => (
        <option key={one} value={one}>
          {texts.forms.roles[one]}
        </option>
      ))}
    </select>
  )
}
