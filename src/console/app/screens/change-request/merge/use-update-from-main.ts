import { useNavigate } from '@tanstack/react-router'
import { graphql, useMutation } from 'react-relay/hooks'
import type { useUpdateFromMainMutation } from '#console/useUpdateFromMainMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import { rereadChanges } from '../diff/use-changes.ts'
import type { ChangePlace } from '../place.ts'

/** Brings the changes of main into a change request. Where both changed the same, the conflicts are opened. */
export function useUpdateFromMain(changeRequestId: string, place: ChangePlace) {
  const navigate = useNavigate()
  const [commit, isBusy] = useMutation<useUpdateFromMainMutation>(graphql`
    mutation useUpdateFromMainMutation($input: UpdateChangeRequestFromMainInput!) {
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
  `)
  const update = (onDone?: () => void) => {
    if (isBusy) return
    commit({
      variables: { input: { changeRequestId } },
      onCompleted: ({ updateChangeRequestFromMain }) => {
        onDone?.()
        rereadChanges(place)
        if (updateChangeRequestFromMain?.result !== 'CONFLICTS') return toast(texts.changeRequest.updated)
        void navigate({
          to: '/s/$space/changes/$number',
          params: { space: place.space, number: String(place.number) },
          search: { view: 'conflicts' } as never,
        })
      },
      onError: () => toast(texts.changeRequest.notSaved),
    })
  }
  return { update, isBusy }
}
