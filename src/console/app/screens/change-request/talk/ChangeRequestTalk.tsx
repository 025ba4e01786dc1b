import { useMemo, useRef, useState } from 'react'
import { useKeys } from '../../../frame/keys.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { texts } from '../../../texts/index.ts'
import { Composer } from '../../../threads/Composer.tsx'
import { deliverComment, targetOf } from '../../../threads/deliver.ts'
import { Thread } from '../../../threads/Thread.tsx'
import { preloadThreads, useThreads } from '../../../threads/use-threads.ts'
import { goToThread } from '../go-to-thread.ts'
import styles from './Talk.module.css'
import { TimelineEntry } from './TimelineEntry.tsx'
import { timelineOf } from './timeline.ts'
import { preloadHappenings, useHappenings } from './use-happenings.ts'

interface ChangeRequestTalkProps {
  changeRequestId: string
  spaceId: string
}

export function preload({ changeRequestId, spaceId }: ChangeRequestTalkProps): void {
  preloadThreads({ spaceId, changeRequestId })
  preloadHappenings(changeRequestId)
}

type Filter = 'all' | 'open' | 'resolved'
const FILTERS: readonly Filter[] = ['all', 'open', 'resolved']

/** The conversation of a change request: its threads, and what happened between them. */
export default function ChangeRequestTalk({ changeRequestId, spaceId }: ChangeRequestTalkProps) {
  const { threads, connectionId, mayComment, changeRequestNumber, showMore } = useThreads({
    spaceId,
    changeRequestId,
  })
  const happenings = useHappenings(changeRequestId)
  const [filter, setFilter] = useState<Filter>('all')
  const entries = useMemo(
    () =>
      filter === 'all'
        ? timelineOf(threads, happenings)
        : timelineOf(
            threads.filter(({ status }) => status === (filter === 'open' ? 'OPEN' : 'RESOLVED')),
            [],
          ),
    [threads, happenings, filter],
  )
  const place = useMemo(() => ({ spaceId, changeRequestId }), [spaceId, changeRequestId])
  const deliver = useMemo(() => deliverComment(place, connectionId), [place, connectionId])
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const goTo = (step: 1 | -1) => goToThread(list.current, step)
  const t = texts.talk
  const { keys } = texts.changeRequest
  const openCount = threads.filter(({ status }) => status === 'OPEN').length
  useKeys({
    n: { label: keys.nextThread, run: () => goTo(1) },
    p: { label: keys.previousThread, run: () => goTo(-1) },
    c: mayComment ? { label: t.comment, run: () => field.current?.focus() } : undefined,
  })
  const counts = { all: threads.length, open: openCount, resolved: threads.length - openCount }
  return (
    <div className={styles.talk}>
      <div className={styles.filters}>
        <fieldset className={styles.choice}>
          <legend className="visually-hidden">{t.filter}</legend>
          {FILTERS.map((each) => (
            <button key={each} type="button" aria-pressed={filter === each} onClick={() => setFilter(each)}>
              {t.filters[each](counts[each])}
            </button>
          ))}
        </fieldset>
        {openCount > 0 && (
          <button type="button" className="button small" onClick={() => goTo(1)}>
            {keys.nextThread}
          </button>
        )}
      </div>
      {entries.length === 0 && <Empty>{filter === 'all' ? t.empty : t.noneOf}</Empty>}
      <ol className={styles.timeline} ref={list}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {entry.kind === 'thread' ? (
              <Thread comment={entry.thread} spaceId={spaceId} changeRequestNumber={changeRequestNumber} />
            ) : (
              <TimelineEntry happening={entry.happening} />
            )}
          </li>
        ))}
      </ol>
      {showMore && (
        <button type="button" className="button small" onClick={showMore}>
          {texts.threads.showMore}
        </button>
      )}
      {mayComment && (
        <div className={styles.new}>
          <Composer
            target={targetOf(place)}
            spaceId={spaceId}
            changeRequestId={changeRequestId}
            label={texts.threads.commentLabel}
            sendLabel={texts.threads.comment}
            deliver={deliver}
            fieldRef={field}
          />
        </div>
      )}
    </div>
  )
}
