/** The time that such work may take on the main thread before other requests are served. */
const TURN_MS = 8
/** A loop that takes less is not divided: a small request would wait for the long ones. */
const LEAST_MS = 1

/**
 * One iteration of the event loop. All work that is divided shares its time: loops that follow each other, or run at the
 * same time, would otherwise each have all of it before any other request is served.
 */
class EventLoopTurn {
  #startedAt: number | undefined
  #isScheduled = false
  readonly #waiting: (() => void)[] = []

  isOver(now: number): boolean {
    this.#startedAt ??= now
    this.#schedule()
    return now - this.#startedAt >= TURN_MS
  }

  /** Waits for the next turn, behind those that wait already. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startedAt = undefined
      // One at a time: each may use all of the time.
      this.#waiting.shift()?.()
      if (this.#waiting.length > 0) this.#schedule()
    })
  }
}

const turn = new EventLoopTurn()

/**
 * Divides work whose length depends on input: between two steps, `if (turns.isOver()) await turns.next()`. Awaiting a
 * promise that is already settled does not let other requests in.
 */
export class Turns {
  #startedAt = performance.now()

  /** Whether other requests should be served before the next step. */
  isOver(): boolean {
    const now = performance.now()
    return now - this.#startedAt >= LEAST_MS && turn.isOver(now)
  }

  /** Serves other requests if it is their turn. */
  async pause(): Promise<void> {
    if (this.isOver()) await this.next()
  }

  async next(): Promise<void> {
    await turn.next()
    this.#startedAt = performance.now()
  }
}

/** Calls a function for each of many items. */
export async function eachInTurns<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  const turns = new Turns()
  for (const item of items) {
    if (turns.isOver()) await turns.next()
    visit(item)
  }
}

/** `items.map(map)` for many items. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const turns = new Turns()
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (turns.isOver()) await turns.next()
    results.push(map(item, index))
  }
  return results
}
