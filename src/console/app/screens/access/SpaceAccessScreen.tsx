import { useDeferredValue, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SpaceAccessScreenMutation } from '#console/SpaceAccessScreenMutation.graphql.ts'
import type { SpaceAccessScreenQuery } from '#console/SpaceAccessScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { mutate } from '../../relay/mutate.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { AccessView } from './AccessView.tsx'
import { rolesOf } from './roles-of.ts'

const query = graphql`
  query SpaceAccessScreenQuery($space: ID!, $count: Int!, $role: [Role!]) {
    space(id: $space) {
      id
      title
      defaultLevel
      permissions {
        manage
        admin
      }
      userPermissions(first: 100) {
        nodes {
          ...SharedWith_users
        }
      }
      teamPermissions(first: 100) {
        nodes {
          ...SharedWith_teams
        }
      }
      permissionsAggregate(first: $count, role: $role) {
        totalCount
        nodes {
          ...PeopleWithAccess_permissions
        }
      }
      organization {
        id
        title
        eventCursor
        permissions {
          admin
        }
      }
    }
  }
`

const setLevel = graphql`
  mutation SpaceAccessScreenMutation($input: UpdateSpaceInput!) {
    updateSpace(input: $input) {
      space {
        id
        version
        defaultLevel
      }
    }
  }
`

export const preload = ({ space = '', role }: Parameters) =>
  read<SpaceAccessScreenQuery>(query, { space, count: PAGE, role: rolesOf(role) })

/** Who has access to a space, and why. */
export default function SpaceAccessScreen() {
  const { space: id = '' } = useParameters()
  const { role } = useSearchParameters()
  const [count, setCount] = useState(PAGE)
  const asked = { space: id, count, role: rolesOf(role) }
  const key = JSON.stringify(asked)
  const shown = useDeferredValue(key)
  const variables: typeof asked = JSON.parse(shown)
  const { space } = useScreenQuery<SpaceAccessScreenQuery>(query, variables)
  if (!space?.permissions.manage || !space.organization) return <NotFound />
  return (
    <Screen title={texts.access.title} trail={<SpaceTrail />}>
      <AccessView
        place={space}
        organization={space.organization}
        target={{ spaceId: id }}
        isPending={key !== shown}
        onMore={() => setCount(count + PAGE)}
        reread={() => void reread<SpaceAccessScreenQuery>(query, variables)}
        setLevel={(defaultLevel) =>
          mutate<SpaceAccessScreenMutation>(setLevel, { input: { spaceId: id, defaultLevel } })
        }
      />
    </Screen>
  )
}
