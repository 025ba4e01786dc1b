import { graphql, useMutation } from 'react-relay/hooks'
import type { UpdateChangeRequestInput, useUpdateMutation } from '#console/useUpdateMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'

type Change = Pick<UpdateChangeRequestInput, 'subject' | 'description' | 'status'>

/** Changes the subject, the description or the status. */
export function useUpdate(changeRequestId: string) {
  const [commit, isBusy] = useMutation<useUpdateMutation>(graphql`
    mutation useUpdateMutation($input: UpdateChangeRequestInput!) {
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
  `)
  const update = (change: Change, onDone?: () => void) => {
    if (isBusy) return
    commit({
      variables: { input: { changeRequestId, ...change } },
      onCompleted: () => onDone?.(),
      onError: () => toast(texts.changeRequest.notSaved),
    })
  }
  return { update, isBusy }
}
