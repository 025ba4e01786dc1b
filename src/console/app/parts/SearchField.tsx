import { useEffect, useRef, useState } from 'react'
import styles from './SearchField.module.css'

/** How long after the last letter the list is searched. */
const REST_MS = 250

interface SearchFieldProps {
  label: string
  /** What the list is searched for now. */
  text: string
  onSearch: (text: string | undefined) => void
}

/** Searches while somebody types, once they pause. */
export function SearchField({ label, text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const latest = useRef(onSearch)
  latest.current = onSearch
  const shown = useRef(text)
  useEffect(() => {
    // The address was changed in another way, such as by going back.
    if (text !== shown.current) setTyped(text)
    shown.current = text
  }, [text])
  useEffect(() => {
    if (typed.trim() === shown.current) return
    const timer = setTimeout(() => {
      shown.current = typed.trim()
      latest.current(typed.trim() || undefined)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search className={styles.search}>
      <input
        type="search"
        value={typed}
        maxLength={200}
        placeholder={label}
        aria-label={label}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
