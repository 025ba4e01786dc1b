import { useNavigate } from '@tanstack/react-router'
import styles from '../../forms/Settings.module.css'
import type { Parameters } from '../../parameters.ts'
import { SearchField } from '../../parts/SearchField.tsx'
import { texts } from '../../texts/index.ts'
import { type Filters, filtersOf, ROLES, SORTS } from './filters.ts'

/** The filters of the list of people. All of them are in the address. */
export function Choices({ filters }: { filters: Filters }) {
  const navigate = useNavigate()
  const change = (some: Parameters) =>
    void navigate({ to: '.', search: filtersOf({ ...filters, ...some }), replace: true })
  const t = texts.people
  return (
    <div className={styles.bar}>
      <SearchField label={t.search} text={filters.search ?? ''} onSearch={(search) => change({ search })} />
      <select
        className={styles.compact}
        aria-label={t.byRole}
        value={filters.role ?? ''}
        onChange={({ target }) => change({ role: target.value })}
      >
        <option value="">{t.allRoles}</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {role === 'GUEST' ? t.guests : texts.forms.roles[role]}
          </option>
        ))}
      </select>
      <select
        className={styles.compact}
        aria-label={t.sort}
        value={filters.sort ?? 'name'}
        onChange={({ target }) => change({ sort: target.value })}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t.sorts[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}
