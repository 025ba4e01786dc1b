import { useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { ContentChangeInput, useChangeFilesMutation } from '#console/useChangeFilesMutation.graphql.ts'
import { useSpace } from '../space/space-context.ts'

/** Changes files of the main content; what fails is said where it was asked for. */
export function useChangeFiles(onDone: () => void) {
  const { id: spaceId } = useSpace()
  const [problem, setProblem] = useState<string>()
  const [commit, isBusy] = useMutation<useChangeFilesMutation>(graphql`
    mutation useChangeFilesMutation($input: ChangeContentInput!) {
      changeContent(input: $input) {
        revision {
          id
        }
      }
    }
  `)
  const change = (...changes: ContentChangeInput[]) => {
    if (isBusy) return
    setProblem(undefined)
    commit({
      variables: { input: { spaceId, changes } },
      onCompleted: onDone,
      onError: (error) => setProblem(error.message),
    })
  }
  return { change, isBusy, problem }
}
