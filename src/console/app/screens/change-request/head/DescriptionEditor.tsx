import type { FormEvent } from 'react'
import { texts } from '../../../texts/index.ts'
import { useDraft } from '../../../threads/use-draft.ts'
import styles from './Head.module.css'
import { useUpdate } from './use-update.ts'

interface DescriptionEditorProps {
  id: string
  target: string
  description: string
  onDone: () => void
}

/** The description as a field. What is typed stays on this device until it is saved or given up. */
export default function DescriptionEditor({ id, target, description, onDone }: DescriptionEditorProps) {
  const [text, setText] = useDraft(target, description)
  const { update, isBusy } = useUpdate(id)
  const t = texts.changeRequest
  const close = () => {
    setText(description)
    onDone()
  }
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (text === description) return onDone()
    update({ description: text }, close)
  }
  return (
    <form className={styles.editor} onSubmit={save}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: a person who presses Edit wants to type.
        autoFocus
        dir="auto"
        rows={6}
        maxLength={20_000}
        aria-label={t.description}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // The text is there again when the field is opened again.
          if (event.key === 'Escape') onDone()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <div className={styles.buttons}>
        <button type="submit" className="button small primary" aria-disabled={isBusy}>
          {t.save}
        </button>
        <button type="button" className="button small" onClick={close}>
          {t.cancel}
        </button>
      </div>
    </form>
  )
}
