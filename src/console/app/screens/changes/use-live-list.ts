import { useState } from 'react'
import type { GraphQLTaggedNode, OperationType, VariablesOf } from 'relay-runtime'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { reread } from '../../relay/use-screen-query.ts'

/** A list that is read again has at most this many rows; the rest is one click away. */
const MAX_REREAD = 250

interface AnyEvent {
  readonly type: string
  readonly changeRequestId: string | null | undefined
}

/** After these, change requests that could be merged may have conflicts. */
const ON_MAIN: ReadonlySet<string> = new Set(['SPACE_CONTENT_UPDATED', 'CHANGE_REQUEST_MERGED'])

/** Keeps a list of change requests up to date: what an event changes in it is read again, with as many rows as are shown. */
export function useLiveList<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Query> & { readonly count: number },
  shown: number,
) {
  const [generation, setGeneration] = useState(0)
  const again = useCoalesced(() => {
    const count = Math.min(Math.max(variables.count, shown), MAX_REREAD)
    reread<Query>(query, { ...variables, count })
  })
  const onEvent = ({ type, changeRequestId }: AnyEvent) => {
    const isOnMain = ON_MAIN.has(type)
    if (isOnMain) setGeneration((count) => count + 1)
    if (changeRequestId || isOnMain) again()
  }
  return { generation, onEvent, onGap: again }
}
