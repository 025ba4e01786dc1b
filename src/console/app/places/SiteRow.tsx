import { Link } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SiteRow_site$key } from '#console/SiteRow_site.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import rows from '../parts/Rows.module.css'
import { texts } from '../texts/index.ts'
import styles from './Places.module.css'

/** A site, with whether readers can see it. */
export function SiteRow({ site }: { site: SiteRow_site$key }) {
  const { id, title, published, urls } = useFragment(
    graphql`
      fragment SiteRow_site on Site {
        id
        title
        published
        urls {
          published
        }
      }
    `,
    site,
  )
  const t = texts.places
  return (
    <li className={rows.row} data-row={id}>
      <Link to="/sites/$site" params={{ site: id }} className={rows.link}>
        <span className={styles.emoji}>
          <Icon name="globe" />
        </span>
        <span className={rows.title} dir="auto">
          {title}
        </span>
      </Link>
      {urls.published && (
        <a className={rows.end} href={urls.published} target="_blank" rel="noreferrer" title={t.published}>
          <Icon name="external" />
          <span className="visually-hidden">{t.openPublished(title)}</span>
        </a>
      )}
      <span className={styles.state} data-published={published}>
        {published ? t.published : t.unpublished}
      </span>
    </li>
  )
}
