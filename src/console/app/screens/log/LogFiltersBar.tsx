import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import styles from '../../forms/Settings.module.css'
import { Icon } from '../../parts/Icon.tsx'
import { PersonDialog } from '../../parts/PersonDialog.tsx'
import { texts } from '../../texts/index.ts'
import { PersonName } from '../changes/PersonName.tsx'
import { groupedTypes } from './event-label.ts'
import { filtersOf, type LogFilters } from './log-filters.ts'

interface LogFiltersBarProps {
  organization: string
  filters: LogFilters
  spaces: readonly { readonly id: string; readonly title: string }[]
  /** Whether the person can list the members. */
  mayChoosePerson: boolean
}

/** The filters of a log. All of them are in the address. */
export function LogFiltersBar({ organization, filters, spaces, mayChoosePerson }: LogFiltersBarProps) {
  const navigate = useNavigate()
  const [isChoosing, setChoosing] = useState(false)
  const groups = useMemo(groupedTypes, [])
  const change = (some: { [Name in keyof LogFilters]: string | undefined }) =>
    void navigate({ to: '.', search: filtersOf({ ...filters, ...some }), replace: true })
  const t = texts.log
  const { type, person, space, from, to } = filters
  const day = (name: 'from' | 'to', value: string | undefined) => (
    <label className={styles.bar}>
      {t[name]}
      <input
        type="date"
        className={styles.compact}
        value={value ?? ''}
        onChange={({ target }) => change({ [name]: target.value || undefined })}
      />
    </label>
  )
  return (
    <div className={styles.bar}>
      <select
        className={styles.compact}
        aria-label={t.type}
        value={type ?? ''}
        onChange={({ target }) => change({ type: target.value || undefined })}
      >
        <option value="">{t.allTypes}</option>
        {groups.map(([title, types]) => (
          <optgroup key={title} label={title}>
            {types.map((each) => (
              <option key={each.type} value={each.type.toLowerCase()}>
                {each.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select
        className={styles.compact}
        aria-label={t.space}
        value={space ?? ''}
        onChange={({ target }) => change({ space: target.value || undefined })}
      >
        <option value="">{t.allSpaces}</option>
        {space && !spaces.some(({ id }) => id === space) && <option value={space}>{space}</option>}
        {spaces.map(({ id, title }) => (
          <option key={id} value={id}>
            {title || texts.places.untitled}
          </option>
        ))}
      </select>
      {day('from', from)}
      {day('to', to)}
      {person === undefined && mayChoosePerson && (
        <button type="button" className="button small" onClick={() => setChoosing(true)}>
          {t.choosePerson}
        </button>
      )}
      {person !== undefined && (
        <span className={styles.chip}>
          <Suspense fallback="…">
            <bdi>
              <PersonName id={person} />
            </bdi>
          </Suspense>
          <button
            type="button"
            aria-label={texts.changes.remove(t.person)}
            onClick={() => change({ person: undefined })}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
      {Object.keys(filters).length > 0 && (
        <button
          type="button"
          className="button small"
          onClick={() => void navigate({ to: '.', search: {}, replace: true })}
        >
          {t.clear}
        </button>
      )}
      {isChoosing && (
        <PersonDialog
          title={t.person}
          organization={organization}
          onClose={() => setChoosing(false)}
          onChoose={(id) => {
            change({ person: id })
            setChoosing(false)
          }}
        />
      )}
    </div>
  )
}
