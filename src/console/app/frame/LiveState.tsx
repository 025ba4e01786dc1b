import { useConnectionState } from '../live/connection.ts'
import { texts } from '../texts/index.ts'
import styles from './LiveState.module.css'

/** Whether changes of others arrive: always visible, and announced when it changes. */
export function LiveState() {
  const state = useConnectionState()
  return (
    <span className={styles.state} data-state={state} title={texts.frame[`${state}Hint`]} role="status">
      {texts.frame[state]}
    </span>
  )
}
