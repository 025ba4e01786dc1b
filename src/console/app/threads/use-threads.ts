import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  CommentStatusFilter,
  useThreadsQuery,
  useThreadsQuery$data,
} from '#console/useThreadsQuery.graphql.ts'
import { preload, reread, useScreenQuery } from '../relay/use-screen-query.ts'
import { type SpaceEvent, useSpaceEvents } from '../screens/space/SpaceEvents.tsx'
import { addThread, removeFrom, updateStore } from './threads-store.ts'

const query = graphql`
  query useThreadsQuery(
    $space: ID!
    $changeRequest: ID!
    $isProposed: Boolean!
    $page: ID
    $status: [CommentStatusFilter!]
    $first: Int!
  ) {
    space(id: $space) @skip(if: $isProposed) {
      id
      permissions {
        comment
      }
      comments(first: $first, order: ASC, status: $status, targetPage: $page)
        @connection(key: "useThreads_comments", filters: ["status", "targetPage"]) {
        __id
        edges {
          node {
            ...useThreads_thread @relay(mask: false)
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    changeRequest(id: $changeRequest) @include(if: $isProposed) {
      id
      number
      permissions {
        comment
      }
      comments(first: $first, order: ASC, status: $status, targetPage: $page)
        @connection(key: "useThreads_comments", filters: ["status", "targetPage"]) {
        __id
        edges {
          node {
            ...useThreads_thread @relay(mask: false)
          }
        }
        pageInfo {
          hasNextPage
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

/** As many as a request may ask for. */
const MAX_THREADS = 1_000
const FIRST = 50

function variablesOf({ spaceId, changeRequestId, pageId, isOpenOnly }: ThreadsOf, first: number) {
  const status: CommentStatusFilter[] = [isOpenOnly ? 'OPEN' : 'ALL']
  return {
    space: spaceId,
    changeRequest: changeRequestId ?? '',
    isProposed: changeRequestId !== undefined,
    page: pageId ?? null,
    status,
    first,
  }
}

export const preloadThreads = (of: ThreadsOf): void => preload<useThreadsQuery>(query, variablesOf(of, FIRST))

/** Whether an event is about a comment of this list. */
const concerns = ({ changeRequestId, pageId }: ThreadsOf, event: SpaceEvent): boolean =>
  (event.changeRequestId ?? undefined) === changeRequestId &&
  (pageId === undefined || !event.comment || event.comment.target.page?.pageId === pageId)

/** The threads of a change request, of main content or of a page of either, oldest first, and as others change them. */
export function useThreads(of: ThreadsOf) {
  const [first, setFirst] = useState(FIRST)
  const variables = variablesOf(of, first)
  const { space, changeRequest } = useScreenQuery<useThreadsQuery>(query, variables)
  const owner = changeRequest ?? space
  const comments = owner?.comments
  const connectionId = comments?.__id
  const posted = useRef(new Set<string>())
  const add = (id: string) => {
    if (connectionId !== undefined) updateStore((store) => addThread(store, connectionId, id))
  }
  useSpaceEvents({
    onEvent: (event) => {
      const { commentId, replyId, type } = event
      if (type === 'CHANGE_REQUEST_REVIEWED' && concerns(of, event)) reread<useThreadsQuery>(query, variables)
      if (!commentId || replyId || !concerns(of, event)) return
      if (!event.comment) {
        posted.current.delete(commentId)
        if (connectionId !== undefined) updateStore((store) => removeFrom(store, connectionId, commentId))
      } else if (type === 'COMMENT_POSTED') {
        posted.current.add(commentId)
        add(commentId)
      } else if (!threads.some(({ id }) => id === commentId)) reread<useThreadsQuery>(query, variables)
    },
    onGap: () => reread<useThreadsQuery>(query, variables),
  })
  const threads = comments?.edges.flatMap(({ node }) => (node ? [node] : [])) ?? []
  const hasMore = comments?.pageInfo.hasNextPage === true
  // An answer that was read before a comment was posted can arrive after its event: the comment is added again.
  useEffect(() => {
    if (hasMore) return
    for (const id of posted.current) if (!threads.some((each) => each.id === id)) add(id)
  })
  return {
    threads,
    /** Pass it to `deliverComment`, so that one's own comments are shown at once. */
    connectionId,
    mayComment: owner?.permissions.comment === true,
    changeRequestNumber: changeRequest?.number,
    /** Undefined where all are shown. */
    showMore: hasMore && first < MAX_THREADS ? () => setFirst(Math.min(first * 4, MAX_THREADS)) : undefined,
  }
}
