import { useDeferredValue } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { AuditScreen_organization$key } from '#console/AuditScreen_organization.graphql.ts'
import type { AuditScreenExportQuery } from '#console/AuditScreenExportQuery.graphql.ts'
import type { AuditScreenListQuery } from '#console/AuditScreenListQuery.graphql.ts'
import type { AuditScreenQuery } from '#console/AuditScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { readOnce } from '../../live/follow.ts'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { PAGE } from '../../parts/ShowMore.tsx'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { EventLines } from './EventLines.tsx'
import type { ExportPage } from './export-log.ts'
import { LogView } from './LogView.tsx'
import { filtersOf, type LogFilters, variablesOf } from './log-filters.ts'

const query = graphql`
  query AuditScreenQuery(
    $organization: ID!
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
        admin
      }
      ...LogView_organization
      ...AuditScreen_organization
        @arguments(count: $count, types: $types, actor: $actor, space: $space, since: $since, until: $until)
    }
  }
`

const list = graphql`
  fragment AuditScreen_organization on Organization
  @refetchable(queryName: "AuditScreenListQuery")
  @argumentDefinitions(
    count: { type: "Int!" }
    cursor: { type: "String" }
    types: { type: "[EventType!]" }
    actor: { type: "ID" }
    space: { type: "ID" }
    since: { type: "DateTime" }
    until: { type: "DateTime" }
  ) {
    auditEvents(first: $count, after: $cursor, action: $types, actor: $actor, space: $space, since: $since, until: $until)
      @connection(key: "AuditScreen_auditEvents", filters: ["action", "actor", "space", "since", "until"]) {
      edges {
        node {
          id
          ...EventLine_event
        }
      }
    }
  }
`

const exported = graphql`
  query AuditScreenExportQuery(
    $organization: ID!
    $cursor: String
    $types: [EventType!]
    $actor: ID
    $space: ID
    $since: DateTime
    $until: DateTime
  ) {
    organization(id: $organization) {
      page: auditEvents(first: 200, after: $cursor, action: $types, actor: $actor, space: $space, since: $since, until: $until) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          type
          occurredAt
          actor {
            userId
            label
          }
          target {
            type
            subjectId
            label
          }
          space {
            id
            title
          }
          changeRequest {
            number
          }
        }
      }
    }
  }
`

const allVariables = (organization: string, filters: LogFilters) => ({
  organization,
  count: PAGE,
  ...variablesOf(filters),
})

export const preload = ({ organization = '', ...search }: Parameters) =>
  read<AuditScreenQuery>(query, allVariables(organization, filtersOf(search)))

/** Everything that happened in an organization, for its admins. */
export default function AuditScreen() {
  const { organization: id = '' } = useParameters()
  const key = JSON.stringify(filtersOf(useSearchParameters()))
  const shown = useDeferredValue(key)
  const filters: LogFilters = JSON.parse(shown)
  const variables = allVariables(id, filters)
  const { organization } = useScreenQuery<AuditScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<AuditScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], { onEvent: again, onGap: again })
  if (!organization?.permissions.admin) return <NotFound />
  const readPage = async (after: string | null): Promise<ExportPage> => {
    const answer = await readOnce<AuditScreenExportQuery>(exported, {
      organization: id,
      cursor: after,
      ...variablesOf(filters),
    })
    const page = answer.organization?.page
    return {
      events: page?.nodes ?? [],
      next: page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null,
    }
  }
  return (
    <LogView
      organization={organization}
      title={texts.log.audit}
      name="audit"
      filters={JSON.parse(key)}
      isPending={key !== shown}
      readPage={readPage}
    >
      <AuditList organization={organization} isFiltered={shown !== '{}'} />
    </LogView>
  )
}

interface ListProps {
  organization: AuditScreen_organization$key
  isFiltered: boolean
}

function AuditList({ organization, isFiltered }: ListProps) {
  const found = usePaginationFragment<AuditScreenListQuery, AuditScreen_organization$key>(list, organization)
  return (
    <EventLines
      events={(found.data.auditEvents?.edges ?? []).map(({ node }) => node)}
      isFiltered={isFiltered}
      hasNext={found.hasNext}
      isLoadingNext={found.isLoadingNext}
      loadNext={found.loadNext}
    />
  )
}
