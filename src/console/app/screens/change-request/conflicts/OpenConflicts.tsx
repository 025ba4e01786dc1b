import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { OpenConflicts_changeRequest$key } from '#console/OpenConflicts_changeRequest.graphql.ts'
import type { OpenConflictsQuery } from '#console/OpenConflictsQuery.graphql.ts'
import { ShowMore } from '../../../parts/ShowMore.tsx'
import { ConflictCard, type ConflictCards } from './ConflictCard.tsx'

interface OpenConflictsProps extends ConflictCards {
  changeRequest: OpenConflicts_changeRequest$key
}

/** The conflicts that are still to be decided, in parts. */
export function OpenConflicts({ changeRequest, ...cards }: OpenConflictsProps) {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    OpenConflictsQuery,
    OpenConflicts_changeRequest$key
  >(
    graphql`
      fragment OpenConflicts_changeRequest on ChangeRequest
      @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
      @refetchable(queryName: "OpenConflictsQuery") {
        openParts: conflicts(first: $first, after: $after, resolved: false)
          @connection(key: "OpenConflicts_openParts") {
          totalCount
          edges {
            node {
              id
              ...ConflictCard_conflict
            }
          }
        }
      }
    `,
    changeRequest,
  )
  const { edges, totalCount } = data.openParts
  return (
    <>
      {edges.map(({ node }) => (
        <ConflictCard key={node.id} conflict={node} {...cards} />
      ))}
      <ShowMore
        shown={edges.length}
        total={totalCount}
        hasNext={hasNext}
        isLoadingNext={isLoadingNext}
        loadNext={loadNext}
      />
    </>
  )
}
