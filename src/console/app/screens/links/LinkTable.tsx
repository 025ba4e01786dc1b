import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { LinkTable_space$key } from '#console/LinkTable_space.graphql.ts'
import type { LinkTableQuery } from '#console/LinkTableQuery.graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { texts } from '../../texts/index.ts'
import { addressOf } from '../space/addresses.ts'
import { LinkRows } from './LinkRows.tsx'

/** Links of the main content. */
export function LinkTable({ space, isBroken }: { space: LinkTable_space$key; isBroken: boolean }) {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    LinkTableQuery,
    LinkTable_space$key
  >(
    graphql`
      fragment LinkTable_space on Space
      @argumentDefinitions(
        status: { type: "[LinkStatus!]" }
        first: { type: "Int", defaultValue: 50 }
        after: { type: "String" }
      )
      @refetchable(queryName: "LinkTableQuery") {
        id
        links(first: $first, after: $after, status: $status) @connection(key: "LinkTable_links") {
          edges {
            node {
              ...LinkRows_link
            }
          }
        }
      }
    `,
    space,
  )
  const links = data.links.edges.map(({ node }) => node)
  const t = texts.links
  if (links.length === 0) return <Empty>{isBroken ? t.noneBroken : t.none}</Empty>
  return (
    <>
      <LinkRows links={links} addressOf={(path) => addressOf(data.id, path)} />
      <ShowMore hasNext={hasNext} isLoadingNext={isLoadingNext} loadNext={loadNext} />
    </>
  )
}
