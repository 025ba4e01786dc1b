import { language, texts } from '../texts/index.ts'
import type { Draft } from './drafts/draft.ts'
import styles from './Editor.module.css'

interface DraftChoiceProps {
  draft: Draft
  onKeep: () => void
  onDiscard: () => void
}

/** A text that was not saved, on a page that others have changed since: the person decides. */
export function DraftChoice({ draft, onKeep, onDiscard }: DraftChoiceProps) {
  const t = texts.editor
  const at = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(draft.at),
  )
  return (
    <section className={styles.draft} aria-label={t.draft(at)}>
      <h2>{t.draft(at)}</h2>
      <p className="muted">{t.draftHint}</p>
      <pre dir="auto">{draft.text}</pre>
      <div className={styles.choices}>
        <button type="button" className="button primary" onClick={onKeep}>
          {t.keepDraft}
        </button>
        <button type="button" className="button" onClick={onDiscard}>
          {t.discardDraft}
        </button>
      </div>
    </section>
  )
}
