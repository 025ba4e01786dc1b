import { useEffect, useState, useSyncExternalStore } from 'react'
import { texts } from '../texts/index.ts'
import { Icon } from './Icon.tsx'
import styles from './Toast.module.css'
import { announcement, dismiss, shownToasts, subscribe, type Toast } from './toasts.ts'

/** Long enough to read it and to reach its action. It stays while the pointer or the focus is on it. */
const SHOWN_MS = 10_000

/** The messages at the edge of the window. The frame renders it once; `toast(…)` of `toasts.ts` adds one. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, shownToasts)
  const announced = useSyncExternalStore(subscribe, announcement)
  return (
    <>
      <div role="status" className="visually-hidden">
        {announced}
      </div>
      <section className={styles.toasts} aria-label={texts.frame.messages}>
        {toasts.map((one) => (
          <ToastCard key={one.id} toast={one} />
        ))}
      </section>
    </>
  )
}

function ToastCard({ toast: { id, text, action } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the message stays while somebody is at it.
    <div
      className={styles.toast}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <p dir="auto">{text}</p>
      {action && (
        <button
          type="button"
          className="button small"
          onClick={() => {
            action.run()
            dismiss(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={texts.frame.dismiss}
        onClick={() => dismiss(id)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
