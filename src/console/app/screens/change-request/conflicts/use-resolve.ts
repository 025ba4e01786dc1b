import { useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type {
  ConflictResolution,
  ContentChangeInput,
  useResolveMutation,
} from '#console/useResolveMutation.graphql.ts'
import { codeOf } from '../../../relay/request-error.ts'
import { texts } from '../../../texts/index.ts'

interface Resolvable {
  conflictId: string
  changeRequestId: string
  revisionId: string
  readAgain: () => void
}

/** What is decided: one side, or other content. */
export type Resolve = (
  resolution: ConflictResolution,
  changes?: ContentChangeInput[],
  onDone?: () => void,
) => void

/** What tells that somebody else was faster. */
const STALE: ReadonlySet<string> = new Set(['CONFLICT', 'NOT_FOUND', 'PRECONDITION_FAILED'])

/** Resolves a conflict, once at a time. */
export function useResolve({ conflictId, changeRequestId, revisionId, readAgain }: Resolvable) {
  const [problem, setProblem] = useState<string>()
  const [commit, isBusy] = useMutation<useResolveMutation>(graphql`
    mutation useResolveMutation($input: ResolveConflictInput!) {
      resolveConflict(input: $input) {
        conflict {
          id
          resolution
          resolvedAt
          resolvedBy {
            id
            displayName
          }
        }
        changeRequest {
          id
          version
          revision {
            id
          }
        }
      }
    }
  `)
  const resolve: Resolve = (resolution, changes, onDone) => {
    if (isBusy) return
    setProblem(undefined)
    const custom = changes && { changes, expectedRevision: revisionId }
    commit({
      variables: { input: { changeRequestId, conflictId, resolution, ...custom } },
      onCompleted: () => {
        onDone?.()
        readAgain()
      },
      onError: (error) => {
        const isStale = STALE.has(codeOf(error))
        setProblem(isStale ? texts.conflicts.alreadyResolved : texts.conflicts.refused)
        if (isStale) readAgain()
      },
    })
  }
  return { resolve, isBusy, problem }
}
