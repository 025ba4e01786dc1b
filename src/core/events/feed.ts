import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { DomainError } from '../errors.ts'
import { positionIn, requireStillThere } from './event-cursor.ts'
import type { LoggedEvent } from './events.ts'
import { BATCH, Subscription } from './subscription.ts'

export { eventCursor } from './event-cursor.ts'

/** What a subscriber follows: an organization, or one of its spaces, from now on or from a cursor. */
export interface Follow {
  organizationId: string
  spaceId?: string | undefined
  /** Events without a space that followers of a space get as well, because they end the subscription. */
  isEnding?: (event: LoggedEvent) => boolean
  /** A further restriction of the events. */
  matches: (event: LoggedEvent) => boolean
  after?: string | undefined
}

/** An event as the driver returns it. */
type StoredEvent = Omit<LoggedEvent, 'position'> & { position: string }

const COLUMNS = `"position", "organizationId", "spaceId", "changeRequestId", "type", "actorId", "occurredAt", "subject", "trace"`
const NEWEST = statement<{ position: string }>({
  name: 'newestEvent',
  text: `SELECT coalesce(max("position"), 0)::text AS "position" FROM "Event" WHERE "organizationId" = $1`,
})
const SINCE = statement<StoredEvent>({
  name: 'eventsSince',
  text: `SELECT ${COLUMNS} FROM "Event" WHERE "organizationId" = $1 AND "position" > $2 ORDER BY "position" LIMIT ${BATCH}`,
})
const OF_SPACE_BETWEEN = statement<StoredEvent>({
  name: 'spaceEventsBetween',
  text: `SELECT ${COLUMNS} FROM "Event" WHERE "spaceId" = $1 AND "position" > $2 AND "position" <= $3
    ORDER BY "position" LIMIT ${BATCH}`,
})
const OF_ORGANIZATION_BETWEEN = statement<StoredEvent>({
  name: 'organizationEventsBetween',
  text: `SELECT ${COLUMNS} FROM "Event" WHERE "organizationId" = $1 AND "position" > $2 AND "position" <= $3
    ORDER BY "position" LIMIT ${BATCH}`,
})

type Listener = (event: LoggedEvent) => void

/** The state of one organization on this node. */
interface Stream {
  /** Every event up to this position was passed to the current listeners. */
  position: bigint
  ready: Promise<void>
  /** Subscribers that are listening, and those that are about to; without either, the stream is removed. */
  followers: number
  listeners: Set<Listener>
  reading: boolean
  again: boolean
}

const asEvent = (row: StoredEvent): LoggedEvent => ({ ...row, position: BigInt(row.position) })

/**
 * Delivers the event log to the live subscribers of this node. The log is the source and is read by
 * position; a message between nodes only says when to read, so a lost one delays events but loses none.
 */
export class Feed {
  readonly #db: Queryable
  readonly #streams = new Map<string, Stream>()
  readonly #onError: (error: unknown) => void
  readonly #onDelivery: ((event: LoggedEvent) => void) | undefined
  readonly #open = new Set<Subscription>()
  #closed = false

  constructor(db: Queryable, onError: (error: unknown) => void, onDelivery?: (event: LoggedEvent) => void) {
    this.#db = db
    this.#onError = onError
    this.#onDelivery = onDelivery
  }

  /** The number of subscribers on this node. */
  get size(): number {
    return this.#open.size
  }

  /** Events were appended for this organization. */
  notify(organizationId: string): void {
    const stream = this.#streams.get(organizationId)
    if (stream) stream.ready.then(() => this.#read(organizationId, stream)).catch(this.#onError)
  }

  /** Events may have been appended for any organization. */
  notifyAll(): void {
    for (const organizationId of this.#streams.keys()) this.notify(organizationId)
  }

  /**
   * Streams events in commit order: everything after the cursor, then live events, without gaps or
   * duplicates.
   */
  async follow(ask: Follow): Promise<Subscription> {
    const { organizationId, spaceId } = ask
    const after = ask.after === undefined ? undefined : positionIn(organizationId, ask.after)
    if (after !== undefined) await requireStillThere(this.#db, organizationId, after)
    const stream = this.#streams.get(organizationId) ?? this.#start(organizationId)
    stream.followers++
    const leave = () => {
      if (--stream.followers === 0) this.#streams.delete(organizationId)
    }
    try {
      await stream.ready
      if (this.#closed)
        throw new DomainError(
          'unavailable',
          'The server is stopping. Subscribe again in a few seconds, with the last cursor.',
        )
    } catch (error) {
      leave()
      throw error
    }
    // No await from here to the registration of the listener, so no event falls between log and listener.
    const subscription = new Subscription({
      after: after ?? stream.position,
      newest: () => stream.position,
      read: (from, to) => this.#between(ask, from, to),
      matches: ask.matches,
      onClose: () => {
        stream.listeners.delete(listener)
        this.#open.delete(subscription)
        leave()
      },
    })
    const listener: Listener = (event) => {
      const isFollowed = spaceId === undefined || event.spaceId === spaceId || ask.isEnding?.(event)
      if (isFollowed) subscription.enqueue(event)
    }
    stream.listeners.add(listener)
    this.#open.add(subscription)
    return subscription
  }

  /** Ends every subscription: the node is stopping, and clients resume on another one. */
  close(): void {
    this.#closed = true
    for (const subscription of [...this.#open]) void subscription.return()
  }

  #start(organizationId: string): Stream {
    const stream: Stream = {
      position: 0n,
      ready: this.#db.query(NEWEST, [organizationId]).then(([newest]) => {
        stream.position = BigInt(newest?.position ?? 0)
      }),
      followers: 0,
      listeners: new Set(),
      reading: false,
      again: false,
    }
    this.#streams.set(organizationId, stream)
    return stream
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
        rows = (await this.#db.query(SINCE, [organizationId, String(stream.position)])).map(asEvent)
        for (const event of rows) {
          stream.position = event.position
          for (const listener of stream.listeners) listener(event)
          this.#onDelivery?.(event)
        }
      } while (stream.again || rows.length === BATCH)
    } finally {
      stream.reading = false
    }
  }

  async #between(ask: Follow, after: bigint, upTo: bigint): Promise<LoggedEvent[]> {
    const [between, key] =
      ask.spaceId === undefined
        ? [OF_ORGANIZATION_BETWEEN, ask.organizationId]
        : [OF_SPACE_BETWEEN, ask.spaceId]
    const rows = await this.#db.query(between, [key, String(after), String(upTo)])
    // For a subscriber that is far behind, events may be removed before they are read.
    await requireStillThere(this.#db, ask.organizationId, after)
    return rows.map(asEvent)
  }
}
