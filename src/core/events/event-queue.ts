/** Called with the next event as soon as it happens, or without one when there will be none. */
export interface Waiter<Event> {
  notify(event: Event | undefined): void
}

/** Where a subscriber gets its events from, by calls and not by promises. */
export interface EventSource<Event> {
  /** True while there are earlier events to take. */
  readonly isBehind: boolean
  /** The next event, if there is one in the queue. */
  dequeue(): Event | undefined
  /**
   * Registers a callback for the next live event. False when there is something queued, to be read or an
   * error first; then `untilMore` handles that.
   */
  notifyNext(waiter: Waiter<Event>): boolean
  /** Waits until there may be another event; false when it has ended. Rejects with the error that ended it. */
  untilMore(): Promise<boolean>
  /** Ends it with an error. Queued events are dropped. */
  fail(error: unknown): void
  return(): Promise<unknown>
}

type Result<Event> = IteratorResult<Event, undefined>

/**
 * The events that wait for one subscriber. A hand-written iterator, because unlike a generator it can be
 * ended while it waits.
 */
export class EventQueue<Event extends object>
  implements AsyncIterableIterator<Event, undefined>, EventSource<Event>
{
  protected waiting: Event[] = []
  readonly #onClose: () => void
  /** Only while there is nothing before the next live event. */
  #waiter: Waiter<Event> | undefined
  #closed = false
  #failure: unknown

  constructor(onClose: () => void) {
    this.#onClose = onClose
  }

  get isBehind(): boolean {
    return this.waiting.length > 0
  }

  get isClosed(): boolean {
    return this.#closed
  }

  dequeue(): Event | undefined {
    return this.waiting.shift()
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
    if (this.isBehind) return Promise.resolve(true)
    return new Promise((resolve) => {
      const notify = (event: Event | undefined) => {
        if (event) this.waiting.push(event)
        resolve(true)
      }
      this.notifyNext({ notify })
    })
  }

  fail(error: unknown): void {
    this.#failure ??= error
    this.#close()
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

  /** Passes an event to the subscriber if it waits, and otherwise appends it to the queue. */
  protected deliver(event: Event): void {
    if (this.#waiter) this.#notify(event)
    else this.waiting.push(event)
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    this.waiting = []
    this.#onClose()
    this.#notify(undefined)
  }

  #notify(event: Event | undefined): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    waiter?.notify(event)
  }
}
