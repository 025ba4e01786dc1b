import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay/hooks'
import type { currentOrganization_organizations$key } from '#console/currentOrganization_organizations.graphql.ts'
import type { currentOrganizationQuery } from '#console/currentOrganizationQuery.graphql.ts'
import { keepStored, readStored } from './stored.ts'

const KEY = 'organization'

/** The organization of what is shown, or the one that was shown last: whose spaces the navigation lists. */
export function useCurrentOrganization(organizations: currentOrganization_organizations$key | null) {
  const nodes =
    useFragment(
      graphql`
        fragment currentOrganization_organizations on OrganizationConnection {
          nodes {
            id
            title
            permissions {
              listMembers
            }
          }
        }
      `,
      organizations,
    )?.nodes ?? []
  const parameters = useParams({ strict: false }) as Record<string, string | undefined>
  // What the screen has read about its space or collection; the frame reads nothing for it.
  const known = useLazyLoadQuery<currentOrganizationQuery>(
    graphql`
      query currentOrganizationQuery($space: ID!, $collection: ID!, $site: ID!) {
        space(id: $space) {
          organization {
            id
          }
        }
        collection(id: $collection) {
          organization {
            id
          }
        }
        site(id: $site) {
          organization {
            id
          }
        }
      }
    `,
    { space: parameters.space ?? '', collection: parameters.collection ?? '', site: parameters.site ?? '' },
    { fetchPolicy: 'store-only' },
  )
  const shown =
    parameters.organization ??
    known.space?.organization?.id ??
    known.collection?.organization?.id ??
    known.site?.organization?.id
  useEffect(() => {
    if (shown !== undefined) keepStored(KEY, shown)
  }, [shown])
  const wanted = shown ?? readStored(KEY)
  return nodes.find(({ id }) => id === wanted) ?? nodes[0]
}
