/** Counts the open sockets that have not authenticated yet, in total and by address, to limit them. */
export class AnonymousSockets {
  readonly #most: { inAll: number; perAddress: number }
  readonly #open = new Map<string, number>()
  #inAll = 0

  constructor(most: { inAll: number; perAddress: number }) {
    this.#most = most
  }

  get size(): number {
    return this.#inAll
  }

  isFull(address: string): boolean {
    return this.#inAll >= this.#most.inAll || (this.#open.get(address) ?? 0) >= this.#most.perAddress
  }

  /** Counts a socket until the returned function is called. */
  open(address: string): () => void {
    this.#inAll++
    this.#open.set(address, (this.#open.get(address) ?? 0) + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#inAll--
      const left = (this.#open.get(address) ?? 1) - 1
      if (left > 0) this.#open.set(address, left)
      else this.#open.delete(address)
    }
  }
}
