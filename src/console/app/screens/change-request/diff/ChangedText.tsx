import { later } from '../../../frame/later.tsx'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { texts } from '../../../texts/index.ts'
import type { ListedThread } from '../../../threads/use-threads.ts'
import { type Pending, usePending } from '../review/pending-comments.ts'
import styles from './ChangedItem.module.css'
import type { Hunk } from './diff-rows.ts'
import { SourceDiff } from './SourceDiff.tsx'
import { ThreadsAt } from './ThreadsAt.tsx'
import { useChangeThreads } from './ThreadsContext.tsx'
import { useDiffView } from './use-diff-view.ts'

/** The page that a text belongs to. Reusable contents have none, and cannot be commented. */
export interface TextPage {
  id: string
  title: string
}

/** What is said about a page. */
export interface Said {
  threads: readonly ListedThread[]
  pending: readonly Pending[]
}

interface ChangedTextProps {
  page: TextPage | undefined
  /** The pages in the revisions before and after, as the API names them. */
  ids: { before: string | undefined; after: string | undefined }
  hunks: readonly Hunk[]
  isWritingOnPage: boolean
  onPageDone: () => void
}

const RenderedDiff = later(() => import('./RenderedDiff.tsx'), <Skeleton />)

const NONE: readonly never[] = []

/** The changed text of a page or a reusable content, as source or rendered, with what is said about it. */
export function ChangedText({ page, ids, hunks, isWritingOnPage, onPageDone }: ChangedTextProps) {
  const view = useDiffView()
  const { changeRequestId, threads } = useChangeThreads()
  const ownPending = usePending(changeRequestId)
  const said: Said = page
    ? {
        threads: threads.get(page.id) ?? NONE,
        pending: ownPending.filter(({ pageId }) => pageId === page.id),
      }
    : { threads: NONE, pending: NONE }
  const isRendered = view === 'rendered' && (ids.before !== undefined || ids.after !== undefined)
  return (
    <>
      {page && (
        <ThreadsAt
          page={page}
          // What is on a block that no longer exists is shown with the page.
          threads={said.threads.filter(({ target }) => !target.node?.current)}
          pending={said.pending.filter(({ node }) => node === undefined)}
          isWriting={isWritingOnPage}
          onDone={onPageDone}
        />
      )}
      {hunks.length === 0 && <p className={styles.note}>{texts.changeRequest.diff.noText}</p>}
      {hunks.length > 0 &&
        (isRendered ? (
          <RenderedDiff page={page} ids={ids} said={said} />
        ) : (
          <SourceDiff page={page} afterId={ids.after} hunks={hunks} said={said} />
        ))}
    </>
  )
}
