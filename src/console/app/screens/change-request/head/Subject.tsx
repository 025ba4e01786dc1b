import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Subject_changeRequest$key } from '#console/Subject_changeRequest.graphql.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import { readDraft } from '../../../threads/drafts.ts'
import { useDraft } from '../../../threads/use-draft.ts'
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
  const target = `subject:${id}`
  const mayEdit = permissions.edit && status !== 'MERGED'
  const [isEditing, setEditing] = useState(() => readDraft(target) !== '')
  const t = texts.changeRequest
  if (isEditing && mayEdit) {
    return <Editor id={id} target={target} subject={subject} onDone={() => setEditing(false)} />
  }
  return (
    <span className={styles.subject}>
      <span className="muted">#{number}</span> <bdi>{subject.trim() || t.untitled}</bdi>
      {mayEdit && (
        <button
          type="button"
          className={styles.edit}
          aria-label={t.editSubject}
          title={t.editSubject}
          onClick={() => setEditing(true)}
        >
          <Icon name="edit" />
        </button>
      )}
    </span>
  )
}

interface EditorProps {
  id: string
  target: string
  subject: string
  onDone: () => void
}

/** The subject as a field. What is typed stays on this device until it is saved or given up. */
function Editor({ id, target, subject, onDone }: EditorProps) {
  const [typed, setTyped] = useDraft(target, subject)
  const { update, isBusy } = useUpdate(id)
  const t = texts.changeRequest
  const giveUp = () => {
    setTyped(subject)
    onDone()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed === subject) return onDone()
    update({ subject: typed }, giveUp)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The text is there again when the field is opened again.
    if (event.key === 'Escape') onDone()
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
      <button type="button" className="button small" onClick={giveUp}>
        {t.cancel}
      </button>
    </form>
  )
}
