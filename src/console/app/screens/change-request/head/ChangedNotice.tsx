import { texts } from '../../../texts/index.ts'
import { rereadChanges } from '../diff/use-changes.ts'
import type { ChangePlace } from '../place.ts'
import { useChangeEvents } from '../use-change-events.ts'
import styles from './Head.module.css'

interface ChangedNoticeProps {
  changeRequestId: string
  place: ChangePlace
  /** Reads again what the head shows. */
  rereadHead: () => void
}

/** Says that somebody changed what is shown. It changes when the person asks for it, so that nothing jumps. */
export function ChangedNotice({ changeRequestId, place, rereadHead }: ChangedNoticeProps) {
  const { changed, forget } = useChangeEvents(changeRequestId, { place, rereadHead })
  const t = texts.changeRequest.live
  return (
    <div role="status">
      {changed && (
        <p className={styles.notice}>
          <span dir="auto">{t.changed(changed.names.join(', ') || t.somebody, changed.pages)}</span>
          <button
            type="button"
            className="button small"
            onClick={() => {
              forget()
              rereadChanges(place)
            }}
          >
            {t.show}
          </button>
        </p>
      )}
    </div>
  )
}
