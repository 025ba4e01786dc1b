import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { useViewerIdQuery } from '#console/useViewerIdQuery.graphql.ts'

/** The id of the person who is signed in. The frame has read it before any screen is shown. */
export function useViewerId(): string {
  const { viewer } = useLazyLoadQuery<useViewerIdQuery>(
    graphql`
      query useViewerIdQuery {
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
