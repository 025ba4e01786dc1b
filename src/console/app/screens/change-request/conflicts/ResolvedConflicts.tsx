import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { ResolvedConflicts_changeRequest$key } from '#console/ResolvedConflicts_changeRequest.graphql.ts'
import type { ResolvedConflictsQuery } from '#console/ResolvedConflictsQuery.graphql.ts'
import { ShowMore } from '../../../parts/ShowMore.tsx'
import { ConflictCard, type ConflictCards } from './ConflictCard.tsx'

interface ResolvedConflictsProps extends ConflictCards {
  changeRequest: ResolvedConflicts_changeRequest$key
}

/** The conflicts that somebody has decided, in parts. */
export function ResolvedConflicts({ changeRequest, ...cards }: ResolvedConflictsProps) {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    ResolvedConflictsQuery,
    ResolvedConflicts_changeRequest$key
  >(
    graphql`
      fragment ResolvedConflicts_changeRequest on ChangeRequest
      @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
      @refetchable(queryName: "ResolvedConflictsQuery") {
        resolvedParts: conflicts(first: $first, after: $after, resolved: true)
          @connection(key: "ResolvedConflicts_resolvedParts") {
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
  const { edges, totalCount } = data.resolvedParts
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
