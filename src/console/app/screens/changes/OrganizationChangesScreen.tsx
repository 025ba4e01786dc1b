import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { OrganizationChangesScreen_organization$key } from '#console/OrganizationChangesScreen_organization.graphql.ts'
import type { OrganizationChangesScreenPageQuery } from '#console/OrganizationChangesScreenPageQuery.graphql.ts'
import type { OrganizationChangesScreenQuery } from '#console/OrganizationChangesScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { filtersOf, variablesOf } from './address-filters.ts'
import { ChangesList } from './ChangesList.tsx'
import { useFilters } from './use-filters.ts'
import { useLiveList } from './use-live-list.ts'

const query = graphql`
  query OrganizationChangesScreenQuery(
    $organization: ID!
    $count: Int!
    $status: [ChangeRequestStatusFilter!]
    $search: String
    $creator: ID
    $contributor: ID
    $requestedReviewer: ID
  ) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        listMembers
      }
      ...OrganizationTabs_organization
      ...OrganizationChangesScreen_organization @arguments(count: $count)
    }
  }
`

export const preload = ({ organization = '', ...search }: Parameters) =>
  read<OrganizationChangesScreenQuery>(query, {
    organization,
    count: PAGE,
    ...variablesOf(filtersOf(search)),
  })

/** The change requests of all spaces of an organization that the person can see. */
export default function OrganizationChangesScreen() {
  const { organization: id = '' } = useParameters()
  const filters = useFilters()
  const variables = { organization: id, count: PAGE, ...variablesOf(filters.shown) }
  const { organization } = useScreenQuery<OrganizationChangesScreenQuery>(query, variables)
  if (!organization) return <NotFound />
  return <OrganizationChanges organization={organization} variables={variables} filters={filters} />
}

interface OrganizationChangesProps {
  organization: NonNullable<OrganizationChangesScreenQuery['response']['organization']>
  variables: OrganizationChangesScreenQuery['variables']
  filters: ReturnType<typeof useFilters>
}

function OrganizationChanges({ organization, variables, filters }: OrganizationChangesProps) {
  const { data, ...more } = usePaginationFragment<
    OrganizationChangesScreenPageQuery,
    OrganizationChangesScreen_organization$key
  >(
    graphql`
      fragment OrganizationChangesScreen_organization on Organization
      @refetchable(queryName: "OrganizationChangesScreenPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        changeRequests(
          first: $count
          after: $cursor
          status: $status
          search: $search
          creator: $creator
          contributor: $contributor
          requestedReviewer: $requestedReviewer
        ) @connection(key: "OrganizationChangesScreen_changeRequests") {
          totalCount
          edges {
            node {
              ...ChangesTable_changeRequest
            }
          }
        }
      }
    `,
    organization,
  )
  const shown = data.changeRequests?.edges.length ?? 0
  const live = useLiveList<OrganizationChangesScreenQuery>(query, variables, shown)
  useOrganizationEvents([organization], { onEvent: live.onEvent, onGap: live.onGap })
  return (
    <Screen title={organization.title} tabs={<OrganizationTabs organization={organization} />}>
      <ChangesList
        organization={organization.permissions.listMembers ? organization.id : undefined}
        connection={data.changeRequests}
        more={more}
        filters={filters}
        generation={live.generation}
        hasSpace
      />
    </Screen>
  )
}
