import { Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { graphql } from 'react-relay/hooks'
import type { IntegrationsScreenQuery } from '#console/IntegrationsScreenQuery.graphql.ts'
import { act } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { InstallationStatus } from './InstallationStatus.tsx'
import { install } from './integration-edits.ts'

const query = graphql`
  query IntegrationsScreenQuery($organization: ID!, $search: String) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        listIntegrations
        installIntegration
      }
      ...OrganizationTabs_organization
      installations(first: 200) {
        nodes {
          id
          integrationName
          integration {
            id
            title
            description
          }
          ...InstallationStatus_installation
        }
      }
      integrations(first: 100, search: $search) {
        totalCount
        nodes {
          id
          name
          title
          description
          verified
          owner {
            title
          }
        }
      }
    }
  }
`

const MAX_SEARCH = 200
const variablesOf = (organization: string, search: string | undefined) => ({
  organization,
  search: search?.slice(0, MAX_SEARCH) || null,
})

export const preload = ({ organization = '', search }: Parameters) =>
  read<IntegrationsScreenQuery>(query, variablesOf(organization, search))

/** The integrations that an organization has installed, and those that it can install. */
export default function IntegrationsScreen() {
  const { organization: id = '' } = useParameters()
  const { search = '' } = useSearchParameters()
  const variables = variablesOf(id, useDeferredValue(search))
  const { organization } = useScreenQuery<IntegrationsScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<IntegrationsScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => type.startsWith('INTEGRATION_') && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const t = texts.integrations
  if (!organization?.permissions.listIntegrations) return <NotFound />
  const installed = organization.installations?.nodes ?? []
  const names = new Set(installed.map(({ integrationName }) => integrationName))
  const offered = (organization.integrations?.nodes ?? []).filter(({ name }) => !names.has(name))
  const add = (name: string, title: string) =>
    void act({
      run: () => install(name, id),
      done: t.installed(title),
      onChanged: () => navigate({ to: '/integrations/$integration', params: { integration: name } }),
    })
  return (
    <Screen title={organization.title} tabs={<OrganizationTabs organization={organization} />}>
      <div className={styles.list}>
        <section className={styles.list} aria-label={t.installedTitle}>
          <h2>{t.installedTitle}</h2>
          {installed.length === 0 && <Empty>{t.noneInstalled}</Empty>}
          {installed.length > 0 && (
            <ul className={styles.rows}>
              {installed.map((installation) => (
                <li key={installation.id} className={styles.row}>
                  <div className={styles.what}>
                    <Link
                      to="/integrations/$integration"
                      params={{ integration: installation.integrationName }}
                      dir="auto"
                    >
                      {installation.integration?.title ?? installation.integrationName}
                    </Link>
                    <span dir="auto">{installation.integration?.description ?? t.noLonger}</span>
                  </div>
                  <InstallationStatus installation={installation} />
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className={styles.list} aria-label={t.offeredTitle}>
          <h2>{t.offeredTitle}</h2>
          <SearchField
            label={t.search}
            text={search}
            onSearch={(next) =>
              void navigate({ to: '.', search: next ? { search: next } : {}, replace: true })
            }
          />
          {offered.length === 0 && <p className="muted">{search ? t.noneFound : t.noneOffered}</p>}
          {offered.length > 0 && (
            <ul className={styles.rows}>
              {offered.map(({ id: key, name, title, description, verified, owner }) => (
                <li key={key} className={styles.row}>
                  <div className={styles.what}>
                    <Link to="/integrations/$integration" params={{ integration: name }} dir="auto">
                      {title}
                    </Link>
                    <span dir="auto">{description}</span>
                    <span dir="auto">
                      {owner.title}
                      {verified && ` · ${t.verified}`}
                    </span>
                  </div>
                  {organization.permissions.installIntegration && (
                    <button
                      type="button"
                      className="button small"
                      aria-label={t.installOf(title)}
                      onClick={() => add(name, title)}
                    >
                      {t.install}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Screen>
  )
}
