import { useMemo } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useHappeningsQuery } from '#console/useHappeningsQuery.graphql.ts'
import { preload, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { useSpaceEvents } from '../../space/SpaceEvents.tsx'
import type { Happening } from './timeline.ts'

const query = graphql`
  query useHappeningsQuery($id: ID!) {
    changeRequest(id: $id) {
      id
      createdAt
      createdBy {
        id
        displayName
        photoURL
      }
      mergedAt
      mergedBy {
        id
        displayName
        photoURL
      }
      reviews(first: 100) {
        nodes {
          id
          status
          outdated
          createdAt
          reviewer {
            id
            displayName
            photoURL
          }
        }
      }
      space {
        id
        events(
          last: 100
          changeRequest: $id
          types: [CHANGE_REQUEST_STATUS_CHANGED, CHANGE_REQUEST_REVIEW_REQUESTED]
        ) {
          nodes {
            id
            type
            occurredAt
            toStatus
            actor {
              user {
                id
                displayName
                photoURL
              }
            }
          }
        }
      }
      revisions(first: 100) {
        nodes {
          id
          type
          createdAt
          createdBy {
            id
            displayName
            photoURL
          }
        }
      }
    }
  }
`

export const preloadHappenings = (id: string): void => preload<useHappeningsQuery>(query, { id })

const CHANGING: ReadonlySet<string> = new Set([
  'CHANGE_REQUEST_REVIEWED',
  'CHANGE_REQUEST_CONTENT_CHANGED',
  'CHANGE_REQUEST_MERGED',
  'CHANGE_REQUEST_UPDATED',
  'CHANGE_REQUEST_STATUS_CHANGED',
  'CHANGE_REQUEST_REVIEW_REQUESTED',
])

/** A merge is said by itself. */
const STATUSES: Readonly<Record<string, Happening['kind']>> = {
  OPEN: 'ready',
  DRAFT: 'drafted',
  ARCHIVED: 'archived',
}

/** What happened to a change request besides its threads: edits, reviews and the merge. */
export function useHappenings(id: string): Happening[] {
  const { changeRequest } = useScreenQuery<useHappeningsQuery>(query, { id })
  const again = () => reread<useHappeningsQuery>(query, { id })
  useSpaceEvents({
    onEvent: ({ type, changeRequestId }) => {
      if (changeRequestId === id && CHANGING.has(type)) again()
    },
    onGap: again,
  })
  return useMemo(() => {
    if (!changeRequest) return []
    const { createdAt, createdBy, mergedAt, mergedBy, reviews, revisions, space } = changeRequest
    return [
      { kind: 'opened' as const, id: `opened:${id}`, at: createdAt, person: createdBy },
      ...revisions.nodes.map((revision) => ({
        kind: revision.type === 'UPDATE' ? ('updated' as const) : ('edited' as const),
        id: revision.id,
        at: revision.createdAt,
        person: revision.createdBy ?? null,
      })),
      ...(space.events?.nodes ?? []).flatMap(({ id, toStatus, occurredAt: at, actor }) => {
        const kind = toStatus ? STATUSES[toStatus] : ('requested' as const)
        return kind === undefined ? [] : [{ kind, id, at, person: actor.user ?? null }]
      }),
      ...reviews.nodes.map((review) => ({
        kind: review.status === 'APPROVED' ? ('approved' as const) : ('rejected' as const),
        id: review.id,
        at: review.createdAt,
        person: review.reviewer,
        isOutdated: review.outdated,
      })),
      ...(mergedAt
        ? [{ kind: 'merged' as const, id: `merged:${id}`, at: mergedAt, person: mergedBy ?? null }]
        : []),
    ]
  }, [changeRequest, id])
}
