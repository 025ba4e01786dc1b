import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { LinkTable_space$data, LinkTable_space$key } from '#console/LinkTable_space.graphql.ts'
import type { LinkTableQuery } from '#console/LinkTableQuery.graphql.ts'
import { AppLink } from '../../parts/AppLink.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { PageMark } from '../../parts/PageMark.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { texts } from '../../texts/index.ts'
import { addressOf } from '../space/addresses.ts'
import { useSpace } from '../space/space-context.ts'
import styles from './LinkTable.module.css'

type FoundLink = LinkTable_space$data['links']['edges'][number]['node']

/** Links with the pages that they are on. */
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
              href
              status
              target {
                kind
              }
              location {
                anchor
                page {
                  id
                  title
                  path
                  emoji
                  icon
                }
              }
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
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.link}</th>
              <th scope="col">{t.page}</th>
              <th scope="col">{t.state}</th>
            </tr>
          </thead>
          <tbody>
            {links.map((link, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page can have the same link twice.
              <Row key={at} link={link} />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore hasNext={hasNext} isLoadingNext={isLoadingNext} loadNext={loadNext} />
    </>
  )
}

function Row({ link: { href, status, target, location: place } }: { link: FoundLink }) {
  const { id } = useSpace()
  const t = texts.links
  const page = place?.page
  const anchor = place?.anchor ? `#${encodeURIComponent(place.anchor)}` : ''
  return (
    <tr>
      <td>
        <code dir="ltr">{href}</code>
      </td>
      <td>
        {page ? (
          <AppLink href={`${addressOf(id, page.path ?? '')}${anchor}`} className={styles.page}>
            <PageMark of={page} /> <span dir="auto">{page.title}</span>
          </AppLink>
        ) : (
          t.noPage
        )}
      </td>
      <td>
        <span className={styles.state} data-status={status}>
          {t.states[status]}
        </span>
        {status === 'BROKEN' && <small className={styles.reason}>{t.reasons[target.kind]}</small>}
      </td>
    </tr>
  )
}
