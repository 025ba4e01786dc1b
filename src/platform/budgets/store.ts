import { LRUCache } from 'lru-cache'

export const MINUTE_MS = 60_000

export interface Take {
  key: string
  /** Nothing is granted when there are fewer points than this. */
  price: number
}

export interface Grant {
  granted: number
  /** Points that are left in the shared budget. */
  left: number
}

/** The shared store of budgets. A budget holds `limit` points and is refilled within a minute. */
export interface BudgetStore {
  take(asks: readonly Take[], limit: number, now: number): Promise<Grant[]>
  close(): Promise<void>
}

/**
 * The points that a node is granted: the price, or a hundredth of the budget where enough is left, which it
 * then spends locally. The less is left, the smaller the portion, so that all nodes together stop exactly
 * at the limit.
 */
function grantOf(available: number, price: number, limit: number): number {
  if (available < price) return 0
  return Math.floor(Math.min(available, Math.max(price, Math.min(limit / 100, available / 10))))
}

/** The maximum size of the budgets on a node, in bytes: about 50,000 of them. */
const LOCAL_BYTES = 24 * 1024 * 1024

/** Heap of an entry with this key and a few numbers, in the map and in the list of recent use. */
export const bytesOfBudget = (key: string): number => 400 + key.length * 2

/** The budgets of this node alone, used while the shared ones cannot be reached. */
export class LocalBudgets implements BudgetStore {
  readonly #budgets = new LRUCache<string, { points: number; at: number }>({
    maxSize: LOCAL_BYTES,
    sizeCalculation: (_budget, key) => bytesOfBudget(key),
  })

  async take(asks: readonly Take[], limit: number, now: number): Promise<Grant[]> {
    return asks.map(({ key, price }) => {
      const { points, at } = this.#budgets.get(key) ?? { points: limit, at: now }
      const available = Math.min(limit, points + (Math.max(0, now - at) / MINUTE_MS) * limit)
      const granted = grantOf(available, price, limit)
      this.#budgets.set(key, { points: available - granted, at: now })
      return { granted, left: available - granted }
    })
  }

  async close(): Promise<void> {}
}
