import { type ReactNode, useEffect, useId, useRef } from 'react'
import { texts } from '../texts/index.ts'
import styles from './Dialog.module.css'
import { Icon } from './Icon.tsx'

interface DialogProps {
  /** The heading, which is also the name of the dialog. */
  title: string
  /** Called for Escape and the button to close. Render the dialog no more then. */
  onClose: () => void
  /** For lists and texts that need more room: up to 800 px instead of 480. */
  isWide?: boolean
  /** At the edge of the window and as high as it, for what is a column in wider windows. */
  isSheet?: boolean
  /** Buttons at the end, the one that does it last. */
  actions?: ReactNode
  children: ReactNode
}

const FIELDS = 'input:checked, input:not([type=radio]), textarea, select'

/** The browser begins at the button that closes it, unless a field is marked. What the dialog is about comes first. */
function beginAt(dialog: HTMLElement, isSheet: boolean): void {
  if (dialog.querySelector('[autofocus]')) return
  const field = isSheet ? null : dialog.querySelector<HTMLElement>(FIELDS)
  const first = field ?? dialog.querySelector<HTMLElement>('h2')
  first?.focus()
}

/** A dialog over the page, open while it is rendered. Focus goes back to where it was. */
export function Dialog({ title, onClose, isWide = false, isSheet = false, actions, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    if (dialog) beginAt(dialog, isSheet)
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isSheet])
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-wide={isWide}
      data-sheet={isSheet}
      aria-labelledby={id}
      onCancel={(event) => {
        // A field or a popover inside may have a cancel event of its own.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label={texts.frame.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  )
}
