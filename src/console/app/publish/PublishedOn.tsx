import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PublishedOn_site$key } from '#console/PublishedOn_site.graphql.ts'
import { texts } from '../texts/index.ts'
import styles from './Publish.module.css'
import { publishSite } from './publish-site.ts'

interface PublishedOnProps {
  sites: PublishedOn_site$key
  onPublished: (done: { site: string; address: string }) => void
  onLeave: () => void
}

/** The sites that show a space, each with whether readers see it. */
export function PublishedOn({ sites: keys, onPublished, onLeave }: PublishedOnProps) {
  const sites = useFragment(
    graphql`
      fragment PublishedOn_site on Site @relay(plural: true) {
        id
        title
        published
        permissions {
          publish
        }
        urls {
          published
        }
      }
    `,
    keys,
  )
  const [problem, setProblem] = useState<string>()
  const t = texts.publish
  const publish = (site: string) =>
    publishSite(site).then(
      (address) => onPublished({ site, address }),
      ({ message }: Error) => setProblem(message),
    )
  return (
    <>
      {problem !== undefined && (
        <p className="message error" role="alert">
          {problem}
        </p>
      )}
      <ul className={styles.sites}>
        {sites.map(({ id, title, published, permissions, urls }) => (
          <li key={id} className={styles.site}>
            <span className={styles.name}>
              <Link to="/sites/$site" params={{ site: id }} dir="auto" onClick={onLeave}>
                {title}
              </Link>
              <span className="muted">{published ? t.state.published : t.state.unpublished}</span>
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
            {!published && permissions.publish && (
              <button
                type="button"
                className="button small primary"
                aria-label={t.publishSite(title)}
                onClick={() => void publish(id)}
              >
                {t.submit}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
