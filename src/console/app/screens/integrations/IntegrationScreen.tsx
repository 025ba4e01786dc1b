import { graphql } from 'react-relay/hooks'
import type { IntegrationScreenQuery } from '#console/IntegrationScreenQuery.graphql.ts'
import { act } from '../../forms/act.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { Installation } from './Installation.tsx'
import { IntegrationFacts } from './IntegrationFacts.tsx'
import { install } from './integration-edits.ts'

const query = graphql`
  query IntegrationScreenQuery($name: String!) {
    viewer {
      organizations(first: 20) {
        nodes {
          id
          title
          eventCursor
          permissions {
            installIntegration
          }
        }
      }
    }
    integration(name: $name) {
      id
      title
      permissions {
        install
      }
      ...IntegrationFacts_integration
      ...Installation_integration
      installations(first: 10) {
        nodes {
          id
          organization {
            id
          }
          ...Installation_installation
        }
      }
    }
  }
`

export const preload = ({ integration = '' }: Parameters) =>
  read<IntegrationScreenQuery>(query, { name: integration })

/** An integration, and where the organizations that the person administrates have installed it. */
export default function IntegrationScreen() {
  const { integration: name = '' } = useParameters()
  const { integration, viewer } = useScreenQuery<IntegrationScreenQuery>(query, { name })
  const again = useCoalesced(() => void reread<IntegrationScreenQuery>(query, { name }))
  const administrated = (viewer?.organizations?.nodes ?? []).filter(
    ({ permissions }) => permissions.installIntegration,
  )
  useOrganizationEvents(administrated, {
    onEvent: ({ type }) => type.startsWith('INTEGRATION_') && again(),
    onGap: again,
  })
  const t = texts.integrations
  if (!integration) return <NotFound />
  const installations = integration.installations?.nodes ?? []
  const having = new Set(installations.map(({ organization }) => organization?.id))
  const others = integration.permissions.install ? administrated.filter(({ id }) => !having.has(id)) : []
  const add = (organization: string) =>
    void act({
      run: () => install(name, organization),
      done: t.installed(integration.title),
      onChanged: again,
    })
  return (
    <Screen title={integration.title}>
      <div className={styles.settings}>
        <IntegrationFacts integration={integration} />
        {installations.map((installation) => (
          <Installation
            key={installation.id}
            integration={integration}
            installation={installation}
            onChanged={again}
          />
        ))}
        {others.length > 0 && (
          <Section title={t.installTitle} hint={t.installHint}>
            {() => (
              <ul className={styles.rows}>
                {others.map(({ id, title }) => (
                  <li key={id} className={styles.row}>
                    <div className={styles.what}>
                      <bdi>{title}</bdi>
                    </div>
                    <button
                      type="button"
                      className="button small"
                      aria-label={t.installIn(title)}
                      onClick={() => add(id)}
                    >
                      {t.install}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        )}
      </div>
    </Screen>
  )
}
