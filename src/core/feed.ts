import type { Queryable } from '../platform/database.ts'
import { bindCursor, decodeCursor, encodeCursor } from './cursor.ts'
import { DomainError } from './errors.ts'
import type { LoggedEvent } from './events.ts'

/** What a subscriber follows: an organization, or one space of it, from now on or from a cursor. */
export interface Follow {
  organizationId: string
  spaceId?: string | undefined
  /** Narrower than the place: which of its events count. */
  matches: (event: LoggedEvent) => boolean
  after?: string | undefined
}

/** How many events are read from the log at a time. */
const BATCH = 500
/** A subscriber that is this far behind is let go; it can resume from its last cursor. */
const MOST_WAITING = 10_000
/** Wake-ups can be lost; nobody is later than this. */
const POLL_MS = 5_000

const COLUMNS = `"position", "organizationId", "spaceId", "changeRequestId", "type", "actorId", "occurredAt", "subject"`
const NEWEST = {
  name: 'newestEvent',
  text: `SELECT coalesce(max("position"), 0)::text AS "position" FROM "Event" WHERE "organizationId" = $1`,
}
const SINCE = {
  name: 'eventsSince',
  text: `SELECT ${COLUMNS} FROM "Event" WHERE "organizationId" = $1 AND "position" > $2 ORDER BY "position" LIMIT ${BATCH}`,
}
const OF_SPACE_BETWEEN = {
  name: 'spaceEventsBetween',
  text: `SELECT ${COLUMNS} FROM "Event" WHERE "spaceId" = $1 AND "position" > $2 AND "position" <= $3
    ORDER BY "position" LIMIT ${BATCH}`,
}
const OF_ORGANIZATION_BETWEEN = {
  name: 'organizationEventsBetween',
  text: `SELECT ${COLUMNS} FROM "Event" WHERE "organizationId" = $1 AND "position" > $2 AND "position" <= $3
    ORDER BY "position" LIMIT ${BATCH}`,
}

type Listener = (event: LoggedEvent) => void

/** What this node follows of one organization. */
interface Stream {
  position: bigint
  listeners: Set<Listener>
  reading: boolean
  again: boolean
}

const asEvent = (row: LoggedEvent): LoggedEvent => ({ ...row, position: BigInt(row.position) })

const bindingOf = (organizationId: string) => bindCursor('events', organizationId, '')

/** The place in the log right after an event, good for `after` on any node. */
export function eventCursor(event: LoggedEvent): string {
  return encodeCursor(bindingOf(event.organizationId), [String(event.position)])
}

/**
 * Brings the event log to live subscribers of this node. The log is the truth and is read by position; a wake-up only
 * says when to look, so that a lost one delays and never loses.
 */
export class Feed {
  readonly #db: Queryable
  readonly #streams = new Map<string, Promise<Stream>>()
  readonly #poll: NodeJS.Timeout
  readonly #onError: (error: unknown) => void
  readonly #open = new Set<Subscription>()

  constructor(db: Queryable, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
    this.#poll = setInterval(() => this.wakeAll(), POLL_MS)
    this.#poll.unref()
  }

  /** How many subscribers this node serves. */
  get size(): number {
    return this.#open.size
  }

  /** Something was appended for this organization. */
  wake(organizationId: string): void {
    const stream = this.#streams.get(organizationId)
    if (stream) stream.then((known) => this.#read(organizationId, known)).catch(this.#onError)
  }

  wakeAll(): void {
    for (const organizationId of this.#streams.keys()) this.wake(organizationId)
  }

  /** Follows events in commit order: everything after the cursor, then live; no gap, no double. */
  async follow(ask: Follow): Promise<Subscription> {
    const after =
      ask.after === undefined
        ? undefined
        : BigInt(decodeCursor(bindingOf(ask.organizationId), ask.after, 1)[0] ?? 0)
    const stream = await this.#join(ask.organizationId)
    // From here to the listener's registration nothing awaits, so no event falls between log and listener.
    const joinedAt = stream.position
    const subscription = new Subscription({
      seen: after ?? joinedAt,
      backlog: (seen) => (seen < joinedAt ? this.#between(ask, seen, joinedAt) : null),
      matches: ask.matches,
      onClose: () => {
        stream.listeners.delete(listener)
        this.#open.delete(subscription)
        if (stream.listeners.size === 0) this.#streams.delete(ask.organizationId)
      },
    })
    const listener: Listener = (event) => {
      if (ask.spaceId === undefined || event.spaceId === ask.spaceId) subscription.put(event)
    }
    stream.listeners.add(listener)
    this.#open.add(subscription)
    return subscription
  }

  /** Ends every subscription: the node is stopping, and clients resume elsewhere. */
  close(): void {
    clearInterval(this.#poll)
    for (const subscription of [...this.#open]) void subscription.return()
  }

  #join(organizationId: string): Promise<Stream> {
    const known = this.#streams.get(organizationId)
    if (known) return known
    const starting = this.#db.query<{ position: string }>(NEWEST, [organizationId]).then(([newest]) => ({
      position: BigInt(newest?.position ?? 0),
      listeners: new Set<Listener>(),
      reading: false,
      again: false,
    }))
    this.#streams.set(organizationId, starting)
    starting.catch(() => this.#streams.delete(organizationId))
    return starting
  }

  async #read(organizationId: string, stream: Stream): Promise<void> {
    if (stream.reading) {
      stream.again = true
      return
    }
    stream.reading = true
    try {
      let rows: LoggedEvent[]
      do {
        stream.again = false
        rows = (await this.#db.query<LoggedEvent>(SINCE, [organizationId, String(stream.position)])).map(
          asEvent,
        )
        for (const event of rows) {
          stream.position = event.position
          for (const listener of stream.listeners) listener(event)
        }
      } while (stream.again || rows.length === BATCH)
    } finally {
      stream.reading = false
    }
  }

  async #between(ask: Follow, after: bigint, upTo: bigint): Promise<LoggedEvent[]> {
    const [statement, key] =
      ask.spaceId === undefined
        ? [OF_ORGANIZATION_BETWEEN, ask.organizationId]
        : [OF_SPACE_BETWEEN, ask.spaceId]
    const rows = await this.#db.query<LoggedEvent>(statement, [key, String(after), String(upTo)])
    return rows.map(asEvent)
  }
}

interface SubscriptionParts {
  seen: bigint
  /** The next part of what happened before joining; null when there is none left. */
  backlog: (seen: bigint) => Promise<LoggedEvent[]> | null
  matches: (event: LoggedEvent) => boolean
  onClose: () => void
}

type Result = IteratorResult<LoggedEvent, undefined>

/** One subscriber's events. An iterator by hand: unlike a generator it can be ended while it waits. */
export class Subscription implements AsyncIterableIterator<LoggedEvent, undefined> {
  readonly #parts: SubscriptionParts
  readonly #live: LoggedEvent[] = []
  #past: LoggedEvent[] = []
  #seen: bigint
  #caughtUp = false
  #closed = false
  #failure: unknown
  #waiting: (() => void) | undefined

  constructor(parts: SubscriptionParts) {
    this.#parts = parts
    this.#seen = parts.seen
  }

  put(event: LoggedEvent): void {
    if (this.#closed || !this.#parts.matches(event)) return
    if (this.#live.length >= MOST_WAITING) {
      this.fail(
        new DomainError('unavailable', 'You are too far behind. Resume with the last cursor you have seen.'),
      )
      return
    }
    this.#live.push(event)
    this.#waiting?.()
  }

  /** Ends it with an error that the subscriber sees after what is already waiting. */
  fail(error: unknown): void {
    this.#failure ??= error
    this.#close()
  }

  async next(): Promise<Result> {
    for (;;) {
      const event = await this.#take()
      if (event) {
        if (event.position <= this.#seen) continue
        this.#seen = event.position
        return { done: false, value: event }
      }
      if (this.#failure !== undefined) {
        const failure = this.#failure
        this.#failure = undefined
        throw failure
      }
      if (this.#closed) return { done: true, value: undefined }
      await new Promise<void>((resolve) => {
        this.#waiting = resolve
      })
      this.#waiting = undefined
    }
  }

  async return(): Promise<Result> {
    this.#live.length = 0
    this.#past.length = 0
    this.#close()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #take(): Promise<LoggedEvent | undefined> {
    while (!this.#caughtUp && !this.#closed) {
      const waiting = this.#past.shift()
      if (waiting) {
        if (this.#parts.matches(waiting)) return waiting
        this.#seen = waiting.position
        continue
      }
      const reading = this.#parts.backlog(this.#seen)
      this.#past = reading ? await reading : []
      this.#caughtUp = this.#past.length === 0
    }
    return this.#live.shift()
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#parts.onClose()
    this.#waiting?.()
  }
}
