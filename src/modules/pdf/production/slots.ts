/** Limits how many can work at the same time. Others wait, in the order of their requests. */
export class Slots {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(width: number) {
    this.#free = width
  }

  /** Waits for a slot, and returns the function that frees it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((start) => this.#waiting.push(start))
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
