import { type FormEvent, type ReactNode, type Ref, useId } from 'react'
import { Dialog } from '../../../parts/Dialog.tsx'
import { texts } from '../../../texts/index.ts'
import styles from './PageDialog.module.css'

interface PageDialogProps {
  title: string
  submit: string
  onSubmit: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form about a page. What it asks for is done after it has closed, and can be undone. */
export function PageDialog({ title, submit, onSubmit, onClose, children }: PageDialogProps) {
  const form = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {texts.arranging.cancel}
          </button>
          <button type="submit" form={form} className="button primary">
            {submit}
          </button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={send}>
        {children}
      </form>
    </Dialog>
  )
}

interface TextFieldProps {
  name: string
  label: string
  initial?: string
  hint?: string
  isRequired?: boolean
  type?: 'text' | 'url'
  maxLength?: number
  pattern?: string
  inputRef?: Ref<HTMLInputElement>
  onInput?: (value: string) => void
}

export function TextField({
  name,
  label,
  initial,
  hint,
  isRequired,
  inputRef,
  onInput,
  ...rest
}: TextFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        dir="auto"
        autoComplete="off"
        defaultValue={initial}
        required={isRequired}
        ref={inputRef}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={onInput && (({ currentTarget }) => onInput(currentTarget.value))}
        {...rest}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint muted">
          {hint}
        </p>
      )}
    </div>
  )
}
