import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmButtonProps {
  /** The text of the button, and of the one in the dialog that does it. */
  action: string
  /** The name of the button, where its text alone does not say what it is about. */
  label?: string
  title: string
  /** Has to be typed first. */
  typed: string
  /** Does it. The dialog stays open where it fails, and says why. */
  run: () => Promise<unknown>
  onDone: () => void
  /** What will happen. */
  children: ReactNode
}

/** A small button for what cannot be undone: it opens a dialog in which a name has to be typed. */
export function ConfirmButton({ action, label, run, onDone, ...dialog }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <button
        type="button"
        className="button small danger"
        aria-label={label}
        onClick={() => setAsking(true)}
      >
        {action}
      </button>
      {isAsking && (
        <ConfirmDialog
          {...dialog}
          action={action}
          run={run}
          onDone={() => {
            close()
            onDone()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
