import { useConnectionState } from '../live/connection.ts'
import { language, texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import type { SaveState } from './saves/saver.ts'

const timeOf = (at: string): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

function wordsFor(state: SaveState, isOffline: boolean): string {
  const t = texts.editor
  switch (state.kind) {
    case 'clean':
      return ''
    case 'edited':
      return t.edited
    case 'saving':
      return t.saving
    case 'saved':
      return t.saved(timeOf(state.at))
    case 'retrying':
      return isOffline ? t.offline : t.retrying
    case 'conflict':
      return t.conflict
    case 'refused':
      return t.refused
  }
}

/** Whether the text is on the server: edited, saving, saved, or not. */
export function SaveStatus({ state }: { state: SaveState }) {
  const isOffline = useConnectionState() === 'offline'
  return (
    <span role="status" className={styles.status} data-state={state.kind}>
      {wordsFor(state, isOffline)}
    </span>
  )
}
