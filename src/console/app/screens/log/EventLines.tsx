import type { EventLine_event$key } from '#console/EventLine_event.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { texts } from '../../texts/index.ts'
import { EventLine } from './EventLine.tsx'

interface EventLinesProps {
  /** The newest first. */
  events: readonly (EventLine_event$key & { readonly id: string })[]
  isFiltered: boolean
  hasNext: boolean
  isLoadingNext: boolean
  loadNext: (count: number) => unknown
}

/** Events, the newest first, and the way to older ones. */
export function EventLines({ events, isFiltered, ...more }: EventLinesProps) {
  const t = texts.log
  if (events.length === 0) return <Empty>{isFiltered ? t.noneFound : t.none}</Empty>
  return (
    <>
      <ul className={styles.rows} aria-label={t.title}>
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  )
}
