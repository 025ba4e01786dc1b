import type { FormEvent, KeyboardEvent } from 'react'
import { texts } from '../../../texts/index.ts'
import { useDraft } from '../../../threads/use-draft.ts'
import styles from './Head.module.css'
import { useUpdate } from './use-update.ts'

interface SubjectEditorProps {
  id: string
  target: string
  subject: string
  onDone: () => void
}

/** The subject as a field. What is typed stays on this device until it is saved or given up. */
export default function SubjectEditor({ id, target, subject, onDone }: SubjectEditorProps) {
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
