import { graphql } from 'react-relay/hooks'
import type { restoreSpaceMutation } from '#console/restoreSpaceMutation.graphql.ts'
import { mutate } from '../relay/mutate.ts'

/** Brings back a deleted space. */
export const restoreSpace = (spaceId: string) =>
  mutate<restoreSpaceMutation>(
    graphql`
      mutation restoreSpaceMutation($input: RestoreSpaceInput!) {
        restoreSpace(input: $input) {
          space {
            id
            version
            deletedAt
          }
        }
      }
    `,
    { input: { spaceId } },
  )
