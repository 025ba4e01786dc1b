import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { fetchQuery, useLazyLoadQuery } from 'react-relay/hooks'
import {
  createOperationDescriptor,
  type GraphQLTaggedNode,
  getRequest,
  type OperationType,
  type Variables,
  type VariablesOf,
} from 'relay-runtime'
import { environment } from './environment.ts'
import { isFresh, keyOfRead, noteRead } from './reads.ts'
import { codeOf } from './request-error.ts'

/** Increased by "Try again" of a screen that failed, so that its query is sent again. */
export const AttemptContext = createContext(0)

/** Why what is on the screen may no longer be shown, by query: the person has lost access, or it was deleted. */
const lost = new Map<string, unknown>()
const LOST: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN'])
const listeners = new Set<() => void>()

function noteLost(key: string, error: unknown): void {
  // Whatever else fails is shown by the state of the connection, and what was last read stays.
  if (!LOST.has(codeOf(error))) return
  lost.set(key, error)
  for (const listener of listeners) listener()
}

/** The queries of what is on the screen. */
const shown = new Map<string, () => void>()

/** Reads everything on the screen again, for example because the person may have lost access to it. */
export function rereadShown(): void {
  for (const readAgain of [...shown.values()]) readAgain()
}

/** Called by "Try again", which asks the server once more. */
export const forgetLost = (): void => lost.clear()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same key as the one of the request that Relay sends, with the defaults of the variables. */
function readKeyOf(query: GraphQLTaggedNode, variables: object): string {
  const { request } = createOperationDescriptor(getRequest(query), variables as Variables)
  return keyOfRead(request.node.params.name, request.variables)
}

/** Reads what a screen will show, before it is opened. */
export function preload<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Query>,
): void {
  const key = readKeyOf(query, variables)
  if (isFresh(key)) return
  noteRead(key)
  // A screen that opens meanwhile waits for the same answer. What fails is read again by the screen, which says so.
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
  const key = readKeyOf(query, variables)
  const error = useSyncExternalStore(subscribe, () => lost.get(key))
  if (error !== undefined) throw error
  // A read in the background that fails must not take away what is shown, so Relay itself only reads what is missing.
  const data = useLazyLoadQuery<Query>(query, variables, {
    fetchPolicy: attempt === 0 ? 'store-or-network' : 'network-only',
    fetchKey: attempt,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that the variables have.
  useEffect(() => {
    const readAgain = () => reread<Query>(query, variables)
    shown.set(key, readAgain)
    if (!isFresh(key)) readAgain()
    return () => void (shown.get(key) === readAgain && shown.delete(key))
  }, [key])
  return data
}

/** The queries that are being read again, and whether something has happened since that they may not contain. */
const underWay = new Map<string, boolean>()

/** Reads a query again in place, for example after an event of somebody else. What is shown stays until it has arrived. */
export function reread<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Query>,
): void {
  const key = readKeyOf(query, variables)
  // One after the other, so that no older answer replaces a newer one.
  if (underWay.has(key)) {
    underWay.set(key, true)
    return
  }
  underWay.set(key, false)
  noteRead(key)
  const end = () => {
    const isOutdated = underWay.get(key)
    underWay.delete(key)
    if (isOutdated) reread<Query>(query, variables)
  }
  // `fetchQuery` would return the answer to a request that was sent before the event.
  const operation = createOperationDescriptor(getRequest(query), variables, { force: true })
  environment.execute({ operation }).subscribe({
    complete: end,
    error: (error: unknown) => {
      noteLost(key, error)
      end()
    },
  })
}
