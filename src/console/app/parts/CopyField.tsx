import { useRef, useState } from 'react'
import { texts } from '../texts/index.ts'
import styles from './CopyField.module.css'

/** A text to copy, such as a link or a secret. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const t = texts.forms
  const copy = async () => {
    field.current?.select()
    // Browsers refuse it where the page has no TLS. The text is selected then.
    const isCopied = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(value))
      .then(
        () => true,
        () => false,
      )
    setSaid(isCopied ? t.copied : t.copySelected)
  }
  return (
    <div className={styles.copy}>
      <input ref={field} readOnly value={value} aria-label={label} dir="ltr" />
      <button type="button" className="button" onClick={() => void copy()}>
        {t.copy}
      </button>
      <span role="status" className="muted">
        {said}
      </span>
    </div>
  )
}
