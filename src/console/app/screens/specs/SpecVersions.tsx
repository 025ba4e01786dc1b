import { graphql, useFragment } from 'react-relay/hooks'
import type { SpecVersions_spec$key } from '#console/SpecVersions_spec.graphql.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { Time } from '../../parts/Time.tsx'
import { texts } from '../../texts/index.ts'

/** The versions of a spec that were valid, the newest first. */
export function SpecVersions(props: { spec: SpecVersions_spec$key }) {
  const { versions } = useFragment(
    graphql`
      fragment SpecVersions_spec on OpenAPISpec {
        versions(first: 20) {
          totalCount
          nodes {
            id
            createdAt
            url
          }
        }
      }
    `,
    props.spec,
  )
  const t = texts.specs
  return (
    <Section title={t.versions} hint={t.versionsHint}>
      {() =>
        versions.nodes.length === 0 ? (
          <p className="muted">{t.noVersions}</p>
        ) : (
          <ul className={styles.rows} aria-label={t.versions}>
            {versions.nodes.map(({ id, createdAt, url }, at) => (
              <li key={id} className={styles.row}>
                <div className={styles.what}>
                  <span>
                    {t.version(versions.totalCount - at)}{' '}
                    {at === 0 && <span className={styles.tag}>{t.current}</span>}
                  </span>
                  <span>
                    <Time at={createdAt} />
                  </span>
                </div>
                <a className="button small" href={url} download>
                  {t.download}
                </a>
              </li>
            ))}
          </ul>
        )
      }
    </Section>
  )
}
