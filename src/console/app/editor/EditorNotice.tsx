import { useState } from 'react'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import type { Session, SessionView } from './session.ts'

interface EditorNoticeProps {
  view: SessionView
  session: Session
  onCompare: () => void
}

/** What the person has to know about the text that they are writing. It moves nothing. */
export function EditorNotice({ view, session, onCompare }: EditorNoticeProps) {
  const [isDismissed, setDismissed] = useState(false)
  const t = texts.editor
  const copy = {
    label: t.copyText,
    run: () =>
      void navigator.clipboard.writeText(session.text).then(
        () => toast(texts.page.copied),
        () => toast(texts.page.notCopied),
      ),
  }
  const dismiss = { label: t.understood, run: () => setDismissed(true) }
  const { save } = view
  const shown = view.isElsewhere
    ? { text: t.elsewhere, action: { label: t.editHere, run: () => location.reload() } }
    : view.isGone
      ? { text: t.gone, action: copy }
      : save.kind === 'conflict'
        ? { text: t.conflictHint, action: { label: t.compare, run: onCompare } }
        : save.kind === 'refused'
          ? { text: t.refusedHint(save.message), action: copy }
          : view.hasTakenOver && !isDismissed
            ? { text: t.tookOver, action: dismiss }
            : null
  if (!shown) return null
  return (
    <div className={styles.notice} role="status">
      <span dir="auto">{shown.text}</span>
      <button type="button" className="button small" onClick={shown.action.run}>
        {shown.action.label}
      </button>
    </div>
  )
}
