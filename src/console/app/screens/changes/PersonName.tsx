import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PersonNameQuery } from '#console/PersonNameQuery.graphql.ts'
import { texts } from '../../texts/index.ts'

/** The name of a person of whom only the id is known, such as from an address. */
export function PersonName({ id }: { id: string }) {
  const { user } = useLazyLoadQuery<PersonNameQuery>(
    graphql`
      query PersonNameQuery($id: ID!) {
        user(id: $id) {
          displayName
        }
      }
    `,
    { id },
  )
  return user?.displayName ?? texts.changes.unknown
}
