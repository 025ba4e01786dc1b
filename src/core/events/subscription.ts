import type { LoggedEvent } from './events.ts'

/** The number of events that are read from the log at a time. */
export const BATCH = 500
/**
 * The number of events that can be queued for a subscriber; one that is further behind reads them from the
 * log.
 */
const MAX_WAITING = 1_000

/** What every event of a subscription has. */
export interface PositionedEvent {
  readonly position: bigint
  /** The header `traceparent` of the request that caused it, while traces are turned on. */
  readonly trace?: string | null
}

interface SubscriptionParts<Event> {
  /** The position to start after. */
  after: bigint
  /** The position up to which this node has delivered events. */
  newest: () => bigint
  /** The first events after one position and up to another, at most a batch. */
  read: (after: bigint, upTo: bigint) => Promise<Event[]>
  matches: (event: Event) => boolean
  onClose: () => void
}

/**
 * Called with the next event of a subscription as soon as it happens, or without one when the subscription
 * has ended.
 */
export interface Waiter<Event = LoggedEvent> {
  notify(event: Event | undefined): void
}

/** Where a subscriber gets its events from, by calls and not by promises. */
export interface EventSource<Event> {
  /** True while there are earlier events to read. */
  readonly isBehind: boolean
  /** The next event, if there is one in the queue. */
  dequeue(): Event | undefined
  /**
   * Registers a callback for the next live event. False when there is something queued, to be read or an
   * error first; then `untilMore` handles that.
   */
  notifyNext(waiter: Waiter<Event>): boolean
  /**
   * Waits until there may be another event; false when the subscription has ended. Rejects with the error
   * that ended it.
   */
  untilMore(): Promise<boolean>
  /**
   * Ends it with an error. Queued events are dropped: the subscriber resumes from the last event that it
   * received.
   */
  fail(error: unknown): void
  return(): Promise<unknown>
}

type Result<Event> = IteratorResult<Event, undefined>

/**
 * The events of one subscriber, in order. It either reads the log or gets events as they happen, so that
 * its queue stays small however far behind it is. A hand-written iterator, because unlike a generator it
 * can be ended while it waits.
 */
export class Subscription<Event extends PositionedEvent = LoggedEvent>
  implements AsyncIterableIterator<Event, undefined>, EventSource<Event>
{
  readonly #parts: SubscriptionParts<Event>
  /** Every event up to here was delivered or is queued. */
  #upTo: bigint
  #waiting: Event[] = []
  /** Events that arrived while the log was being read; undefined when there were too many. */
  #meanwhile: Event[] | undefined
  /** Whether it is reading the log instead of getting live events. */
  #behind: boolean
  #closed = false
  #failure: unknown
  /** Only while the queue is empty and the log is not being read. */
  #waiter: Waiter<Event> | undefined

  constructor(parts: SubscriptionParts<Event>) {
    this.#parts = parts
    this.#upTo = parts.after
    this.#behind = parts.after < parts.newest()
  }

  get isBehind(): boolean {
    return this.#behind || this.#waiting.length > 0
  }

  /** Delivers a live event. */
  enqueue(event: Event): void {
    if (this.#closed || event.position <= this.#upTo || !this.#parts.matches(event)) return
    if (this.#waiter) {
      this.#upTo = event.position
      this.#notify(event)
      return
    }
    const line = this.#behind ? this.#meanwhile : this.#waiting
    if (line && line.length < MAX_WAITING) {
      line.push(event)
      if (!this.#behind) this.#upTo = event.position
      return
    }
    this.#behind = true
    this.#meanwhile = undefined
  }

  fail(error: unknown): void {
    this.#failure ??= error
    this.#close()
  }

  dequeue(): Event | undefined {
    return this.#waiting.shift()
  }

  notifyNext(waiter: Waiter<Event>): boolean {
    if (this.#closed || this.isBehind) return false
    this.#waiter = waiter
    return true
  }

  untilMore(): Promise<boolean> {
    if (this.#failure !== undefined) {
      const failure = this.#failure
      this.#failure = undefined
      return Promise.reject(failure)
    }
    if (this.#closed) return Promise.resolve(false)
    if (this.#behind) return this.#catchUp()
    if (this.#waiting.length > 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      const notify = (event: Event | undefined) => {
        if (event) this.#waiting.push(event)
        resolve(true)
      }
      this.notifyNext({ notify })
    })
  }

  async next(): Promise<Result<Event>> {
    for (;;) {
      const event = this.dequeue()
      if (event) return { done: false, value: event }
      if (!(await this.untilMore())) return { done: true, value: undefined }
    }
  }

  async return(): Promise<Result<Event>> {
    this.#close()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #catchUp(): Promise<boolean> {
    const newest = this.#parts.newest()
    this.#meanwhile = []
    const rows = await this.#parts.read(this.#upTo, newest)
    if (this.#closed) return true
    const meanwhile: Event[] | undefined = this.#meanwhile
    this.#meanwhile = undefined
    this.#waiting = rows.filter(this.#parts.matches)
    const isAll = rows.length < BATCH
    this.#upTo = isAll ? newest : (rows.at(-1)?.position ?? newest)
    if (isAll && meanwhile) {
      this.#waiting.push(...meanwhile)
      this.#upTo = meanwhile.at(-1)?.position ?? newest
      this.#behind = false
    }
    return true
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#waiting = []
    this.#parts.onClose()
    this.#notify(undefined)
  }

  #notify(event: Event | undefined): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    waiter?.notify(event)
  }
}
