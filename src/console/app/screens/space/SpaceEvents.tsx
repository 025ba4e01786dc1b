import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SpaceEventsCursorQuery } from '#console/SpaceEventsCursorQuery.graphql.ts'
import type { SpaceEventsSubscription$data } from '#console/SpaceEventsSubscription.graphql.ts'
import { follow, readOnce } from '../../live/follow.ts'

export type SpaceEvent = SpaceEventsSubscription$data['spaceActivity']

interface Listener {
  onEvent: (event: SpaceEvent) => void
  /** Events were missed: everything shown has to be read again. */
  onGap: () => void
}

const Listeners = createContext<Set<Listener> | null>(null)

const cursor = graphql`
  query SpaceEventsCursorQuery($space: ID!) {
    space(id: $space) {
      eventCursor
    }
  }
`

const subscription = graphql`
  subscription SpaceEventsSubscription($space: ID!, $after: String) {
    spaceActivity(spaceId: $space, after: $after) {
      cursor
      type
      occurredAt
      actor {
        id
        displayName
        photoURL
      }
      changeRequestId
      commentId
      replyId
      reviewId
      revisionId
      space {
        id
        version
        title
        changeRequestsOpen
        commentsOpen
      }
      changeRequest {
        id
        version
        status
        outdated
        subject
        commentsOpen
      }
      review {
        id
        status
        outdated
      }
      comment {
        id
        version
        target {
          page {
            pageId
          }
        }
        ...Thread_posted
      }
      reply {
        id
        version
        ...Post_post
      }
    }
  }
`

/** Follows what others do in a space, with one subscription for all that is shown of it. */
export function SpaceEvents({ spaceId, children }: { spaceId: string; children: ReactNode }) {
  const listeners = useMemo(() => new Set<Listener>(), [])
  useEffect(
    () =>
      follow<SpaceEvent>({
        subscription,
        variables: { space: spaceId },
        readCursor: async () => {
          const { space } = await readOnce<SpaceEventsCursorQuery>(cursor, { space: spaceId })
          return space?.eventCursor ?? ''
        },
        onGap: () => {
          for (const { onGap } of listeners) onGap()
        },
        onEvent: (event) => {
          for (const { onEvent } of listeners) onEvent(event)
        },
      }),
    [spaceId, listeners],
  )
  return <Listeners value={listeners}>{children}</Listeners>
}

/** Calls a screen for every event of its space. */
export function useSpaceEvents(listener: Listener): void {
  const listeners = useContext(Listeners)
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    const own: Listener = {
      onEvent: (event) => latest.current.onEvent(event),
      onGap: () => latest.current.onGap(),
    }
    listeners?.add(own)
    return () => void listeners?.delete(own)
  }, [listeners])
}
