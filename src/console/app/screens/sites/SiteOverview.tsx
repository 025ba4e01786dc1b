import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { SiteOverviewQuery } from '#console/SiteOverviewQuery.graphql.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { CopyField } from '../../parts/CopyField.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ageOf, Time } from '../../parts/Time.tsx'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import styles from './Site.module.css'
import { useSite } from './site-context.ts'

const query = graphql`
  query SiteOverviewQuery($site: ID!) {
    site(id: $site) {
      id
      publishedAt
      updatedAt
      siteSpaces(first: 50) {
        totalCount
        nodes {
          id
          title
          section {
            id
            title
          }
          space {
            id
          }
          urls {
            published
          }
        }
      }
    }
  }
`

export const preload = ({ site = '' }: Parameters) => read<SiteOverviewQuery>(query, { site })

/** What a site is made of, and where readers find it. */
export default function SiteOverview() {
  const { site: id = '' } = useParameters()
  const { site } = useScreenQuery<SiteOverviewQuery>(query, { site: id })
  const { url, visibility, permissions } = useSite()
  const t = texts.sites
  if (!site) return null
  const { totalCount, nodes } = site.siteSpaces
  return (
    <div className={styles.overview}>
      <dl className={styles.facts}>
        <dt>{t.address}</dt>
        <dd>
          {url ? (
            <CopyField label={t.address} value={url} />
          ) : (
            <span className="muted">{t.addressLater}</span>
          )}
        </dd>
        <dt>{t.visibility}</dt>
        <dd>{texts.publish.visibilities[visibility]}</dd>
        {site.publishedAt && (
          <>
            <dt>{t.published}</dt>
            <dd>{ageOf(new Date(site.publishedAt))}</dd>
          </>
        )}
        <dt>{t.changed}</dt>
        <dd>
          <Time at={site.updatedAt} />
        </dd>
      </dl>
      <section className={styles.stack} aria-label={t.content}>
        <h2>
          {t.content} <span className={styles.count}>{t.contains(totalCount)}</span>
        </h2>
        {totalCount === 0 ? (
          <Empty
            action={
              permissions.edit && (
                <Link to="/sites/$site/structure" params={{ site: id }} className="button primary">
                  {t.addSpace}
                </Link>
              )
            }
          >
            {t.noSpaces}
          </Empty>
        ) : (
          <ul className={styles.boxes}>
            {nodes.map(({ id: placed, title, section, space, urls }) => (
              <li key={placed} className={styles.box}>
                <span className={styles.what}>
                  {space ? (
                    <Link to="/s/$space" params={{ space: space.id }} dir="auto">
                      {title}
                    </Link>
                  ) : (
                    <span dir="auto">{title}</span>
                  )}
                  {section && (
                    <span className="muted" dir="auto">
                      {section.title}
                    </span>
                  )}
                </span>
                {urls.published && (
                  <a
                    className="button small"
                    href={urls.published}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`${t.open}: ${title}`}
                  >
                    {t.open}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
        {totalCount > nodes.length && <p className="muted">{t.andMore(totalCount - nodes.length)}</p>}
      </section>
    </div>
  )
}
