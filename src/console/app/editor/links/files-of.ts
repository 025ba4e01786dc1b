import { graphql } from 'react-relay/hooks'
import type { filesOfQuery } from '#console/filesOfQuery.graphql.ts'
import { readOnce } from '../../live/follow.ts'
import type { EditedFacts } from '../editor-context.ts'

const MAX_FILES = 1_000

const query = graphql`
  query filesOfQuery($space: ID!, $change: ID!, $isMain: Boolean!, $first: Int!) {
    space(id: $space) @include(if: $isMain) {
      content {
        files(first: $first) {
          nodes {
            fileId
            name
          }
        }
      }
    }
    changeRequest(id: $change) @skip(if: $isMain) {
      revision {
        files(first: $first) {
          nodes {
            fileId
            name
          }
        }
      }
    }
  }
`

export interface FileName {
  readonly fileId: string
  readonly name: string
}

/** The files that a page can link to. Without the server, none. */
export async function filesOf({ space, changeRequestId }: EditedFacts): Promise<readonly FileName[]> {
  const isMain = changeRequestId === undefined
  const variables = { space, change: changeRequestId ?? '', isMain, first: MAX_FILES }
  const found = await readOnce<filesOfQuery>(query, variables).catch(() => null)
  const content = isMain ? found?.space?.content : found?.changeRequest?.revision
  return content?.files.nodes ?? []
}
