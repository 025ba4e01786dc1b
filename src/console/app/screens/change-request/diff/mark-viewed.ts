import { graphql } from 'react-relay/hooks'
import { commitMutation, type RecordSourceProxy } from 'relay-runtime'
import type { MarkViewedInput, markViewedMutation } from '#console/markViewedMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { environment } from '../../../relay/environment.ts'
import { texts } from '../../../texts/index.ts'

/** Marks a changed page as viewed or not, at once in what is shown: these records of the store. */
export function markViewed(records: readonly string[], input: MarkViewedInput): void {
  const set = (isViewed: boolean) => (store: RecordSourceProxy) => {
    for (const id of records) store.get(id)?.setValue(isViewed, 'viewed')
  }
  commitMutation<markViewedMutation>(environment, {
    mutation: graphql`
      mutation markViewedMutation($input: MarkViewedInput!) {
        markViewed(input: $input) {
          viewed
          changeRequest {
            id
            viewedProgress {
              pages
              viewed
            }
          }
        }
      }
    `,
    variables: { input },
    optimisticUpdater: set(input.viewed ?? true),
    updater: (store, data) => data?.markViewed && set(data.markViewed.viewed)(store),
    onError: () => toast(texts.changeRequest.notSaved),
  })
}
