import { graphql } from 'react-relay/hooks'
import type { collectionEditsCreateMutation } from '#console/collectionEditsCreateMutation.graphql.ts'
import type { collectionEditsDeleteMutation } from '#console/collectionEditsDeleteMutation.graphql.ts'
import type { collectionEditsUpdateMutation } from '#console/collectionEditsUpdateMutation.graphql.ts'
import { mutate } from '../relay/mutate.ts'

/** Creates a collection, and returns its id. */
export async function createCollection(
  input: collectionEditsCreateMutation['variables']['input'],
): Promise<string> {
  const { createCollection: made } = await mutate<collectionEditsCreateMutation>(
    graphql`
      mutation collectionEditsCreateMutation($input: CreateCollectionInput!) {
        createCollection(input: $input) {
          collection {
            id
          }
        }
      }
    `,
    { input },
  )
  return made?.collection?.id ?? ''
}

export const updateCollection = (input: collectionEditsUpdateMutation['variables']['input']) =>
  mutate<collectionEditsUpdateMutation>(
    graphql`
      mutation collectionEditsUpdateMutation($input: UpdateCollectionInput!) {
        updateCollection(input: $input) {
          collection {
            id
            version
            title
            description
          }
        }
      }
    `,
    { input },
  )

export const deleteCollection = (collectionId: string) =>
  mutate<collectionEditsDeleteMutation>(
    graphql`
      mutation collectionEditsDeleteMutation($input: DeleteCollectionInput!) {
        deleteCollection(input: $input) {
          deletedId
        }
      }
    `,
    { input: { collectionId } },
  )
