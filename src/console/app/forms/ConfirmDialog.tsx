import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { texts } from '../texts/index.ts'
import { FormActions } from './FormActions.tsx'
import { messageOf } from './message-of.ts'
import styles from './Settings.module.css'

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The text of the button that does it. */
  action: string
  /** For what cannot be undone: has to be typed first, such as the name of what is deleted. */
  typed?: string | undefined
  /** Does it. The dialog stays open where it fails, and says why. */
  run: () => Promise<unknown>
  /** Called once it is done; `onClose` if omitted. */
  onDone?: () => void
  onClose: () => void
}

/** The same text for a person: an accent or a space can be typed in several ways. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLocaleLowerCase()

/** Asks before something is done that others notice or that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, typed, run, onClose, onDone = onClose } = props
  const form = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isReady = (typed === undefined || plain(text) === plain(typed)) && !isBusy
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    setBusy(true)
    run().then(onDone, (error: unknown) => {
      setProblem(messageOf(error))
      setBusy(false)
    })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={<FormActions form={form} submit={action} isDisabled={!isReady} isDanger onClose={onClose} />}
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <div role="status">{problem !== undefined && <p className="message error">{problem}</p>}</div>
        {children}
        {typed !== undefined && (
          <div className="field">
            <label htmlFor={`${form}-typed`}>{texts.forms.typeToConfirm(typed)}</label>
            <input
              id={`${form}-typed`}
              value={text}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}
