import { useEffect, useMemo, useRef } from 'react'
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
  /** The revision that the pages are from. */
  revision: string
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
                computed
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
  const last = useRef<{ revision: string; pages: readonly TreePage[] }>({ revision: data.id, pages: [] })
  const edges = data.allPages?.edges
  const pages = useMemo(() => edges?.map(({ node }) => node) ?? [], [edges])
  if (!hasNext || last.current.pages.length < pages.length) last.current = { revision: data.id, pages }
  return { ...last.current, isComplete: !hasNext }
}
