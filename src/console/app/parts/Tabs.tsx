import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

/** Links to the views of a screen. The link to the one that is shown has `aria-current`. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
