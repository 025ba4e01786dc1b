import { EventQueue } from '../events/event-queue.ts'
import type { LoggedEvent } from '../events/events.ts'
import type { Subscription } from '../events/subscription.ts'
import type { RoomState } from './sign-of-life.ts'

interface RoomSubscriptionParts {
  readonly first: RoomState
  readonly access: Subscription
  readonly onAccess: (event: LoggedEvent) => void
  readonly onClose: () => void
}

/** The states of a room for one subscriber. Only the newest one waits: an older one is of no use. */
export class RoomSubscription extends EventQueue<RoomState> {
  constructor({ first, access, onAccess, onClose }: RoomSubscriptionParts) {
    super(() => {
      onClose()
      void access.return()
    })
    this.put(first)
    void this.#watch(access, onAccess)
  }

  put(state: RoomState): void {
    if (this.isClosed) return
    this.waiting = []
    this.deliver(state)
  }

  /** Ends with the subscription to the events that can change access. */
  async #watch(access: Subscription, onAccess: (event: LoggedEvent) => void): Promise<void> {
    try {
      for await (const event of access) onAccess(event)
      void this.return()
    } catch (error) {
      this.fail(error)
    }
  }
}
