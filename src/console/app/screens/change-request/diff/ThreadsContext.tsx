import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Boundary } from '../../../frame/Boundary.tsx'
import { type ListedThread, useThreads } from '../../../threads/use-threads.ts'

/** Where the changes are commented. */
export interface ThreadsPlace {
  spaceId: string
  changeRequestId: string
  /** Whether the person can review, and so collect comments for a review. */
  mayReview: boolean
}

interface Known extends ThreadsPlace {
  /** The threads of each page, once they are read. */
  threads: ReadonlyMap<string, readonly ListedThread[]>
  connectionId: string | undefined
  /** Whether there are more than those. */
  hasMore: boolean
  mayComment: boolean
}

type Found = Pick<Known, 'threads' | 'connectionId' | 'hasMore'>

const Context = createContext<Known | null>(null)
/** Threads that are placed beside the changes. The conversation has all of them. */
export const MAX_THREADS = 500
const NONE: ReadonlyMap<string, readonly ListedThread[]> = new Map()

interface ThreadsProviderProps {
  place: ThreadsPlace
  mayComment: boolean
  children: ReactNode
}

/** The threads of a change request, for the changes that they are on. The changes do not wait for them. */
export function ThreadsProvider({ place, mayComment, children }: ThreadsProviderProps) {
  const [found, setFound] = useState<Found>({
    threads: NONE,
    connectionId: undefined,
    hasMore: false,
  })
  return (
    <Context value={{ ...place, ...found, mayComment }}>
      {children}
      <Boundary fallback={null}>
        <Reader place={place} onRead={setFound} />
      </Boundary>
    </Context>
  )
}

interface ReaderProps {
  place: ThreadsPlace
  onRead: (found: Found) => void
}

function Reader({ place: { spaceId, changeRequestId }, onRead }: ReaderProps) {
  const { threads, connectionId, showMore } = useThreads({ spaceId, changeRequestId })
  // Beside the changes all threads are shown; of very many, the first ones.
  const isWanted = showMore !== undefined && threads.length < MAX_THREADS
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one with every render.
  useEffect(() => {
    if (isWanted) showMore?.()
  }, [isWanted, threads.length])
  const hasMore = showMore !== undefined && !isWanted
  const signature = threads
    .map(({ id, status, target }) => `${id} ${status} ${target.node?.current?.key}`)
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are new objects with every render.
  useEffect(() => {
    const byPage = new Map<string, ListedThread[]>()
    for (const thread of threads) {
      const page = thread.target.page?.pageId
      if (page === undefined) continue
      const others = byPage.get(page)
      if (others) others.push(thread)
      else byPage.set(page, [thread])
    }
    onRead({ threads: byPage, connectionId, hasMore })
  }, [signature, connectionId, hasMore, onRead])
  return null
}

/** What is said about the changes, and how to say more. */
export function useChangeThreads(): Known {
  const known = useContext(Context)
  if (!known) throw new Error('There are no threads outside of a change request.')
  return known
}
