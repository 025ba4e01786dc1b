import { graphql, useMutation } from 'react-relay/hooks'
import type { RecordSourceProxy } from 'relay-runtime'
import type { useViewedMutation } from '#console/useViewedMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import type { ChangePlace } from '../place.ts'

interface Viewable {
  readonly __id: string
  readonly subjectId: string
  readonly viewed: boolean | null | undefined
}

interface Shown {
  place: ChangePlace
  /** The revision that is shown: a later change of the page is not viewed yet. */
  revisionId: string
}

/** Whether the person has viewed a changed page as it is now. Undefined for what cannot be marked. */
export function useViewed(changes: readonly Viewable[], { place, revisionId }: Shown) {
  const [commit] = useMutation<useViewedMutation>(graphql`
    mutation useViewedMutation($input: MarkViewedInput!) {
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
  `)
  const [first] = changes
  const isViewed = first?.viewed ?? undefined
  const set = (isNowViewed: boolean) => (store: RecordSourceProxy) => {
    for (const { __id } of changes) store.get(__id)?.setValue(isNowViewed, 'viewed')
  }
  const toggle = () => {
    if (!first || isViewed === undefined) return
    commit({
      variables: {
        input: {
          spaceId: place.space,
          changeRequestId: String(place.number),
          pageId: first.subjectId,
          viewed: !isViewed,
          ...(isViewed ? {} : { revision: revisionId }),
        },
      },
      optimisticUpdater: set(!isViewed),
      updater: (store, data) => data?.markViewed && set(data.markViewed.viewed)(store),
      onError: () => toast(texts.changeRequest.notSaved),
    })
  }
  return { isViewed, toggle }
}
