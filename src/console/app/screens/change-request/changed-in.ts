import { graphql } from 'react-relay/hooks'
import type { changedInQuery } from '#console/changedInQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'

const query = graphql`
  query changedInQuery($id: ID!) {
    node(id: $id) {
      ... on Revision {
        diff(first: 100) {
          nodes {
            subjectId
          }
        }
      }
    }
  }
`

/** The ids of what a revision changed. */
export async function changedIn(revisionId: string): Promise<string[]> {
  const { node } = await readOnce<changedInQuery>(query, { id: revisionId })
  return node?.diff?.nodes.map(({ subjectId }) => subjectId) ?? []
}
