import { useId, useState } from 'react'
import type { EventType } from '#console/NewWebhookDialogMutation.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'
import { groupedTypes } from '../log/event-label.ts'

interface EventTypesFieldProps {
  chosen: readonly EventType[]
  onChange: (chosen: readonly EventType[]) => void
}

/** The types of events that a webhook sends: all, or those that are chosen. */
export function EventTypesField({ chosen, onChange }: EventTypesFieldProps) {
  const hint = useId()
  const [search, setSearch] = useState('')
  const [groups] = useState(groupedTypes)
  const words = search.trim().toLocaleLowerCase()
  const known = new Set<string>(chosen)
  const found = groups
    .flatMap(([, types]) => types)
    .filter(
      ({ type, label }) =>
        label.toLocaleLowerCase().includes(words) || type.toLowerCase().replaceAll('_', '.').includes(words),
    )
  const t = texts.webhooks
  return (
    <fieldset className={styles.set} aria-describedby={hint}>
      <legend>{t.eventTypes}</legend>
      <p className="hint muted" id={hint} role="status">
        {chosen.length === 0 ? t.allEvents : t.events(chosen.length)}
      </p>
      <input
        type="search"
        aria-label={t.findTypes}
        placeholder={t.findTypes}
        value={search}
        maxLength={100}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className={styles.files}>
        {found.map(({ type, label }) => (
          <label key={type} className={styles.check}>
            <input
              type="checkbox"
              checked={known.has(type)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, type as EventType] : chosen.filter((one) => one !== type),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
