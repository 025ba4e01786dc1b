import type { ChangeStatusName } from '../../parts/ChangeStatus.tsx'
import { texts } from '../../texts/index.ts'
import styles from './ChangesTable.module.css'
import type { MergeStateName } from './use-merge-states.ts'

interface MergeMarkProps {
  state: MergeStateName | undefined
  isOutdated: boolean
  status: ChangeStatusName
}

/** Whether a change request can be merged. Until that is known: whether main content has changed since. */
export function MergeMark({ state, isOutdated, status }: MergeMarkProps) {
  if (status === 'MERGED' || status === 'ARCHIVED') return null
  const shown = state ?? (isOutdated ? 'OUTDATED' : undefined)
  if (shown === undefined || shown === 'MERGED') return null
  return (
    <span className={styles.mergeState} data-state={shown} title={texts.changes.mergeHints[shown]}>
      {texts.changes.mergeStates[shown]}
    </span>
  )
}
