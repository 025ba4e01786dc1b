import { EventQueue } from './event-queue.ts'
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
 * The events of one subscriber, in order. It either reads the log or gets events as they happen, so that
 * its queue stays small however far behind it is. A subscriber whose subscription fails resumes from the
 * last event that it received.
 */
export class Subscription<Event extends PositionedEvent = LoggedEvent> extends EventQueue<Event> {
  readonly #parts: SubscriptionParts<Event>
  /** Every event up to here was delivered or is queued. */
  #upTo: bigint
  /** Events that arrived while the log was being read; undefined when there were too many. */
  #meanwhile: Event[] | undefined
  /** Whether it is reading the log instead of getting live events. */
  #behind: boolean

  constructor(parts: SubscriptionParts<Event>) {
    super(parts.onClose)
    this.#parts = parts
    this.#upTo = parts.after
    this.#behind = parts.after < parts.newest()
  }

  override get isBehind(): boolean {
    return this.#behind || super.isBehind
  }

  /** Delivers a live event. */
  enqueue(event: Event): void {
    if (this.isClosed || event.position <= this.#upTo || !this.#parts.matches(event)) return
    if (this.#behind) {
      if (this.#meanwhile && this.#meanwhile.length < MAX_WAITING) this.#meanwhile.push(event)
      else this.#meanwhile = undefined
    } else if (this.waiting.length < MAX_WAITING) {
      this.#upTo = event.position
      this.deliver(event)
    } else this.#behind = true
  }

  override untilMore(): Promise<boolean> {
    return this.#behind && !this.isClosed ? this.#catchUp() : super.untilMore()
  }

  async #catchUp(): Promise<boolean> {
    const newest = this.#parts.newest()
    this.#meanwhile = []
    const rows = await this.#parts.read(this.#upTo, newest)
    if (this.isClosed) return true
    const meanwhile: Event[] | undefined = this.#meanwhile
    this.#meanwhile = undefined
    this.waiting = rows.filter(this.#parts.matches)
    const isAll = rows.length < BATCH
    this.#upTo = isAll ? newest : (rows.at(-1)?.position ?? newest)
    if (isAll && meanwhile) {
      this.waiting.push(...meanwhile)
      this.#upTo = meanwhile.at(-1)?.position ?? newest
      this.#behind = false
    }
    return true
  }
}
