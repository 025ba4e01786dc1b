import { createContext, useContext } from 'react'
import { fetchQuery, useLazyLoadQuery } from 'react-relay/hooks'
import { type GraphQLTaggedNode, getRequest, type OperationType, type VariablesOf } from 'relay-runtime'
import { environment } from './environment.ts'

/** Increased by "Try again" of a screen that failed, so that its query is sent again. */
export const AttemptContext = createContext(0)

/** What was read a moment ago, for example while the pointer was on the link, is not read again. */
const FRESH_MS = 5_000
const readAt = new Map<string, number>()

const cacheKeyOf = (query: GraphQLTaggedNode, variables: object): string =>
  `${getRequest(query).params.name} ${JSON.stringify(variables)}`

function isFresh(key: string): boolean {
  return performance.now() - (readAt.get(key) ?? Number.NEGATIVE_INFINITY) < FRESH_MS
}

function noteRead(key: string): void {
  if (readAt.size > 200) readAt.clear()
  readAt.set(key, performance.now())
}

/** Reads what a screen will show, before it is opened. */
export function preload<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Query>,
): void {
  const key = cacheKeyOf(query, variables)
  if (isFresh(key)) return
  noteRead(key)
  // What fails is read again by the screen, which says so.
  fetchQuery<Query>(environment, query, variables, { fetchPolicy: 'network-only' }).subscribe({
    error: () => {},
  })
}

/** Reads what a screen shows: at once from what is known, and then from the server unless it was read a moment ago. */
export function useScreenQuery<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Query>,
): Query['response'] {
  const attempt = useContext(AttemptContext)
  const key = cacheKeyOf(query, variables)
  const fetchPolicy = isFresh(key) ? 'store-or-network' : 'store-and-network'
  const data = useLazyLoadQuery<Query>(query, variables, { fetchPolicy, fetchKey: attempt })
  return data
}

/** Reads a query again in place, for example after an event of somebody else. What is shown stays until it has arrived. */
export function reread<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Query>,
): void {
  noteRead(cacheKeyOf(query, variables))
  fetchQuery<Query>(environment, query, variables, { fetchPolicy: 'network-only' }).subscribe({
    error: () => {},
  })
}
