import { startTransition, useCallback, useEffect } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { useChanges_changeRequest$key } from '#console/useChanges_changeRequest.graphql.ts'
import type { useChangesPaginationQuery } from '#console/useChangesPaginationQuery.graphql.ts'
import type { useChangesQuery } from '#console/useChangesQuery.graphql.ts'
import { preload, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import type { ChangePlace } from '../place.ts'

/** How many changes are read at a time. */
const STEP = 25

// The revision is read as the content: other views read `revision`, and would replace it by one whose changes are not shown.
const query = graphql`
  query useChangesQuery($space: ID!, $number: Int!, $count: Int!) {
    changeRequest(spaceId: $space, number: $number) {
      id
      content(computed: false) {
        id
      }
      viewedProgress {
        pages
        viewed
      }
      ...useChanges_changeRequest @arguments(count: $count)
    }
  }
`

/** A query can have so many points that more would be refused. */
const MAX_REREAD = 200
const variablesOf = ({ space, number }: ChangePlace) => ({ space, number, count: STEP })
let shown = STEP

export const preloadChanges = (place: ChangePlace): void =>
  preload<useChangesQuery>(query, variablesOf(place))

/** Reads as many changes again as are shown. */
export const rereadChanges = (place: ChangePlace): Promise<void> =>
  reread<useChangesQuery>(query, {
    ...variablesOf(place),
    count: Math.min(Math.max(shown, STEP), MAX_REREAD),
  })

/** What the head shows of the changes. They are read on their own, so that nothing else waits for them. */
export function useSeenChanges(place: ChangePlace) {
  const { changeRequest } = useScreenQuery<useChangesQuery>(query, variablesOf(place))
  return {
    /** The revision whose changes are shown: what the person has seen, and merges. */
    revisionId: changeRequest?.content.id,
    progress: changeRequest?.viewedProgress ?? { pages: 0, viewed: 0 },
  }
}

/** The changes of a change request, in parts. */
export function useChanges(place: ChangePlace) {
  const { changeRequest } = useScreenQuery<useChangesQuery>(query, variablesOf(place))
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    useChangesPaginationQuery,
    useChanges_changeRequest$key
  >(
    graphql`
      fragment useChanges_changeRequest on ChangeRequest
      @refetchable(queryName: "useChangesPaginationQuery")
      @argumentDefinitions(count: { type: "Int!" }, after: { type: "String" }) {
        diff(first: $count, after: $after) @connection(key: "useChanges_diff") {
          totalCount
          edges {
            node {
              __id
              type
              subjectId
              ...ChangedItem_difference
            }
          }
        }
      }
    `,
    changeRequest as useChanges_changeRequest$key | null,
  )
  const nodes = data?.diff.edges.flatMap(({ node }) => (node ? [node] : [])) ?? []
  useEffect(() => {
    shown = nodes.length
    return () => {
      shown = STEP
    }
  }, [nodes.length])
  // A page that was moved and edited has two changes, which are shown as one.
  const bySubject = new Map<string, typeof nodes>()
  for (const node of nodes) {
    const key = `${node.type.split('_')[0]} ${node.subjectId}`
    bySubject.set(key, [...(bySubject.get(key) ?? []), node])
  }
  const showMore = useCallback(() => startTransition(() => void loadNext(STEP)), [loadNext])
  return {
    changes: [...bySubject].map(([key, differences]) => ({ key, differences })),
    total: data?.diff.totalCount ?? 0,
    revisionId: changeRequest?.content.id ?? '',
    showMore: hasNext && !isLoadingNext ? showMore : undefined,
    isLoading: isLoadingNext,
  }
}
