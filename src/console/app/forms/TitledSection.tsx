import { type ReactNode, useId } from 'react'
import styles from './Settings.module.css'

interface TitledSectionProps {
  title: string
  /** What it is about, or its state. */
  hint?: ReactNode
  children: ReactNode
}

/** A part of a screen: its title and a hint at the left, and what it is about beside them. */
export function TitledSection({ title, hint, children }: TitledSectionProps) {
  const heading = useId()
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {typeof hint === 'string' ? <p className="muted">{hint}</p> : hint}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
