import { graphql } from 'react-relay/hooks'
import type { movePlaceCollectionMutation } from '#console/movePlaceCollectionMutation.graphql.ts'
import type { movePlaceSpaceMutation } from '#console/movePlaceSpaceMutation.graphql.ts'
import { mutate } from '../relay/mutate.ts'

/** Directly before or after another one of the same kind. */
export type Beside = { before: string } | { after: string }

const positionOf = <Item>(beside: Beside, itemOf: (id: string) => Item) =>
  'before' in beside ? { before: itemOf(beside.before) } : { after: itemOf(beside.after) }

/** Moves a space into a collection, or to the top of its organization. */
export const moveSpace = (spaceId: string, parent: string | null) => sendSpace({ spaceId, parent })
/** Moves a space beside another one in the same place. */
export const placeSpace = (spaceId: string, beside: Beside) =>
  sendSpace({ spaceId, position: positionOf(beside, (space) => ({ space })) })

const sendSpace = (input: movePlaceSpaceMutation['variables']['input']) =>
  mutate<movePlaceSpaceMutation>(
    graphql`
      mutation movePlaceSpaceMutation($input: MoveSpaceInput!) {
        moveSpace(input: $input) {
          space {
            id
            version
            position
            parent {
              id
              title
            }
          }
        }
      }
    `,
    { input },
  )

/** Moves a collection with all that is in it. */
export const moveCollection = (collectionId: string, parent: string | null) =>
  sendCollection({ collectionId, parent })
/** Moves a collection beside another one in the same place. */
export const placeCollection = (collectionId: string, beside: Beside) =>
  sendCollection({ collectionId, position: positionOf(beside, (collection) => ({ collection })) })

const sendCollection = (input: movePlaceCollectionMutation['variables']['input']) =>
  mutate<movePlaceCollectionMutation>(
    graphql`
      mutation movePlaceCollectionMutation($input: MoveCollectionInput!) {
        moveCollection(input: $input) {
          collection {
            id
            version
            position
            parent {
              id
              title
            }
          }
        }
      }
    `,
    { input },
  )
