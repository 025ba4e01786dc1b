import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { ViewerIdQuery } from '#console/ViewerIdQuery.graphql.ts'

/** The id of the person who is signed in. The frame has read it before any screen is shown. */
export function useViewerId(): string {
  const { viewer } = useLazyLoadQuery<ViewerIdQuery>(
    graphql`
      query ViewerIdQuery {
        viewer {
          user {
            id
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-or-network' },
  )
  return viewer?.user.id ?? ''
}
