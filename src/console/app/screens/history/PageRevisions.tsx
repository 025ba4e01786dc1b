import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { PageRevisions_page$key } from '#console/PageRevisions_page.graphql.ts'
import type { PageRevisionsQuery } from '#console/PageRevisionsQuery.graphql.ts'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { RevisionList } from './RevisionList.tsx'

/** The revisions that changed a page, newest first. */
export function PageRevisions({ page, path }: { page: PageRevisions_page$key; path: string }) {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    PageRevisionsQuery,
    PageRevisions_page$key
  >(
    graphql`
      fragment PageRevisions_page on DocumentPage
      @argumentDefinitions(first: { type: "Int", defaultValue: 30 }, after: { type: "String" })
      @refetchable(queryName: "PageRevisionsQuery") {
        id
        history(first: $first, after: $after) @connection(key: "PageRevisions_history") {
          edges {
            node {
              id
              ...RevisionList_revision
            }
          }
        }
      }
    `,
    page,
  )
  return (
    <>
      <RevisionList revisions={data.history.edges.map(({ node }) => node)} path={path} />
      <ShowMore hasNext={hasNext} isLoadingNext={isLoadingNext} loadNext={loadNext} />
    </>
  )
}
