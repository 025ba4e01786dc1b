import { type ReactNode, useState } from 'react'
import styles from '../forms/Settings.module.css'

/** A part that is rendered, and read, once somebody opens it. */
export function Opened({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
