import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SpaceEventsSubscription$data } from '#console/SpaceEventsSubscription.graphql.ts'
import { follow } from '../../live/follow.ts'
import { endSpace, startOfSpace } from '../../live/space-cursor.ts'
import { rereadOlder, rereadShown } from '../../relay/use-screen-query.ts'

export type SpaceEvent = SpaceEventsSubscription$data['spaceActivity']

interface Listener {
  onEvent: (event: SpaceEvent) => void
  /** Events were missed: everything shown has to be read again. */
  onGap: () => void
}

const Listeners = createContext<Set<Listener> | null>(null)

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
  useEffect(() => {
    let start = 0
    const end = follow<SpaceEvent>({
      subscription,
      variables: { space: spaceId },
      readCursor: async () => {
        const { cursor, knownAt } = await startOfSpace(spaceId)
        start = knownAt
        return cursor
      },
      onStart: () => rereadOlder(start),
      onGap: () => {
        for (const { onGap } of listeners) onGap()
      },
      onEvent: (event) => {
        for (const { onEvent } of listeners) onEvent(event)
        // Its default level or its place can be another, and with it what the person may do.
        if (/^SPACE_(?:UPDATED|MOVED)$/.test(event.type)) rereadShown()
      },
    })
    return () => {
      endSpace(spaceId)
      end()
    }
  }, [spaceId, listeners])
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
