import { graphql, useFragment } from 'react-relay/hooks'
import type { LinkRows_link$key } from '#console/LinkRows_link.graphql.ts'
import { AppLink } from '../../parts/AppLink.tsx'
import { PageMark } from '../../parts/PageMark.tsx'
import { texts } from '../../texts/index.ts'
import styles from './LinkTable.module.css'

interface LinkRowsProps {
  links: readonly LinkRows_link$key[]
  /** The address of a page that has a link. */
  addressOf: (path: string) => string
}

/** A table of links with the pages that they are on. */
export function LinkRows({ links, addressOf }: LinkRowsProps) {
  const t = texts.links
  return (
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
            <Row key={at} link={link} addressOf={addressOf} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ link, addressOf }: { link: LinkRows_link$key; addressOf: LinkRowsProps['addressOf'] }) {
  const {
    href,
    status,
    target,
    location: place,
  } = useFragment(
    graphql`
      fragment LinkRows_link on Link {
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
    `,
    link,
  )
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
          <AppLink href={`${addressOf(page.path ?? '')}${anchor}`} className={styles.page}>
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
