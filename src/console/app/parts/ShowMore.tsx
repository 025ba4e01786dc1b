import { texts } from '../texts/index.ts'
import styles from './ShowMore.module.css'

/** How many items a click adds to a list. */
export const PAGE = 50

interface ShowMoreProps {
  /** How much of how much is shown, where the whole is known. */
  shown?: number
  total?: number
  hasNext: boolean
  isLoadingNext: boolean
  loadNext: (count: number) => unknown
}

/** Below a list of which a part is shown: how much of it, and the next part. */
export function ShowMore({ shown, total, hasNext, isLoadingNext, loadNext }: ShowMoreProps) {
  if (!hasNext) return null
  return (
    <p className={styles.more}>
      <button
        type="button"
        className="button small"
        aria-disabled={isLoadingNext}
        onClick={() => {
          if (!isLoadingNext) loadNext(PAGE)
        }}
      >
        {texts.lists.showMore}
      </button>
      {shown !== undefined && total !== undefined && (
        <span className="muted">{texts.lists.shown(shown, total)}</span>
      )}
    </p>
  )
}
