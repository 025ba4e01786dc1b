import { graphql, useFragment } from 'react-relay/hooks'
import type { IntegrationFacts_integration$key } from '#console/IntegrationFacts_integration.graphql.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'

/** What an integration does, who made it, and what it may do. */
export function IntegrationFacts(props: { integration: IntegrationFacts_integration$key }) {
  const { name, description, summary, verified, version, owner, scopes, externalLinks } = useFragment(
    graphql`
      fragment IntegrationFacts_integration on Integration {
        name
        description
        summary
        verified
        version
        owner {
          title
        }
        scopes
        externalLinks {
          label
          url
        }
      }
    `,
    props.integration,
  )
  const t = texts.integrations
  return (
    <Section title={t.about}>
      {() => (
        <>
          <p dir="auto">{description}</p>
          {summary && <p dir="auto">{summary}</p>}
          <dl className={styles.facts}>
            <dt>{t.name}</dt>
            <dd dir="ltr">{name}</dd>
            <dt>{t.version}</dt>
            <dd>{version}</dd>
            <dt>{t.owner}</dt>
            <dd>
              <bdi>{owner.title}</bdi>
              {verified && ` · ${t.verified}`}
            </dd>
            <dt>{t.scopes}</dt>
            <dd dir="ltr">{scopes.length > 0 ? scopes.join(', ').toLowerCase() : '–'}</dd>
          </dl>
          {externalLinks.length > 0 && (
            <div className={styles.actions}>
              {externalLinks.map(({ label, url }) => (
                <a key={url} className="button small" href={url} target="_blank" rel="noreferrer" dir="auto">
                  {label}
                </a>
              ))}
            </div>
          )}
        </>
      )}
    </Section>
  )
}
