import { graphql } from 'react-relay/hooks'
import type { UpdateChangeRequestInput, updateMutation } from '#console/updateMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { mutate } from '../../../relay/mutate.ts'
import { texts } from '../../../texts/index.ts'

export type Change = Pick<UpdateChangeRequestInput, 'subject' | 'description' | 'status'>

/** Changes a change request. Returns whether that has worked; if not, the person was told. */
export const update = (changeRequestId: string, change: Change): Promise<boolean> =>
  mutate<updateMutation>(
    graphql`
      mutation updateMutation($input: UpdateChangeRequestInput!) {
        updateChangeRequest(input: $input) {
          changeRequest {
            id
            version
            subject
            description
            status
            merge {
              state
              conflictCount
              viewerCanBypass
              blockedBy {
                rule
                message
              }
            }
          }
        }
      }
    `,
    { input: { changeRequestId, ...change } },
  ).then(
    () => true,
    () => {
      toast(texts.changeRequest.notSaved)
      return false
    },
  )
