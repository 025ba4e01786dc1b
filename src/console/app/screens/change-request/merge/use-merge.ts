import { useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { useMergeMutation } from '#console/useMergeMutation.graphql.ts'
import { toast } from '../../../parts/toasts.ts'
import { codeOf } from '../../../relay/request-error.ts'
import { texts } from '../../../texts/index.ts'
import type { ChangePlace } from '../place.ts'
import { useUpdateFromMain } from './use-update-from-main.ts'

interface Merged {
  changeRequestId: string
  number: number
  place: ChangePlace
  onDone: () => void
}

/** Merges what the person has seen. Where main has changed the same content, the conflicts are opened. */
export function useMerge({ changeRequestId, number, place, onDone }: Merged) {
  const [failure, setFailure] = useState<'changed' | 'failed' | 'conflicted'>()
  const { update, isBusy: isUpdating } = useUpdateFromMain(changeRequestId, place)
  const [commit, isMerging] = useMutation<useMergeMutation>(graphql`
    mutation useMergeMutation($input: MergeChangeRequestInput!) {
      mergeChangeRequest(input: $input) {
        result
        changeRequest {
          id
          version
          status
          outdated
          ...MergeCard_changeRequest
          ...ChangeTabs_changeRequest
        }
      }
    }
  `)
  const run = ({ revisionId, bypassRules }: { revisionId: string; bypassRules: boolean }) => {
    if (isMerging) return
    setFailure(undefined)
    commit({
      variables: { input: { changeRequestId, expectedRevision: revisionId, bypassRules } },
      onCompleted: () => {
        toast(texts.changeRequest.merge.done(number))
        onDone()
      },
      onError: (error) => {
        const code = codeOf(error)
        if (code === 'PRECONDITION_FAILED') return setFailure('changed')
        if (code !== 'CONFLICT') return setFailure('failed')
        setFailure('conflicted')
        update(onDone)
      },
    })
  }
  return { run, failure, isBusy: isMerging || isUpdating }
}
