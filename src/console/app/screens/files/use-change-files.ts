import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { ContentChangeInput, useChangeFilesMutation } from '#console/useChangeFilesMutation.graphql.ts'
import { messageOf } from '../../forms/message-of.ts'
import { mutate } from '../../relay/mutate.ts'
import { useSpace } from '../space/space-context.ts'

/** Changes files of the main content; what fails in `change` is said where it was asked for. */
export function useChangeFiles(onDone?: () => void) {
  const { id: spaceId } = useSpace()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = (...changes: ContentChangeInput[]) =>
    mutate<useChangeFilesMutation>(
      graphql`
        mutation useChangeFilesMutation($input: ChangeContentInput!) {
          changeContent(input: $input) {
            revision {
              id
            }
          }
        }
      `,
      { input: { spaceId, changes } },
    )
  const change = (...changes: ContentChangeInput[]) => {
    if (isBusy) return
    setProblem(undefined)
    setBusy(true)
    send(...changes)
      .then(onDone, (error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false))
  }
  return { change, send, isBusy, problem }
}
