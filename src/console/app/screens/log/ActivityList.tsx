import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { ActivityList_organization$key } from '#console/ActivityList_organization.graphql.ts'
import type { ActivityListPageQuery } from '#console/ActivityListPageQuery.graphql.ts'
import { EventLines } from './EventLines.tsx'

const list = graphql`
  fragment ActivityList_organization on Organization
  @refetchable(queryName: "ActivityListPageQuery")
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
      @connection(key: "ActivityList_events", filters: ["types", "actor", "space", "since", "until"]) {
      edges {
        node {
          id
          ...EventLine_event
        }
      }
    }
  }
`

interface ActivityListProps {
  organization: ActivityList_organization$key
  isFiltered: boolean
}

/** What happened in an organization, as far as the person can see it. */
export function ActivityList({ organization, isFiltered }: ActivityListProps) {
  const found = usePaginationFragment<ActivityListPageQuery, ActivityList_organization$key>(
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
