import { graphql } from 'react-relay/hooks'
import type { UpdateChangeRequestInput, updateMutation } from '#console/updateMutation.graphql.ts'
import { sayDone } from '../../../forms/act.ts'
import { toast } from '../../../parts/toasts.ts'
import { mutate } from '../../../relay/mutate.ts'
import { texts } from '../../../texts/index.ts'

type Status = NonNullable<UpdateChangeRequestInput['status']>
export type Change = Pick<UpdateChangeRequestInput, 'subject' | 'description' | 'status'>

const send = (changeRequestId: string, change: Change) =>
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
  )

/** Changes a change request. Returns whether that has worked; if not, the person was told. */
export const update = (changeRequestId: string, change: Change): Promise<boolean> =>
  send(changeRequestId, change).then(
    () => true,
    () => {
      toast(texts.changeRequest.notSaved)
      return false
    },
  )

/** Changes the status, and offers to change it back. */
export async function setStatus(changeRequestId: string, next: Status, former: Status): Promise<void> {
  if (!(await update(changeRequestId, { status: next }))) return
  sayDone(texts.changeRequest.nowIs[next] ?? texts.forms.saved, () =>
    send(changeRequestId, { status: former }),
  )
}
