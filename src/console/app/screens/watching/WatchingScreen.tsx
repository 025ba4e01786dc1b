import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { graphql } from 'react-relay/hooks'
import type { FailureKind, WatchingScreenQuery } from '#console/WatchingScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { TitledSection } from '../../forms/TitledSection.tsx'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { Failures } from './Failures.tsx'
import { UsageTable } from './UsageTable.tsx'

const query = graphql`
  query WatchingScreenQuery($organization: ID!, $count: Int!, $kind: [FailureKind!]) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        admin
      }
      ...OrganizationTabs_organization
      ...Failures_organization @arguments(count: $count)
      ...UsageTable_organization
    }
  }
`

const KINDS: readonly FailureKind[] = ['IMPORT', 'GIT', 'MERGE', 'WEBHOOK', 'SPEC', 'JOB']
/** Events after which there can be another failure, or one less. */
const CONCERNS = /^(?:GIT_|IMPORT_|CHANGE_REQUEST_|WEBHOOK_|OPENAPI_|JOB_)/

const kindIn = ({ kind }: Parameters): FailureKind | undefined => KINDS.find((each) => each === kind)
const variablesOf = (organization: string, kind: FailureKind | undefined) => ({
  organization,
  count: PAGE,
  kind: kind ? [kind] : null,
})

export const preload = ({ organization = '', ...search }: Parameters) =>
  read<WatchingScreenQuery>(query, variablesOf(organization, kindIn(search)))

/** What admins watch: background work that has failed, and how much there is of what is limited. */
export default function WatchingScreen() {
  const { organization: id = '' } = useParameters()
  const kind = kindIn(useSearchParameters())
  const variables = variablesOf(id, useDeferredValue(kind))
  const { organization } = useScreenQuery<WatchingScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<WatchingScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => CONCERNS.test(type) && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const t = texts.watching
  if (!organization?.permissions.admin) return <NotFound />
  return (
    <Screen title={organization.title} tabs={<OrganizationTabs organization={organization} />}>
      <div className={styles.settings}>
        <TitledSection title={t.failures} hint={t.failuresHint}>
          <div className={styles.stack}>
            <div className={styles.bar}>
              <select
                className={styles.compact}
                aria-label={t.byKind}
                value={kind ?? ''}
                onChange={({ target }) =>
                  void navigate({
                    to: '.',
                    search: target.value ? { kind: target.value } : {},
                    replace: true,
                  })
                }
              >
                <option value="">{t.allKinds}</option>
                {KINDS.map((each) => (
                  <option key={each} value={each}>
                    {t.kinds[each]}
                  </option>
                ))}
              </select>
            </div>
            <Failures organization={organization} isFiltered={kind !== undefined} onChanged={again} />
          </div>
        </TitledSection>
        <TitledSection title={t.usage} hint={t.usageHint}>
          <UsageTable organization={organization} />
        </TitledSection>
      </div>
    </Screen>
  )
}
