import { Icon } from '../parts/Icon.tsx'
import { Presence } from '../screens/space/Presence.tsx'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import { type ModeName, modes } from './modes.ts'
import { SaveStatus } from './SaveStatus.tsx'
import type { SaveState } from './saves/saver.ts'

interface ToolbarProps {
  state: SaveState
  place: { pageId: string; changeRequestId: string | undefined }
  mode: ModeName
  onMode: (mode: ModeName) => void
  isPreviewed: boolean
  onPreview: () => void
  onDone: () => void
}

const NAMES: readonly ModeName[] = ['rich', 'markdown']

/** What can be done while a page is edited. */
export function Toolbar({ state, place, mode, onMode, isPreviewed, onPreview, onDone }: ToolbarProps) {
  const t = texts.editor
  const shown = NAMES.filter((name) => modes[name])
  return (
    <>
      <SaveStatus state={state} />
      <Presence {...(place.changeRequestId === undefined ? { pageId: place.pageId } : place)} />
      {shown.length > 1 && (
        <fieldset className={styles.modes} aria-label={t.mode}>
          {shown.map((name) => (
            <button key={name} type="button" aria-pressed={name === mode} onClick={() => onMode(name)}>
              {t.modes[name]}
            </button>
          ))}
        </fieldset>
      )}
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
