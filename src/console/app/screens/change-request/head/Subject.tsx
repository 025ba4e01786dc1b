import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Subject_changeRequest$key } from '#console/Subject_changeRequest.graphql.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import styles from './Head.module.css'
import { useUpdate } from './use-update.ts'

/** The number and the subject, which people who can edit it change in place. */
export function Subject({ changeRequest }: { changeRequest: Subject_changeRequest$key }) {
  const { id, number, subject, status, permissions } = useFragment(
    graphql`
      fragment Subject_changeRequest on ChangeRequest {
        id
        number
        subject
        status
        permissions {
          edit
        }
      }
    `,
    changeRequest,
  )
  const [typed, setTyped] = useState<string | null>(null)
  const { update, isBusy } = useUpdate(id)
  const t = texts.changeRequest
  if (typed === null) {
    return (
      <span className={styles.subject}>
        <span className="muted">#{number}</span> <bdi>{subject.trim() || t.untitled}</bdi>
        {permissions.edit && status !== 'MERGED' && (
          <button
            type="button"
            className={styles.edit}
            aria-label={t.editSubject}
            title={t.editSubject}
            onClick={() => setTyped(subject)}
          >
            <Icon name="edit" />
          </button>
        )}
      </span>
    )
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed === subject) return setTyped(null)
    update({ subject: typed }, () => setTyped(null))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <input
        // biome-ignore lint/a11y/noAutofocus: a person who presses Edit wants to type.
        autoFocus
        dir="auto"
        aria-label={t.subject}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="button small primary" aria-disabled={isBusy}>
        {t.save}
      </button>
      <button type="button" className="button small" onClick={() => setTyped(null)}>
        {t.cancel}
      </button>
    </form>
  )
}
