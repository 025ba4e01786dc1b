import { useEffect } from 'react'
import { Boundary } from '../../../frame/Boundary.tsx'
import { texts } from '../../../texts/index.ts'
import { rereadChanges, useSeenChanges } from '../diff/use-changes.ts'
import type { ChangePlace } from '../place.ts'
import { type Changed, useChangeEvents } from '../use-change-events.ts'
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
  return (
    <div role="status">
      {changed && (
        <Boundary fallback={null}>
          <Announced changed={changed} place={place} onShown={forget} />
        </Boundary>
      )}
    </div>
  )
}

interface AnnouncedProps {
  changed: Changed
  place: ChangePlace
  /** The changes were read again, here or by the dialog of a merge. */
  onShown: () => void
}

function Announced({ changed, place, onShown }: AnnouncedProps) {
  const isShown = useSeenChanges(place).revisionId === changed.revisionId
  useEffect(() => {
    if (isShown) onShown()
  }, [isShown, onShown])
  if (isShown) return null
  const t = texts.changeRequest.live
  return (
    <p className={styles.notice}>
      <span dir="auto">{t.changed(changed.names.join(', ') || t.somebody, changed.pages)}</span>
      <button type="button" className="button small" onClick={() => void rereadChanges(place)}>
        {t.show}
      </button>
    </p>
  )
}
