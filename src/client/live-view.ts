import type { Connection } from './connection.ts'
import { type Document, sentDocument, type Variables } from './document.ts'
import { RequestError } from './errors.ts'
import { needsText } from './execute.ts'

export interface LiveViewOptions<Event extends { cursor: string }> {
  connection: Connection
  /** A subscription with one field, which selects `cursor`, and with the variable `$after: String`. */
  subscription: Document<unknown, never>
  /** Its other variables. */
  variables: Variables
  /** Reads the `eventCursor` of the space or organization. Called before each snapshot. */
  readCursor: () => Promise<string>
  /** Reads and shows everything. Called at the start, and again when the cursor is too old to resume from. */
  readSnapshot: () => Promise<void>
  /** Called once for every event since the cursor, in commit order. What it throws ends the view. */
  onEvent: (event: Event) => void
}

export interface LiveView {
  /** Resolves when the view was closed, and rejects when it cannot go on: access was lost, or the token rejected. */
  ended: Promise<void>
  close: () => void
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
const RETRIED = new Set(['CONNECTION_LOST', 'UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'])

/** Shows a snapshot and then every later event, across lost connections and restarts of the server. */
export function openLiveView<Event extends { cursor: string }>(options: LiveViewOptions<Event>): LiveView {
  const stop = new AbortController()
  return { ended: follow(options, stop.signal), close: () => stop.abort() }
}

async function follow<Event extends { cursor: string }>(
  { connection, subscription, variables, readCursor, readSnapshot, onEvent }: LiveViewOptions<Event>,
  signal: AbortSignal,
): Promise<void> {
  let cursor: string | undefined
  let rejectedToken: string | undefined
  // graphql-ws sends a subscription again by itself after some closes: the getter makes it send the last cursor then.
  const resumed = Object.defineProperty({ ...variables }, 'after', { enumerable: true, get: () => cursor })
  for (let failures = 0; !signal.aborted; failures++) {
    const begun = performance.now()
    const isById = sentDocument(subscription).documentId !== undefined
    try {
      if (cursor === undefined) {
        // The cursor first: what happens while the snapshot is read is repeated by the subscription and never missed.
        const start = await readCursor()
        await readSnapshot()
        cursor = start
      }
      for await (const result of connection.subscribe(subscription, resumed, signal)) {
        const event = Object.values(result.data ?? {})[0] as Event
        failures = 0
        if (signal.aborted) return
        if (event.cursor === cursor) continue
        onEvent(event)
        cursor = event.cursor
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof RequestError)) throw error
      const { code, token } = error
      if (isById && needsText(error, subscription)) continue
      if (code === 'INVALID_CURSOR' && cursor !== undefined) cursor = undefined
      else if (code === 'UNAUTHENTICATED' && token !== rejectedToken) rejectedToken = token
      else if (!RETRIED.has(code)) throw error
    }
    if (performance.now() - begun > LONGEST_PAUSE_MS) failures = 0
    await pause(
      Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
      signal,
    )
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
