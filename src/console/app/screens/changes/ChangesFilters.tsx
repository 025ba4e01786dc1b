import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuGroup, MenuItem } from '../../parts/MenuItem.tsx'
import { PersonDialog } from '../../parts/PersonDialog.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { useViewerId } from '../../parts/use-viewer-id.ts'
import { texts } from '../../texts/index.ts'
import {
  type Filters,
  filtersOf,
  type PersonFilter,
  personFilters,
  statusFilters,
} from './address-filters.ts'
import styles from './ChangesList.module.css'
import { PersonName } from './PersonName.tsx'
import type { ChangeFilters } from './use-filters.ts'

interface ChangesFiltersProps {
  organization: string | undefined
  filters: Filters
  change: ChangeFilters
  total: number
}

/** The filters of a list of change requests. All of them are in the address. */
export function ChangesFilters({ organization, filters, change, total }: ChangesFiltersProps) {
  const me = useViewerId()
  const [chosen, setChosen] = useState<PersonFilter>()
  const t = texts.changes
  return (
    <div className={styles.bar}>
      <nav className={styles.statuses} aria-label={t.byStatus}>
        {statusFilters.map((status) => (
          <Link
            key={status}
            to="."
            search={filtersOf({ ...filters, status })}
            replace
            activeOptions={{ exact: true }}
          >
            {t.statusFilters[status]}
          </Link>
        ))}
      </nav>
      <SearchField label={t.search} text={filters.search ?? ''} onSearch={(search) => change({ search })} />
      <Menu
        label={t.filter}
        button={
          <>
            <Icon name="filter" /> {t.filter}
          </>
        }
      >
        {personFilters.map((filter) => (
          <MenuGroup key={filter} title={t.people[filter]}>
            <MenuItem isChosen={filters[filter] === me} run={() => change({ [filter]: me })}>
              {t.me}
            </MenuItem>
            {organization !== undefined && <MenuItem run={() => setChosen(filter)}>{t.somebody}</MenuItem>}
          </MenuGroup>
        ))}
      </Menu>
      {personFilters.map((filter) => {
        const id = filters[filter]
        if (id === undefined) return null
        return (
          <span key={filter} className={styles.chip}>
            {t.people[filter]}{' '}
            <bdi>
              {id === me ? (
                t.me
              ) : (
                <Suspense fallback="…">
                  <PersonName id={id} />
                </Suspense>
              )}
            </bdi>
            <button
              type="button"
              aria-label={t.remove(t.people[filter])}
              onClick={() => change({ [filter]: undefined })}
            >
              <Icon name="close" />
            </button>
          </span>
        )
      })}
      <span className={styles.total} role="status">
        {t.total(total)}
      </span>
      {chosen && organization !== undefined && (
        <PersonDialog
          title={t.people[chosen]}
          organization={organization}
          onClose={() => setChosen(undefined)}
          onChoose={(id) => {
            change({ [chosen]: id })
            setChosen(undefined)
          }}
        />
      )}
    </div>
  )
}
