import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { SpaceChangesScreen_space$key } from '#console/SpaceChangesScreen_space.graphql.ts'
import type { SpaceChangesScreenPageQuery } from '#console/SpaceChangesScreenPageQuery.graphql.ts'
import type { SpaceChangesScreenQuery } from '#console/SpaceChangesScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { useSpaceEvents } from '../space/SpaceEvents.tsx'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { filtersOf, variablesOf } from './address-filters.ts'
import { ChangesList } from './ChangesList.tsx'
import { NewChangeDialog } from './NewChangeDialog.tsx'
import { useFilters } from './use-filters.ts'
import { useLiveList } from './use-live-list.ts'

const query = graphql`
  query SpaceChangesScreenQuery(
    $space: ID!
    $count: Int!
    $status: [ChangeRequestStatusFilter!]
    $search: String
    $creator: ID
    $contributor: ID
    $requestedReviewer: ID
  ) {
    space(id: $space) {
      id
      permissions {
        edit
      }
      organization {
        id
        permissions {
          listMembers
        }
      }
      ...SpaceChangesScreen_space @arguments(count: $count)
    }
  }
`

export const preload = ({ space = '', ...search }: Parameters) =>
  read<SpaceChangesScreenQuery>(query, { space, count: PAGE, ...variablesOf(filtersOf(search)) })

/** The change requests of a space. */
export default function SpaceChangesScreen() {
  const { space: id = '' } = useParameters()
  const filters = useFilters()
  const variables = { space: id, count: PAGE, ...variablesOf(filters.shown) }
  const { space } = useScreenQuery<SpaceChangesScreenQuery>(query, variables)
  if (!space) return <NotFound />
  return <SpaceChanges space={space} variables={variables} filters={filters} />
}

interface SpaceChangesProps {
  space: NonNullable<SpaceChangesScreenQuery['response']['space']>
  variables: SpaceChangesScreenQuery['variables']
  filters: ReturnType<typeof useFilters>
}

function SpaceChanges({ space, variables, filters }: SpaceChangesProps) {
  const { data, ...more } = usePaginationFragment<SpaceChangesScreenPageQuery, SpaceChangesScreen_space$key>(
    graphql`
      fragment SpaceChangesScreen_space on Space
      @refetchable(queryName: "SpaceChangesScreenPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        changeRequests(
          first: $count
          after: $cursor
          status: $status
          search: $search
          creator: $creator
          contributor: $contributor
          requestedReviewer: $requestedReviewer
        ) @connection(key: "SpaceChangesScreen_changeRequests") {
          totalCount
          edges {
            node {
              ...ChangesTable_changeRequest
            }
          }
        }
      }
    `,
    space,
  )
  const live = useLiveList<SpaceChangesScreenQuery>(query, variables, data.changeRequests.edges.length)
  useSpaceEvents({ onEvent: live.onEvent, onGap: live.onGap })
  const { edit: canCreate } = space.permissions
  const t = texts.changes
  const { isOpen, close, button: create } = useCreate(t.create, canCreate)
  const { organization } = space
  return (
    <Screen title={t.title} actions={create} trail={<SpaceTrail />}>
      <ChangesList
        organization={organization?.permissions.listMembers ? organization.id : undefined}
        connection={data.changeRequests}
        more={more}
        filters={filters}
        generation={live.generation}
        hasSpace={false}
        create={create}
      />
      {isOpen && <NewChangeDialog space={space.id} onClose={close} />}
    </Screen>
  )
}
