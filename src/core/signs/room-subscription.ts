import type { LoggedEvent } from '../events/events.ts'
import type { EventSource, Subscription, Waiter } from '../events/subscription.ts'
import type { RoomState } from './sign-of-life.ts'

interface RoomSubscriptionParts {
  readonly first: RoomState
  readonly access: Subscription
  readonly onAccess: (event: LoggedEvent) => void
  readonly onClose: () => void
}

/** The states of a room for one subscriber. Only the newest one waits: an older one is of no use. */
export class RoomSubscription implements EventSource<RoomState> {
  readonly #parts: RoomSubscriptionParts
  #next: RoomState | undefined
  #waiter: Waiter<RoomState> | undefined
  #closed = false
  #failure: unknown

  constructor(parts: RoomSubscriptionParts) {
    this.#parts = parts
    this.#next = parts.first
    void this.#watchAccess()
  }

  /** Never: there is nothing to catch up with. */
  get isBehind(): boolean {
    return false
  }

  put(state: RoomState): void {
    if (this.#closed) return
    const waiter = this.#waiter
    this.#waiter = undefined
    if (waiter) waiter.notify(state)
    else this.#next = state
  }

  dequeue(): RoomState | undefined {
    const next = this.#next
    this.#next = undefined
    return next
  }

  notifyNext(waiter: Waiter<RoomState>): boolean {
    if (this.#closed || this.#next) return false
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
    if (this.#next) return Promise.resolve(true)
    return new Promise((resolve) => {
      this.#waiter = {
        notify: (state) => {
          this.#next = state
          resolve(true)
        },
      }
    })
  }

  fail(error: unknown): void {
    this.#failure ??= error
    this.#close()
  }

  async next(): Promise<IteratorResult<RoomState, undefined>> {
    for (;;) {
      const value = this.dequeue()
      if (value) return { done: false, value }
      if (!(await this.untilMore())) return { done: true, value: undefined }
    }
  }

  async return(): Promise<IteratorResult<RoomState, undefined>> {
    this.#close()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #watchAccess(): Promise<void> {
    try {
      for await (const event of this.#parts.access) this.#parts.onAccess(event)
      this.#close()
    } catch (error) {
      this.fail(error)
    }
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#next = undefined
    this.#parts.onClose()
    void this.#parts.access.return()
    const waiter = this.#waiter
    this.#waiter = undefined
    waiter?.notify(undefined)
  }
}
