import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PublishEffectsQuery } from '#console/PublishEffectsQuery.graphql.ts'
import { texts } from '../../texts/index.ts'
import styles from './Site.module.css'
import { useSite } from './site-context.ts'

const query = graphql`
  query PublishEffectsQuery($site: ID!) {
    site(id: $site) {
      id
      urls {
        published
      }
      siteSpaces(first: 20) {
        totalCount
        nodes {
          id
          title
        }
      }
      shareLinks(first: 100) {
        nodes {
          id
          active
        }
      }
      redirects(first: 1) {
        totalCount
      }
    }
  }
`

/** What changes for readers once a site is published, or no longer is. */
export function PublishEffects() {
  const { id, visibility, isPublished } = useSite()
  const { site } = useLazyLoadQuery<PublishEffectsQuery>(
    query,
    { site: id },
    { fetchPolicy: 'store-and-network' },
  )
  const { totalCount = 0, nodes = [] } = site?.siteSpaces ?? {}
  const links = site?.shareLinks?.nodes.filter(({ active }) => active).length ?? 0
  const redirects = site?.redirects.totalCount ?? 0
  const t = texts.sites
  if (totalCount === 0 && !isPublished) return <p>{t.publishEmpty}</p>
  const address = site?.urls.published
  return (
    <div className={styles.stack}>
      <p>{isPublished ? t.unpublishSpaces(totalCount) : t.publishText(totalCount)}</p>
      <ul className={styles.list}>
        {nodes.map((space) => (
          <li key={space.id} dir="auto">
            {space.title}
          </li>
        ))}
        {totalCount > nodes.length && <li className="muted">{t.andMore(totalCount - nodes.length)}</li>}
      </ul>
      {!isPublished && <p>{t.publishReaders(texts.publish.visibilities[visibility] ?? visibility)}</p>}
      {isPublished && address && <p>{t.unpublishAddress(address)}</p>}
      {links > 0 && visibility === 'SHARE_LINK' && (
        <p>{isPublished ? t.unpublishLinks(links) : t.publishLinks(links)}</p>
      )}
      {redirects > 0 && (
        <p>{isPublished ? t.unpublishRedirects(redirects) : t.publishRedirects(redirects)}</p>
      )}
      {isPublished && <p>{t.unpublishStays}</p>}
    </div>
  )
}
