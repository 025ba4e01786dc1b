import { Icon } from '../parts/Icon.tsx'
import { Presence } from '../screens/space/Presence.tsx'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import type { ModeName } from './modes.tsx'

interface ToolbarProps {
  place: { pageId: string; changeRequestId: string | undefined }
  mode: ModeName
  onMode: (mode: ModeName) => void
  isPreviewed: boolean
  onPreview: () => void
  onDone: () => void
}

const NAMES: readonly ModeName[] = ['rich', 'markdown']

/** What can be done while a page is edited. */
export function Toolbar({ place, mode, onMode, isPreviewed, onPreview, onDone }: ToolbarProps) {
  const t = texts.editor
  return (
    <>
      <Presence {...(place.changeRequestId === undefined ? { pageId: place.pageId } : place)} />
      <fieldset className={styles.modes} aria-label={t.mode}>
        {NAMES.map((name) => (
          <button key={name} type="button" aria-pressed={name === mode} onClick={() => onMode(name)}>
            {t.modes[name]}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className="icon-button"
        aria-pressed={isPreviewed}
        aria-label={t.preview}
        title={t.preview}
        onClick={onPreview}
      >
        <Icon name="eye" />
      </button>
      <button type="button" className="button primary small" onClick={onDone}>
        {t.done}
      </button>
    </>
  )
}
