import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { RecordSourceProxy } from 'relay-runtime'
import type {
  CommentStatusFilter,
  useThreadsQuery,
  useThreadsQuery$data,
} from '#console/useThreadsQuery.graphql.ts'
import { readOnce } from '../live/follow.ts'
import { preload, useScreenQuery } from '../relay/use-screen-query.ts'
import { type SpaceEvent, useSpaceEvents } from '../screens/space/SpaceEvents.tsx'
import { addThread, removeFrom, updateStore } from './threads-store.ts'

const query = graphql`
  query useThreadsQuery(
    $space: ID!
    $changeRequest: ID!
    $isProposed: Boolean!
    $page: ID
    $status: [CommentStatusFilter!]
    $after: String
  ) {
    space(id: $space) @skip(if: $isProposed) {
      id
      permissions {
        comment
      }
      comments(first: 25, after: $after, order: ASC, status: $status, targetPage: $page)
        @connection(key: "useThreads_comments", filters: ["status", "targetPage"]) {
        __id
        edges {
          node {
            ...useThreads_thread @relay(mask: false)
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    changeRequest(id: $changeRequest) @include(if: $isProposed) {
      id
      number
      permissions {
        comment
      }
      comments(first: 25, after: $after, order: ASC, status: $status, targetPage: $page)
        @connection(key: "useThreads_comments", filters: ["status", "targetPage"]) {
        __id
        edges {
          node {
            ...useThreads_thread @relay(mask: false)
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`

export const thread = graphql`
  fragment useThreads_thread on Comment {
    id
    status
    postedAt
    target {
      page {
        pageId
      }
      node {
        nodeId
        outdated
        current {
          key
          lines {
            first
            last
          }
        }
      }
    }
    ...Thread_comment
  }
`

/** Which threads. Without a change request, those on main content. */
export interface ThreadsOf {
  spaceId: string
  changeRequestId?: string | undefined
  /** Only those on this page. */
  pageId?: string | undefined
  /** Only open ones. Those that are resolved while they are shown stay. */
  isOpenOnly?: boolean | undefined
}

/** A thread of a list: what a screen needs to place it, and the key for `Thread`. */
export type ListedThread = NonNullable<
  useThreadsQuery$data['changeRequest']
>['comments']['edges'][number]['node']

function variablesOf({ spaceId, changeRequestId, pageId, isOpenOnly }: ThreadsOf) {
  const status: CommentStatusFilter[] = [isOpenOnly ? 'OPEN' : 'ALL']
  return {
    space: spaceId,
    changeRequest: changeRequestId ?? '',
    isProposed: changeRequestId !== undefined,
    page: pageId ?? null,
    status,
  }
}

export const preloadThreads = (of: ThreadsOf): void => preload<useThreadsQuery>(query, variablesOf(of))

const commentsIn = ({ space, changeRequest }: useThreadsQuery$data) => (changeRequest ?? space)?.comments

/** Reads threads until at least as many are known. Those after a cursor are added to the list, those from the start replace it. */
async function readThreads(of: ThreadsOf, wanted: number, from: string | null): Promise<void> {
  let after = from
  for (let count = 0; ; ) {
    const data = await readOnce<useThreadsQuery>(query, { ...variablesOf(of), after })
    const comments = commentsIn(data)
    count += comments?.edges.length ?? 0
    after = comments?.pageInfo.endCursor ?? null
    if (!comments?.pageInfo.hasNextPage || count >= wanted) return
  }
}

/** Whether an event is about a comment of this list. */
const concerns = ({ changeRequestId, pageId }: ThreadsOf, event: SpaceEvent): boolean =>
  (event.changeRequestId ?? undefined) === changeRequestId &&
  (pageId === undefined || !event.comment || event.comment.target.page?.pageId === pageId)

/** The threads of a change request, of main content or of a page of either, oldest first, and as others change them. */
export function useThreads(of: ThreadsOf) {
  const variables = variablesOf(of)
  const data = useScreenQuery<useThreadsQuery>(query, variables)
  const owner = data.changeRequest ?? data.space
  const comments = commentsIn(data)
  const connectionId = comments?.__id
  const threads = comments?.edges.flatMap(({ node }) => (node ? [node] : [])) ?? []
  const [isReading, setReading] = useState(false)
  const posted = useRef(new Set<string>())
  const read = (wanted: number, from: string | null) => {
    setReading(true)
    // What could not be read stays as it was, with the button to try again.
    void readThreads(of, wanted, from)
      .catch(() => {})
      .then(() => setReading(false))
  }
  const readAgain = () => read(threads.length, null)
  const change = (update: (store: RecordSourceProxy, connection: string) => void) => {
    if (connectionId !== undefined) updateStore((store) => update(store, connectionId))
  }
  useSpaceEvents({
    onEvent: (event) => {
      const { commentId, replyId, type } = event
      if (!commentId || replyId || !concerns(of, event)) return
      if (!event.comment) {
        posted.current.delete(commentId)
        change((store, connection) => removeFrom(store, connection, commentId))
      } else if (type === 'COMMENT_POSTED') {
        posted.current.add(commentId)
        change((store, connection) => addThread(store, connection, commentId))
      } else if (!threads.some(({ id }) => id === commentId)) readAgain()
    },
    onGap: readAgain,
  })
  const hasMore = comments?.pageInfo.hasNextPage === true
  // An answer that was read before a comment was posted can arrive after its event: the comment is added again.
  useEffect(() => {
    const missing = [...posted.current].filter((id) => !threads.some((each) => each.id === id))
    for (const id of missing) change((store, connection) => addThread(store, connection, id))
  })
  return {
    threads,
    /** Pass it to `deliverComment`, so that one's own comments are shown at once. */
    connectionId,
    mayComment: owner?.permissions.comment === true,
    changeRequestNumber: data.changeRequest?.number,
    isReading,
    /** Undefined where all are shown. */
    showMore: hasMore ? () => read(1, comments?.pageInfo.endCursor ?? null) : undefined,
  }
}
