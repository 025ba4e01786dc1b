import { LRUCache } from 'lru-cache'
import { DomainError } from '../core/errors.ts'
import {
  type BudgetStore,
  bytesOfBudget,
  type Grant,
  LocalBudgets,
  MINUTE_MS,
  type Take,
} from '../platform/budgets/store.ts'

export interface Balance {
  limit: number
  remaining: number
  /** When the budget is full again, in seconds since 1970. */
  resetAt: number
  /** Set when there were not enough points: seconds until there will be. Nothing was taken then. */
  retryAfterSeconds?: number
}

/** What this node knows of one budget. */
interface Lease {
  /** Points that it was granted and has not spent; below 0 a debt. */
  points: number
  /** Points that remained for all nodes when it last asked; by now there may be fewer, and what was refilled. */
  shared: number
  askedAt: number
  usedAt: number
  asking: Promise<void> | undefined
}

interface Batch {
  asks: Take[]
  done: Promise<Map<string, Grant>>
}

/** What a node may hold of leases, in bytes: about 50,000 of them. */
const LEASES_BYTES = 24 * 1024 * 1024

/**
 * One budget of points per user and per address, shared by all nodes and refilled steadily. A node takes points from
 * the shared store in portions and spends them by itself, so most requests cost no round trip; a budget that is used
 * up is refused without one. Libraries such as rate-limiter-flexible ask their store for every request. A limit of 0
 * switches budgets off.
 */
export class Budgets {
  readonly #limit: number
  readonly #now: () => Date
  readonly #store: BudgetStore
  readonly #onFailure: (error: unknown) => void
  readonly #alone = new LocalBudgets()
  /** The least recently used are forgotten first; what they had left is lost for a minute at the most. */
  readonly #leases = new LRUCache<string, Lease>({
    maxSize: LEASES_BYTES,
    sizeCalculation: (_lease, key) => bytesOfBudget(key),
  })
  #batch: Batch | undefined

  constructor(options: {
    pointsPerMinute: number
    now: () => Date
    store: BudgetStore
    onFailure: (error: unknown) => void
  }) {
    this.#limit = options.pointsPerMinute
    this.#now = options.now
    this.#store = options.store
    this.#onFailure = options.onFailure
  }

  /** Takes points from a budget, or says when there will be enough. */
  async spend(key: string, points: number): Promise<Balance> {
    const now = this.#now().getTime()
    const limit = this.#limit
    if (limit === 0) return { limit: 0, remaining: 0, resetAt: Math.ceil(now / 1000) }
    const lease = this.#leaseOf(key, now)
    // A request that costs more than a whole minute, with the debt, may run on a full budget, and leaves it empty.
    const price = Math.min(points, limit + Math.min(0, lease.points))
    while (lease.points < price && this.#mayHave(lease, price, now)) {
      lease.asking ??= this.#ask(key, lease, price - lease.points, now)
      await lease.asking
    }
    const isPaid = lease.points >= price
    if (isPaid) lease.points -= price
    const left = Math.max(0, Math.min(limit, lease.points + this.#sharedBy(lease, now)))
    const balance = {
      limit,
      remaining: Math.floor(left),
      resetAt: Math.ceil(now / 1000 + ((limit - left) / limit) * 60),
    }
    if (isPaid) return balance
    return { ...balance, retryAfterSeconds: Math.max(1, Math.ceil(((price - left) / limit) * 60)) }
  }

  /**
   * Takes points for what was already done. What the budget lacks becomes a debt, at most one minute of it, that later
   * requests pay first. Nobody waits for the shared store here, so its failures are reported and not thrown.
   */
  collect(key: string, points: number): void {
    if (this.#limit === 0) return
    const lease = this.#leaseOf(key, this.#now().getTime())
    lease.points = Math.max(-this.#limit, lease.points - points)
    this.spend(key, 0).catch(this.#onFailure)
  }

  /** True when this node knows, without asking the store, that not even a point is left. */
  isEmpty(key: string): boolean {
    const now = this.#now().getTime()
    const lease = this.#leases.get(key)
    return lease !== undefined && now - lease.usedAt < MINUTE_MS && !this.#mayHave(lease, 1, now)
  }

  #leaseOf(key: string, now: number): Lease {
    const known = this.#leases.get(key)
    if (known && now - known.usedAt < MINUTE_MS) {
      known.usedAt = now
      return known
    }
    // Unused for a minute: by then the shared budget has been refilled.
    const lease = { points: 0, shared: this.#limit, askedAt: now, usedAt: now, asking: undefined }
    this.#leases.set(key, lease)
    return lease
  }

  #sharedBy({ shared, askedAt }: Lease, now: number): number {
    return Math.min(this.#limit, shared + (Math.max(0, now - askedAt) / MINUTE_MS) * this.#limit)
  }

  #mayHave(lease: Lease, price: number, now: number): boolean {
    return lease.points + this.#sharedBy(lease, now) >= price
  }

  async #ask(key: string, lease: Lease, price: number, now: number): Promise<void> {
    const batch = this.#batch ?? this.#startBatch(now)
    batch.asks.push({ key, price })
    const grants = await batch.done
    const { granted, left } = grants.get(key) ?? { granted: 0, left: 0 }
    lease.points += granted
    // What was refused is not asked for again before it can have been refilled.
    lease.shared = granted > 0 ? left : Math.min(left, price - 1e-6)
    lease.askedAt = now
    lease.asking = undefined
  }

  /** All that is needed in one turn of the event loop is asked for together. */
  #startBatch(now: number): Batch {
    const asks: Take[] = []
    const done = Promise.resolve().then(async () => {
      this.#batch = undefined
      const grants = await this.#store.take(asks, this.#limit, now).catch((error: unknown) => {
        this.#onFailure(error)
        return this.#alone.take(asks, this.#limit, now)
      })
      return new Map(asks.map(({ key }, index) => [key, grants[index] ?? { granted: 0, left: 0 }]))
    })
    this.#batch = { asks, done }
    return this.#batch
  }
}

/** A failure that says when to try again. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(
      'rate_limited',
      `The budget for this minute is used up. Try again in ${retryAfterSeconds} s, or ask for less at a time.`,
    )
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Throws when the points were refused. */
export function requirePaid({ retryAfterSeconds }: Balance): void {
  if (retryAfterSeconds !== undefined) throw new RateLimited(retryAfterSeconds)
}
