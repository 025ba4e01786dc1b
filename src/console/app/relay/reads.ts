/** What was read a moment ago, for example while the pointer was on the link, is not read again. */
const FRESH_MS = 5_000
const MAX_NOTED = 200
const readAt = new Map<string, number>()

/** A query and its variables as they are sent. */
export const keyOfRead = (name: string, variables: object): string => `${name} ${JSON.stringify(variables)}`

export const isFresh = (key: string): boolean =>
  performance.now() - (readAt.get(key) ?? Number.NEGATIVE_INFINITY) < FRESH_MS

export function noteRead(key: string): void {
  if (readAt.size > MAX_NOTED) readAt.clear()
  readAt.set(key, performance.now())
}

export const wasReadBefore = (key: string, time: number): boolean => (readAt.get(key) ?? 0) < time

/** What was read before this time is no longer new. */
export function forgetReadsBefore(time: number): void {
  for (const [key, at] of readAt) if (at < time) readAt.delete(key)
}

/** What was long under way is new when it arrives, unless an event came meanwhile. */
export function noteArrival(key: string): void {
  if (readAt.has(key)) noteRead(key)
}

/** After an event, nothing that was read before it counts as new: the screen that shows it may not be there to hear of it. */
export const forgetReads = (): void => readAt.clear()
