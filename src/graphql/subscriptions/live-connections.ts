import type { Viewer } from '../../core/access/viewer.ts'
import { DomainError } from '../../core/errors.ts'

interface LiveConnectionsOptions {
  maxPerToken: number
  maxPerUser: number
  /** Calls back when the token ends; returns a function that cancels this. */
  onTokenEnd: (viewer: Viewer, end: () => void) => () => void
}

/**
 * The open sockets and event streams of each token and each user: limited in number, and closed with their
 * token.
 */
export class LiveConnections {
  readonly #options: LiveConnectionsOptions
  readonly #open = new Map<string, number>()
  #size = 0

  constructor(options: LiveConnectionsOptions) {
    this.#options = options
  }

  /** The number of open sockets and event streams. */
  get size(): number {
    return this.#size
  }

  /** Counts a connection until it is released, and calls `end` when its token expires or is revoked. */
  open({ viewer, end }: { viewer: Viewer; end: () => void }): () => void {
    const { maxPerToken, maxPerUser, onTokenEnd } = this.#options
    const { tokenId, userId } = viewer
    this.#requireRoom(tokenId, maxPerToken, 'token')
    this.#requireRoom(userId, maxPerUser, 'user')
    for (const holder of [tokenId, userId]) this.#count(holder, 1)
    this.#size++
    const stopWaiting = onTokenEnd(viewer, end)
    let released = false
    return () => {
      if (released) return
      released = true
      this.#size--
      stopWaiting()
      for (const holder of [tokenId, userId]) this.#count(holder, -1)
    }
  }

  #requireRoom(holder: string, most: number, kind: string): void {
    if ((this.#open.get(holder) ?? 0) < most) return
    throw new DomainError(
      'rate_limited',
      `A ${kind} can have at most ${most} live connections. Close one first.`,
    )
  }

  #count(holder: string, change: number): void {
    const open = (this.#open.get(holder) ?? 0) + change
    if (open > 0) this.#open.set(holder, open)
    else this.#open.delete(holder)
  }
}
