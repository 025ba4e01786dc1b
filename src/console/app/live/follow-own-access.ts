import { graphql } from 'react-relay/hooks'
import type { followOwnAccessCursorQuery } from '#console/followOwnAccessCursorQuery.graphql.ts'
import type { followOwnAccessSubscription$data } from '#console/followOwnAccessSubscription.graphql.ts'
import { rereadShown } from '../relay/use-screen-query.ts'
import { noteAccessChanged } from './access-changed.ts'
import { follow, readOnce } from './follow.ts'

const cursor = graphql`
  query followOwnAccessCursorQuery($organization: ID!) {
    organization(id: $organization) {
      eventCursor
    }
  }
`

const subscription = graphql`
  subscription followOwnAccessSubscription($organization: ID!, $after: String) {
    accessActivity(organizationId: $organization, after: $after) {
      cursor
    }
  }
`

/** Reads everything on the screen again as soon as the person can see or do more or less than before. */
export function followOwnAccess(organization: string): () => void {
  return follow<followOwnAccessSubscription$data['accessActivity']>({
    subscription,
    variables: { organization },
    readCursor: async () => {
      const answer = await readOnce<followOwnAccessCursorQuery>(cursor, { organization })
      return answer.organization?.eventCursor ?? ''
    },
    onGap: rereadShown,
    onEvent: () => {
      noteAccessChanged()
      rereadShown()
    },
  })
}
