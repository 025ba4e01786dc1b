import { useEffect, useRef } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type {
  useTreePages_revision$data,
  useTreePages_revision$key,
} from '#console/useTreePages_revision.graphql.ts'
import type { useTreePagesQuery } from '#console/useTreePagesQuery.graphql.ts'

export type TreePage = useTreePages_revision$data['allPages']['edges'][number]['node']

const PAGE_SIZE = 1_000

/** The pages of a revision in order: the first 500 with the screen, and the rest soon after. */
export function useTreePages(revision: useTreePages_revision$key): {
  pages: readonly TreePage[]
  isComplete: boolean
} {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    useTreePagesQuery,
    useTreePages_revision$key
  >(
    graphql`
      fragment useTreePages_revision on Revision
      @argumentDefinitions(first: { type: "Int", defaultValue: 500 }, after: { type: "String" })
      @refetchable(queryName: "useTreePagesQuery") {
        id
        allPages(first: $first, after: $after) @connection(key: "useTreePages_allPages") {
          edges {
            node {
              __typename
              id
              pageId
              title
              linkTitle
              emoji
              icon
              path
              depth
              ... on DocumentPage {
                hidden
              }
              ... on GroupPage {
                hidden
              }
              ... on LinkPage {
                hidden
                href
              }
            }
          }
        }
      }
    `,
    revision,
  )
  useEffect(() => {
    if (hasNext && !isLoadingNext) loadNext(PAGE_SIZE)
  }, [hasNext, isLoadingNext, loadNext])
  // After a change, the pages of before stay until all of the new ones are there.
  const last = useRef<readonly TreePage[]>([])
  const pages = data.allPages?.edges?.map(({ node }) => node) ?? []
  if (!hasNext || last.current.length < pages.length) last.current = pages
  return { pages: last.current, isComplete: !hasNext }
}
