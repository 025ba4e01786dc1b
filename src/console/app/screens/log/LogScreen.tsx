import { useDeferredValue } from 'react'
import { graphql } from 'react-relay/hooks'
import type { LogScreenExportQuery } from '#console/LogScreenExportQuery.graphql.ts'
import type { LogScreenQuery } from '#console/LogScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { readOnce } from '../../live/follow.ts'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { PAGE } from '../../parts/ShowMore.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { ActivityList } from './ActivityList.tsx'
import { AuditList } from './AuditList.tsx'
import type { ExportPage } from './export-log.ts'
import { LogView } from './LogView.tsx'
import { filtersOf, type LogFilters, variablesOf } from './log-filters.ts'

const query = graphql`
  query LogScreenQuery(
    $organization: ID!
    $isAudit: Boolean!
    $count: Int!
    $types: [EventType!]
    $actor: ID
    $space: ID
    $since: DateTime
    $until: DateTime
  ) {
    organization(id: $organization) {
      id
      eventCursor
      permissions {
        view
        admin
      }
      ...LogView_organization
      ...ActivityList_organization
        @alias(as: "activity")
        @skip(if: $isAudit)
        @arguments(count: $count, types: $types, actor: $actor, space: $space, since: $since, until: $until)
      ...AuditList_organization
        @alias(as: "audit")
        @include(if: $isAudit)
        @arguments(count: $count, types: $types, actor: $actor, space: $space, since: $since, until: $until)
    }
  }
`

const exported = graphql`
  query LogScreenExportQuery(
    $organization: ID!
    $isAudit: Boolean!
    $cursor: String
    $types: [EventType!]
    $actor: ID
    $space: ID
    $since: DateTime
    $until: DateTime
  ) {
    organization(id: $organization) {
      events(first: 200, after: $cursor, types: $types, actor: $actor, space: $space, since: $since, until: $until)
        @skip(if: $isAudit) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...exportLog_event
        }
      }
      auditEvents(
        first: 200
        after: $cursor
        action: $types
        actor: $actor
        space: $space
        since: $since
        until: $until
      ) @include(if: $isAudit) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...exportLog_event
        }
      }
    }
  }
`

const isAuditIn = ({ view }: Parameters) => view === 'audit'

const allVariables = (organization: string, isAudit: boolean, filters: LogFilters) => ({
  organization,
  isAudit,
  count: PAGE,
  ...variablesOf(filters),
})

export const preload = ({ organization = '', ...parameters }: Parameters) =>
  read<LogScreenQuery>(query, allVariables(organization, isAuditIn(parameters), filtersOf(parameters)))

/** What happened in an organization: the activity that the person can see, or all of it for admins (`…/audit`). */
export default function LogScreen() {
  const parameters = useParameters()
  const { organization: id = '' } = parameters
  const isAudit = isAuditIn(parameters)
  const key = JSON.stringify(filtersOf(useSearchParameters()))
  const shown = useDeferredValue(key)
  const filters: LogFilters = JSON.parse(shown)
  const variables = allVariables(id, isAudit, filters)
  const { organization } = useScreenQuery<LogScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<LogScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], { onEvent: again, onGap: again })
  if (!organization?.permissions[isAudit ? 'admin' : 'view']) return <NotFound />
  const { activity, audit } = organization
  const readPage = async (cursor: string | null): Promise<ExportPage> => {
    const answer = await readOnce<LogScreenExportQuery>(exported, {
      organization: id,
      isAudit,
      cursor,
      ...variablesOf(filters),
    })
    const { events, auditEvents } = answer.organization ?? {}
    const page = isAudit ? auditEvents : events
    return {
      events: page?.nodes ?? [],
      next: page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null,
    }
  }
  const isFiltered = shown !== '{}'
  return (
    <LogView
      organization={organization}
      title={isAudit ? texts.log.audit : texts.log.activity}
      name={isAudit ? 'audit' : 'activity'}
      filters={JSON.parse(key)}
      isPending={key !== shown}
      readPage={readPage}
    >
      {activity && <ActivityList organization={activity} isFiltered={isFiltered} />}
      {audit && <AuditList organization={audit} isFiltered={isFiltered} />}
    </LogView>
  )
}
