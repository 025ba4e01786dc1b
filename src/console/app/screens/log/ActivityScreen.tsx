import { useDeferredValue } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { ActivityScreen_organization$key } from '#console/ActivityScreen_organization.graphql.ts'
import type { ActivityScreenExportQuery } from '#console/ActivityScreenExportQuery.graphql.ts'
import type { ActivityScreenListQuery } from '#console/ActivityScreenListQuery.graphql.ts'
import type { ActivityScreenQuery } from '#console/ActivityScreenQuery.graphql.ts'
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
  query ActivityScreenQuery(
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
        view
      }
      ...LogView_organization
      ...ActivityScreen_organization
        @arguments(count: $count, types: $types, actor: $actor, space: $space, since: $since, until: $until)
    }
  }
`

const list = graphql`
  fragment ActivityScreen_organization on Organization
  @refetchable(queryName: "ActivityScreenListQuery")
  @argumentDefinitions(
    count: { type: "Int!" }
    cursor: { type: "String" }
    types: { type: "[EventType!]" }
    actor: { type: "ID" }
    space: { type: "ID" }
    since: { type: "DateTime" }
    until: { type: "DateTime" }
  ) {
    events(last: $count, before: $cursor, types: $types, actor: $actor, space: $space, since: $since, until: $until)
      @connection(key: "ActivityScreen_events", filters: ["types", "actor", "space", "since", "until"]) {
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
  query ActivityScreenExportQuery(
    $organization: ID!
    $cursor: String
    $types: [EventType!]
    $actor: ID
    $space: ID
    $since: DateTime
    $until: DateTime
  ) {
    organization(id: $organization) {
      page: events(first: 200, after: $cursor, types: $types, actor: $actor, space: $space, since: $since, until: $until) {
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
  read<ActivityScreenQuery>(query, allVariables(organization, filtersOf(search)))

/** What happened in an organization, as far as the person can see it. */
export default function ActivityScreen() {
  const { organization: id = '' } = useParameters()
  const key = JSON.stringify(filtersOf(useSearchParameters()))
  const shown = useDeferredValue(key)
  const filters: LogFilters = JSON.parse(shown)
  const variables = allVariables(id, filters)
  const { organization } = useScreenQuery<ActivityScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<ActivityScreenQuery>(query, variables))
  useOrganizationEvents(organization ? [organization] : [], { onEvent: again, onGap: again })
  if (!organization?.permissions.view) return <NotFound />
  const readPage = async (after: string | null): Promise<ExportPage> => {
    const answer = await readOnce<ActivityScreenExportQuery>(exported, {
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
      title={texts.log.activity}
      name="activity"
      filters={JSON.parse(key)}
      isPending={key !== shown}
      readPage={readPage}
    >
      <ActivityList organization={organization} isFiltered={shown !== '{}'} />
    </LogView>
  )
}

interface ListProps {
  organization: ActivityScreen_organization$key
  isFiltered: boolean
}

function ActivityList({ organization, isFiltered }: ListProps) {
  const found = usePaginationFragment<ActivityScreenListQuery, ActivityScreen_organization$key>(
    list,
    organization,
  )
  return (
    <EventLines
      events={(found.data.events?.edges ?? []).map(({ node }) => node).reverse()}
      isFiltered={isFiltered}
      hasNext={found.hasPrevious}
      isLoadingNext={found.isLoadingPrevious}
      loadNext={found.loadPrevious}
    />
  )
}
