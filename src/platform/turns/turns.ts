import { setImmediate as nextTurn } from 'node:timers/promises'

/** The time that work may take on the main thread before other requests are served. */
const TURN_MS = 8

/**
 * Divides work whose length depends on input: between two steps, `if (turns.isOver()) await turns.next()`. Awaiting a
 * promise that is already settled does not let other requests in.
 */
export class Turns {
  #startedAt = performance.now()

  /** Whether other requests should be served before the next step. */
  isOver(): boolean {
    return performance.now() - this.#startedAt > TURN_MS
  }

  /** Serves other requests if it is their turn. */
  async pause(): Promise<void> {
    if (this.isOver()) await this.next()
  }

  async next(): Promise<void> {
    await nextTurn()
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
