import { useState } from 'react'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'

interface DeleteSectionProps {
  title: string
  hint: string
  /** What happens, in the dialog. */
  text: string
  action: string
  /** Has to be typed first. */
  typed: string
  run: () => Promise<unknown>
}

/** The end of something: a button, and a dialog in which its name has to be typed. */
export function DeleteSection({ title, hint, text, action, typed, run }: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={title} hint={hint}>
      {() => (
        <div className={styles.actions}>
          <button type="button" className="button danger" onClick={() => setAsking(true)}>
            {action}
          </button>
          {isAsking && (
            <ConfirmDialog
              title={title}
              action={action}
              typed={typed}
              run={run}
              onClose={() => setAsking(false)}
            >
              <p>{text}</p>
            </ConfirmDialog>
          )}
        </div>
      )}
    </Section>
  )
}
