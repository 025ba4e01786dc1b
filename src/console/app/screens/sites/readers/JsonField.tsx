import { useId } from 'react'
import styles from '../Site.module.css'

interface JsonFieldProps {
  label: string
  hint: string
  value: string
  problem?: string | undefined
  isReadOnly?: boolean
  onChange: (value: string) => void
}

/** The object that a text is as JSON. Undefined for anything else. */
export function parsedJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A text of JSON. */
export function JsonField({ label, hint, value, problem, isReadOnly = false, onChange }: JsonFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.source}
        rows={Math.min(Math.max(value.split('\n').length, 2), 16)}
        spellCheck={false}
        dir="ltr"
        value={value}
        readOnly={isReadOnly}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-hint`} className={problem === undefined ? 'hint muted' : 'field-error'}>
        {problem ?? hint}
      </p>
    </div>
  )
}
