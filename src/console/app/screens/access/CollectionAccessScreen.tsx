import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { CollectionAccessScreenMutation } from '#console/CollectionAccessScreenMutation.graphql.ts'
import type { CollectionAccessScreenQuery } from '#console/CollectionAccessScreenQuery.graphql.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { PAGE } from '../../parts/ShowMore.tsx'
import { mutate } from '../../relay/mutate.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { AccessView } from './AccessView.tsx'
import { rolesOf } from './roles-of.ts'

const query = graphql`
  query CollectionAccessScreenQuery($collection: ID!, $count: Int!, $role: [Role!]) {
    collection(id: $collection) {
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
  mutation CollectionAccessScreenMutation($input: UpdateCollectionInput!) {
    updateCollection(input: $input) {
      collection {
        id
        version
        defaultLevel
      }
    }
  }
`

export const preload = ({ collection = '', role }: Parameters) =>
  read<CollectionAccessScreenQuery>(query, { collection, count: PAGE, role: rolesOf(role) })

/** Who has access to a collection, and why. */
export default function CollectionAccessScreen() {
  const { collection: id = '' } = useParameters()
  const { role } = useSearchParameters()
  const [count, setCount] = useState(PAGE)
  const asked = { collection: id, count, role: rolesOf(role) }
  const key = JSON.stringify(asked)
  const shown = useDeferredValue(key)
  const variables: typeof asked = JSON.parse(shown)
  const { collection } = useScreenQuery<CollectionAccessScreenQuery>(query, variables)
  if (!collection?.permissions.manage || !collection.organization) return <NotFound />
  return (
    <Screen
      title={texts.access.title}
      trail={
        <>
          <Link to="/o/$organization" params={{ organization: collection.organization.id }} dir="auto">
            {collection.organization.title}
          </Link>
          <span aria-hidden="true">/</span>
          <Link to="/c/$collection" params={{ collection: id }} dir="auto">
            {collection.title || texts.places.untitled}
          </Link>
        </>
      }
    >
      <AccessView
        place={collection}
        organization={collection.organization}
        target={{ collectionId: id }}
        isPending={key !== shown}
        onMore={() => setCount(count + PAGE)}
        reread={() => void reread<CollectionAccessScreenQuery>(query, variables)}
        setLevel={(defaultLevel) =>
          mutate<CollectionAccessScreenMutation>(setLevel, { input: { collectionId: id, defaultLevel } })
        }
      />
    </Screen>
  )
}
