import { useEffect, useState } from 'react'
import { fetchQuery, graphql } from 'react-relay/hooks'
import type { useMergeStatesQuery, useMergeStatesQuery$data } from '#console/useMergeStatesQuery.graphql.ts'
import { environment } from '../../relay/environment.ts'

type Node = NonNullable<useMergeStatesQuery$data['nodes'][number]>
export type MergeStateName = NonNullable<Node['merge']>['state']

const query = graphql`
  query useMergeStatesQuery($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on ChangeRequest {
        merge {
          state
        }
      }
    }
  }
`

/** As many are asked for at once: to know one, the server may have to merge its texts. */
const MAX_ASKED = 50

interface Listed {
  readonly id: string
  readonly version: number
  readonly status: string
  readonly outdated: boolean
}

const OPEN: ReadonlySet<string> = new Set(['OPEN', 'DRAFT'])

/**
 * Whether the change requests of a list can be merged: read after the list, which is shown meanwhile. Read again for those that
 * have changed, and for all of them when main content has: then the `generation` is another.
 */
export function useMergeStates(
  changes: readonly Listed[],
  generation: number,
): ReadonlyMap<string, MergeStateName> {
  const [states, setStates] = useState<ReadonlyMap<string, MergeStateName>>(new Map())
  const [asked] = useState(() => new Map<string, string>())
  const stateOf = ({ version, outdated }: Listed) => `${version} ${outdated} ${generation}`
  const isDue = (change: Listed) => OPEN.has(change.status) && asked.get(change.id) !== stateOf(change)
  const due = changes.filter(isDue).slice(0, MAX_ASKED)
  useEffect(() => {
    if (due.length === 0) return
    for (const change of due) asked.set(change.id, stateOf(change))
    fetchQuery<useMergeStatesQuery>(environment, query, { ids: due.map(({ id }) => id) }).subscribe({
      next: ({ nodes }) =>
        setStates((known) => {
          const next = new Map(known)
          for (const node of nodes) if (node?.merge) next.set(node.id, node.merge.state)
          return next
        }),
      // The list is useful without it.
      error: () => {},
    })
  })
  return states
}
