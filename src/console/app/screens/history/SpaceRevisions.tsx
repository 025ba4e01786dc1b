import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { SpaceRevisions_space$key } from '#console/SpaceRevisions_space.graphql.ts'
import type { SpaceRevisionsQuery } from '#console/SpaceRevisionsQuery.graphql.ts'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { RevisionList } from './RevisionList.tsx'

/** The revisions of the main content of a space, newest first. */
export function SpaceRevisions({ space }: { space: SpaceRevisions_space$key }) {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    SpaceRevisionsQuery,
    SpaceRevisions_space$key
  >(
    graphql`
      fragment SpaceRevisions_space on Space
      @argumentDefinitions(first: { type: "Int", defaultValue: 30 }, after: { type: "String" })
      @refetchable(queryName: "SpaceRevisionsQuery") {
        id
        revisions(first: $first, after: $after) @connection(key: "SpaceRevisions_revisions") {
          edges {
            node {
              id
              ...RevisionList_revision
            }
          }
        }
      }
    `,
    space,
  )
  return (
    <>
      <RevisionList revisions={data.revisions.edges.map(({ node }) => node)} />
      <ShowMore hasNext={hasNext} isLoadingNext={isLoadingNext} loadNext={loadNext} />
    </>
  )
}
