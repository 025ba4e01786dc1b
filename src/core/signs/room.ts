import type { Subscription } from '../events/subscription.ts'
import { RoomSubscription } from './room-subscription.ts'
import type { RoomState } from './sign-of-life.ts'

/** The least time between two states for the same followers. */
const INTERVAL_MS = 1_000

interface RoomParts {
  /** Its state now, as a new object. */
  readonly state: () => RoomState
  /** The last follower has left. */
  readonly onEmpty: () => void
}

/** The followers of a space or of a change request on this node. Each state is one object for all of them. */
export class Room {
  readonly #parts: RoomParts
  readonly #followers = new Set<RoomSubscription>()
  #toldAt = Number.NEGATIVE_INFINITY
  #telling: NodeJS.Timeout | undefined
  #checkedAt = 0n

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  /** Follows it, from its state now on. `access` has the events after which access is checked again. */
  follow(access: Subscription): RoomSubscription {
    const follower = new RoomSubscription({
      first: this.#parts.state(),
      access,
      onAccess: ({ position }) => {
        // Every follower gets the event.
        if (position <= this.#checkedAt) return
        this.#checkedAt = position
        this.#tell()
      },
      onClose: () => {
        this.#followers.delete(follower)
        if (this.#followers.size > 0) return
        clearTimeout(this.#telling)
        this.#parts.onEmpty()
      },
    })
    this.#followers.add(follower)
    return follower
  }

  /** Somebody has come, gone or moved. Changes in quick succession are told together. */
  changed(): void {
    if (this.#telling) return
    const wait = this.#toldAt + INTERVAL_MS - performance.now()
    if (wait <= 0) this.#tell()
    else this.#telling = setTimeout(() => this.#tell(), wait).unref()
  }

  #tell(): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    this.#toldAt = performance.now()
    const state = this.#parts.state()
    for (const follower of this.#followers) follower.put(state)
  }
}
