import { memo, useMemo } from 'react'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import { FrontMatterForm } from './FrontMatterForm.tsx'
import type { FrontMatterFields } from './front-matter-fields.ts'
import { outlineOf, wordsIn } from './outline-of.ts'
import { PageSettings } from './PageSettings.tsx'
import type { Editing } from './use-session.ts'

interface EditorAsideProps {
  editing: Editing
  text: string
  /** Goes to a line of the text. */
  onLine: (line: number) => void
  /** Writes other fields of front matter into the text. */
  onFields: (changed: Partial<FrontMatterFields>) => void
}

/** Beside the text: its headings, how long it is, and what else a page has. */
export const EditorAside = memo(function EditorAside({ editing, text, onLine, onFields }: EditorAsideProps) {
  const entries = useMemo(() => outlineOf(text), [text])
  const words = useMemo(() => wordsIn(text), [text])
  const t = texts.editor
  return (
    <>
      <section aria-label={texts.page.outline}>
        <h2 className={styles.title}>{texts.page.outline}</h2>
        <ul className={styles.outline}>
          {entries.map(({ title, level, line }) => (
            <li key={line} data-level={level}>
              <button type="button" onClick={() => onLine(line)}>
                <bdi>{title}</bdi>
              </button>
            </li>
          ))}
        </ul>
        <p className="muted">{t.words(words)}</p>
      </section>
      <PageSettings editing={editing} />
      <FrontMatterForm text={text} onFields={onFields} />
    </>
  )
})
