import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { splitMessage } from '../../pages/split-message.ts'
import { texts } from '../texts/index.ts'
import { messageOf } from './message-of.ts'
import styles from './Settings.module.css'

export interface Field {
  /** The name in the request; messages of the server name it as well. */
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'url'
  autoComplete?: string
  value?: string
  hint?: string
  maxLength?: number
  isOptional?: boolean
}

interface FieldFormProps {
  id?: string
  fields: readonly Field[]
  /** More fields, such as a choice. */
  children?: ReactNode
  /** The text of the button. Without one, the form is sent by a button elsewhere. */
  submit?: string
  run: (values: Record<string, string>) => Promise<unknown>
}

type Problems = Readonly<Record<string, string>>

/** What the browser finds wrong before anything is sent. */
const problemIn = ({ validity, type }: HTMLInputElement): string | undefined => {
  if (validity.valueMissing) return texts.forms.fillIn
  return validity.typeMismatch && type === 'email' ? texts.forms.enterEmail : undefined
}

/** A form with labels and with errors in place. While it is sent, it cannot be sent again. */
export function FieldForm({ id, fields, children, submit, run }: FieldFormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const inputOf = (name: string) => ref.current?.elements.namedItem(name)
  const focus = (name: string) => {
    const input = inputOf(name)
    if (input instanceof HTMLElement) input.focus()
  }
  const check = (): boolean => {
    const found = fields.flatMap(({ name }) => {
      const input = inputOf(name)
      const text = input instanceof HTMLInputElement ? problemIn(input) : undefined
      return text === undefined ? [] : [[name, text] as const]
    })
    setProblems(Object.fromEntries(found))
    const [first] = found
    if (first) focus(first[0])
    return first === undefined
  }
  const complain = (error: unknown) => {
    const message = messageOf(error)
    const { field, text } = splitMessage(message)
    if (field !== undefined && fields.some(({ name }) => name === field)) {
      setProblems({ [field]: text })
      focus(field)
    } else setProblem(message)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setProblem(undefined)
    if (!check()) return
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    setBusy(true)
    run(Object.fromEntries(entries) as Record<string, string>)
      .catch(complain)
      .finally(() => setBusy(false))
  }
  return (
    <form ref={ref} id={id} className={styles.form} noValidate onSubmit={send}>
      <div role="status">{problem !== undefined && <p className="message error">{problem}</p>}</div>
      {fields.map((field) => (
        <FormField key={field.name} field={field} problem={problems[field.name]} />
      ))}
      {children}
      {submit !== undefined && (
        <button type="submit" className="button" aria-disabled={isBusy}>
          {submit}
        </button>
      )}
    </form>
  )
}

function FormField({ field, problem }: { field: Field; problem: string | undefined }) {
  const id = useId()
  const { name, label, type = 'text', autoComplete = 'off', value, hint, maxLength, isOptional } = field
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        defaultValue={value}
        maxLength={maxLength}
        required={!isOptional}
        dir={type === 'text' ? 'auto' : 'ltr'}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      {hint !== undefined && (
        <p className="hint muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="field-error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
