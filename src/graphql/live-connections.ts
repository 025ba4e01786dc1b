import { DomainError } from '../core/errors.ts'
import type { Viewer } from '../core/viewer.ts'

export interface LiveConnectionsOptions {
  mostPerToken: number
  /** Calls back when the token ends; gives how to stop waiting for it. */
  onTokenEnd: (viewer: Viewer, end: () => void) => () => void
}

/** The open sockets and event streams of each token: bounded in number, and ended with their token. */
export class LiveConnections {
  readonly #options: LiveConnectionsOptions
  readonly #open = new Map<string, number>()

  constructor(options: LiveConnectionsOptions) {
    this.#options = options
  }

  /** Counts a connection until it is released, and calls `end` when its token expires or is revoked. */
  open({ viewer, end }: { viewer: Viewer; end: () => void }): () => void {
    const { mostPerToken, onTokenEnd } = this.#options
    const { tokenId } = viewer
    const open = this.#open.get(tokenId) ?? 0
    if (open >= mostPerToken) {
      throw new DomainError('rate_limited', `A token holds at most ${mostPerToken} live connections.`)
    }
    this.#open.set(tokenId, open + 1)
    const stopWaiting = onTokenEnd(viewer, end)
    let released = false
    return () => {
      if (released) return
      released = true
      stopWaiting()
      const left = (this.#open.get(tokenId) ?? 1) - 1
      if (left > 0) this.#open.set(tokenId, left)
      else this.#open.delete(tokenId)
    }
  }
}
