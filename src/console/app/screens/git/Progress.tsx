import type { GitOperationStage } from '#console/Operations_space.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'

interface ProgressProps {
  operation: {
    readonly stage: GitOperationStage
    readonly done: number
    readonly total: number | null | undefined
  }
}

/** How far an operation is. It goes on when the page is closed. */
export function Progress({ operation: { stage, done, total } }: ProgressProps) {
  const t = texts.git
  return (
    <div className={styles.more} role="status">
      <progress
        className={styles.progress}
        aria-label={t.stages[stage]}
        {...(total ? { max: total, value: done } : {})}
      />
      <span className="muted">
        {t.stages[stage]} {total ? texts.lists.shown(done, total) : ''}
      </span>
    </div>
  )
}
