import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../../frame/keys.ts'
import { runLater } from '../../../frame/run-later.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { texts } from '../../../texts/index.ts'
import type { ChangePlace } from '../place.ts'
import { ChangedItem } from './ChangedItem.tsx'
import styles from './Changes.module.css'
import { DiffViewChoice } from './DiffViewChoice.tsx'
import { MAX_THREADS, useChangeThreads } from './ThreadsContext.tsx'
import { useChanges, useSeenChanges } from './use-changes.ts'

/** The changed pages one below the other, read in parts while they are scrolled through. */
export function Changes({ place }: { place: ChangePlace }) {
  const { changes, total, revisionId, showMore, isLoading } = useChanges(place)
  const { progress } = useSeenChanges(place)
  const list = useRef<HTMLDivElement>(null)
  const t = texts.changeRequest
  // The code comes with the first use.
  const stepThreads = (by: 1 | -1) =>
    void runLater(
      () => import('../go-to-thread.ts'),
      ({ goToThread }) => goToThread(list.current, by),
    )
  useKeys({
    j: { label: t.keys.next, run: () => step(list.current, 1) },
    k: { label: t.keys.previous, run: () => step(list.current, -1) },
    n: { label: t.keys.nextThread, run: () => stepThreads(1) },
    p: { label: t.keys.previousThread, run: () => stepThreads(-1) },
    v: {
      label: t.keys.viewed,
      run: () => currentItem(list.current)?.querySelector<HTMLElement>('[data-viewed]')?.click(),
    },
    c: {
      label: t.keys.comment,
      run: () => currentItem(list.current)?.querySelector<HTMLElement>('[data-comment-page]')?.click(),
    },
  })
  if (changes.length === 0) return <Empty>{t.diff.empty}</Empty>
  return (
    <div className={styles.changes}>
      <div className={styles.bar}>
        <p className={styles.progress}>
          {progress.pages > 0 && (
            <>
              <progress value={progress.viewed} max={progress.pages} aria-label={t.diff.viewed} />{' '}
              <span role="status">{t.checks.viewed(progress.viewed, progress.pages)}</span>
            </>
          )}
        </p>
        <DiffViewChoice />
      </div>
      <ManyThreads place={place} />
      <div ref={list} className={styles.list}>
        {changes.map(({ key, differences }) => (
          <ChangedItem key={key} differences={differences} place={place} revisionId={revisionId} />
        ))}
      </div>
      {(showMore || isLoading) && (
        <MoreChanges key={changes.length} showMore={showMore} shown={changes.length} total={total} />
      )}
    </div>
  )
}

/** Where not all threads are beside the changes, where the others are. */
function ManyThreads({ place }: { place: ChangePlace }) {
  const { hasMore } = useChangeThreads()
  if (!hasMore) return null
  const t = texts.changeRequest.diff
  return (
    <p className="muted">
      {t.someThreads(MAX_THREADS)}{' '}
      <Link
        to="/s/$space/changes/$number"
        params={{ space: place.space, number: String(place.number) }}
        search={{ view: 'talk' }}
      >
        {t.allThreads}
      </Link>
    </p>
  )
}

interface MoreChangesProps {
  showMore: (() => void) | undefined
  shown: number
  total: number
}

/** Reads the next changes as soon as the end of the list is near. */
function MoreChanges({ showMore, shown, total }: MoreChangesProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = ref.current
    if (!button || !showMore) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        showMore()
      },
      { rootMargin: '800px' },
    )
    observer.observe(button)
    return () => observer.disconnect()
  }, [showMore])
  const t = texts.changeRequest.diff
  return (
    <p className={styles.more}>
      <button ref={ref} type="button" className="button small" aria-disabled={!showMore} onClick={showMore}>
        {showMore ? t.loadMore : t.loading}
      </button>{' '}
      <span className="muted">
        {shown} / {total}
      </span>
    </p>
  )
}

const itemsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-change]') ?? []),
]

/** The change that has the focus, or the first one that is in view. */
function currentItem(list: HTMLElement | null): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-change]')
  if (focused && list?.contains(focused)) return focused
  return itemsOf(list).find((item) => item.getBoundingClientRect().bottom > 160)
}

/** Moves to the next or the previous change. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const items = itemsOf(list)
  const focused = document.activeElement?.closest<HTMLElement>('[data-change]')
  const from = items.indexOf(focused as HTMLElement)
  const at = from < 0 ? (by > 0 ? 0 : items.length - 1) : from + by
  const item = items[Math.min(Math.max(at, 0), items.length - 1)]
  item?.scrollIntoView({ block: 'start' })
  item?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true })
}
