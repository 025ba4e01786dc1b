import { graphql } from 'react-relay/hooks'
import type { takeFromMainMutation } from '#console/takeFromMainMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { mutate } from '../../../relay/mutate.ts'
import { texts } from '../../../texts/index.ts'

/** Brings the changes of main into a change request. Returns how that went; undefined if the person was told that it did not work. */
export async function takeFromMain(changeRequestId: string): Promise<string | undefined> {
  try {
    const { updateChangeRequestFromMain } = await mutate<takeFromMainMutation>(
      graphql`
        mutation takeFromMainMutation($input: UpdateChangeRequestFromMainInput!) {
          updateChangeRequestFromMain(input: $input) {
            result
            changeRequest {
              id
              version
              outdated
              ...MergeCard_changeRequest
              ...ChangeTabs_changeRequest
            }
          }
        }
      `,
      { input: { changeRequestId } },
    )
    return updateChangeRequestFromMain?.result ?? ''
  } catch {
    toast(texts.changeRequest.notSaved)
    return undefined
  }
}
