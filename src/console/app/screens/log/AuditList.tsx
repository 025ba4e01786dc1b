import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { AuditList_organization$key } from '#console/AuditList_organization.graphql.ts'
import type { AuditListPageQuery } from '#console/AuditListPageQuery.graphql.ts'
import { EventLines } from './EventLines.tsx'

const list = graphql`
  fragment AuditList_organization on Organization
  @refetchable(queryName: "AuditListPageQuery")
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
      @connection(key: "AuditList_auditEvents", filters: ["action", "actor", "space", "since", "until"]) {
      edges {
        node {
          id
          ...EventLine_event
        }
      }
    }
  }
`

interface AuditListProps {
  organization: AuditList_organization$key
  isFiltered: boolean
}

/** Everything that happened in an organization, for its admins. */
export function AuditList({ organization, isFiltered }: AuditListProps) {
  const found = usePaginationFragment<AuditListPageQuery, AuditList_organization$key>(list, organization)
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
