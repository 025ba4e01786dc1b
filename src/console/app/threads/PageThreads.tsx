import { useMemo, useState } from 'react'
import { Boundary } from '../frame/Boundary.tsx'
import { later } from '../frame/later.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { texts } from '../texts/index.ts'
import { Composer } from './Composer.tsx'
import { deliverComment, targetOf } from './deliver.ts'
import { readDraft } from './drafts.ts'
import styles from './Thread.module.css'
import { useThreads } from './use-threads.ts'

/** Most pages have none. */
const Threads = later(() => import('./Threads.tsx'), <Skeleton lines={4} />)

interface PageThreadsProps {
  spaceId: string
  pageId: string
  changeRequestId?: string | undefined
  /** The block that a new comment is on, where one is chosen. */
  node?: string | undefined
  /** Called when the comment on the block was sent or given up. */
  onDone?: (() => void) | undefined
}

/** The open threads of a page, and a field for a new one. */
export function PageThreads(props: PageThreadsProps) {
  return (
    <Boundary fallback={<Skeleton lines={4} />}>
      <List {...props} />
    </Boundary>
  )
}

function List({ spaceId, pageId, changeRequestId, node, onDone }: PageThreadsProps) {
  const found = useThreads({ spaceId, pageId, changeRequestId, isOpenOnly: true })
  const { threads, connectionId, mayComment, showMore } = found
  const place = useMemo(
    () => ({ spaceId, changeRequestId, page: pageId, node }),
    [spaceId, changeRequestId, pageId, node],
  )
  const target = targetOf(place)
  const deliver = useMemo(() => deliverComment(place, connectionId), [place, connectionId])
  const [isOpen, setOpen] = useState(() => readDraft(target) !== '')
  const close = () => {
    setOpen(false)
    onDone?.()
  }
  const t = texts.threads
  return (
    <div className={styles.threads}>
      {threads.length > 0 && <Threads threads={threads} spaceId={spaceId} hidesPage />}
      {showMore && (
        <button type="button" className="button small" onClick={showMore}>
          {t.showMore}
        </button>
      )}
      {threads.length === 0 && !mayComment && <p className="muted">{t.none}</p>}
      {mayComment && (
        <Composer
          key={target}
          target={target}
          spaceId={spaceId}
          changeRequestId={changeRequestId}
          label={t.commentLabel}
          sendLabel={t.comment}
          deliver={deliver}
          isOpen={isOpen || node !== undefined}
          onOpen={() => setOpen(true)}
          onSent={close}
          onCancel={close}
        />
      )}
    </div>
  )
}
