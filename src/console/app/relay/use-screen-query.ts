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
import { forgetReadsBefore, isFresh, keyOfRead, noteRead, wasReadBefore } from './reads.ts'
import { onRefused } from './refused.ts'
import { codeOf, RequestError } from './request-error.ts'

/** Increased by "Try again" of a screen that failed, so that its query is sent again. */
export const AttemptContext = createContext(0)

/** Why what is on the screen may no longer be shown, by query: the person has lost access, or it was deleted. */
const lost = new Map<string, unknown>()
const LOST: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN'])
const listeners = new Set<() => void>()

function noteLost(key: string, error: unknown): void {
  if (!(error instanceof RequestError)) reportError(error)
  // Whatever else fails is shown by the state of the connection, and what was last read stays.
  if (!LOST.has(codeOf(error))) return
  lost.set(key, error)
  for (const listener of listeners) listener()
}

/** The queries of what is on the screen, with the number of components that show them. */
const shown = new Map<string, { readAgain: () => void; users: number }>()

/** Reads everything on the screen again, for example because the person may have lost access to it. */
export function rereadShown(): void {
  for (const { readAgain } of [...shown.values()]) readAgain()
}

// Rights can be reduced without an event that the person may see: then the buttons go with the first refusal.
onRefused(rereadShown)

/** Reads again what was read before a time, also what is only about to be shown. */
export function rereadOlder(time: number): void {
  const older = [...shown].filter(([key]) => wasReadBefore(key, time))
  forgetReadsBefore(time)
  for (const [, { readAgain }] of older) readAgain()
}

/** Notes that one more component shows a query, which the first one reads again unless it was read a moment ago. */
function show(key: string, readAgain: () => void): () => void {
  const entry = shown.get(key) ?? { readAgain, users: 0 }
  shown.set(key, entry)
  entry.users += 1
  // The component that shows it decides when it changes: a dialog that opens beside it must not change what the person sees.
  if (entry.users === 1 && !isFresh(key)) readAgain()
  return () => {
    entry.users -= 1
    if (entry.users === 0) shown.delete(key)
  }
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
  useEffect(() => show(key, () => void reread<Query>(query, variables)), [key])
  return data
}

/** The queries that are being read again, and the answer after which what happened meanwhile is read. */
const underWay = new Map<string, { done: Promise<void>; next?: Promise<void> }>()

/**
 * Reads a query again in place, for example after an event of somebody else. What is shown stays until it has arrived.
 * The promise is fulfilled once it has, also if that failed.
 */
export function reread<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Query>,
): Promise<void> {
  const key = readKeyOf(query, variables)
  const current = underWay.get(key)
  // One after the other, so that no older answer replaces a newer one.
  if (current) {
    current.next ??= current.done.then(() => reread<Query>(query, variables))
    return current.next
  }
  noteRead(key)
  // `fetchQuery` would return the answer to a request that was sent before the event.
  const operation = createOperationDescriptor(getRequest(query), variables, { force: true })
  const done = environment
    .execute({ operation })
    .toPromise()
    .catch((error: unknown) => noteLost(key, error))
    .then(() => void underWay.delete(key))
  underWay.set(key, { done })
  return done
}
