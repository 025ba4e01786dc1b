import { DomainError } from '../core/errors.ts'
import {
  type BudgetStore,
  bytesOfBudget,
  type Grant,
  LocalBudgets,
  MINUTE_MS,
  type Take,
} from '../platform/budgets/store.ts'
import { MeteredCache } from '../platform/observing/metered-cache.ts'

interface Balance {
  limit: number
  remaining: number
  /** When the budget is full again, in seconds since 1970. */
  resetAt: number
  /** Set when there were not enough points: seconds until there are. Nothing was charged then. */
  retryAfterSeconds?: number
}

/** The state of one budget on this node. */
interface Lease {
  /** Points that were granted to this node and not spent; negative for a debt. */
  points: number
  /** Points that were left for all nodes at the last request to the store; the current number may differ. */
  shared: number
  askedAt: number
  usedAt: number
  asking: Promise<void> | undefined
}

interface Batch {
  asks: Take[]
  done: Promise<Map<string, Grant>>
}

/** The maximum size of the cached budgets in bytes: about 50,000 of them. */
const LEASES_BYTES = 24 * 1024 * 1024

/**
 * One budget of points per user and per address, shared by all nodes and refilled continuously. A node
 * takes points from the shared store in portions and spends them locally, so most requests cost no round
 * trip; an exhausted budget is rejected without one. Libraries such as rate-limiter-flexible query their
 * store for every request. A limit of 0 turns budgets off.
 */
export class Budgets {
  readonly #limit: number
  readonly #now: () => Date
  readonly #store: BudgetStore
  readonly #onFailure: (error: unknown) => void
  readonly #alone = new LocalBudgets()
  /** The least recently used ones are evicted first; their points are lost for a minute at most. */
  readonly #leases = new MeteredCache<string, Lease>('budgets', {
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

  /** Charges points that this node has already taken from the store. False if it has too few: then nothing is charged. */
  spendAtHand(key: string, points: number): boolean {
    if (this.#limit === 0) return true
    const lease = this.#leaseOf(key, this.#now().getTime())
    if (lease.points < points) return false
    lease.points -= points
    return true
  }

  /** Charges points to a budget, or returns when there are enough. */
  async spend(key: string, points: number): Promise<Balance> {
    const now = this.#now().getTime()
    const limit = this.#limit
    if (limit === 0) return { limit: 0, remaining: 0, resetAt: Math.ceil(now / 1000) }
    const lease = this.#leaseOf(key, now)
    // A request that costs more than a whole minute, with the debt, can run on a full budget, and empties
    // it.
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
   * Charges points for work that was already done. Missing points become a debt of at most one minute,
   * which later requests pay first. The call does not wait for the shared store, so its failures are
   * reported and not thrown.
   */
  collect(key: string, points: number): void {
    if (this.#limit === 0) return
    const lease = this.#leaseOf(key, this.#now().getTime())
    lease.points = Math.max(-this.#limit, lease.points - points)
    this.spend(key, 0).catch(this.#onFailure)
  }

  /** True when this node knows, without asking the store, that no point is left. */
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
    // A rejected charge is not sent to the store again before the budget can have been refilled.
    lease.shared = granted > 0 ? left : Math.min(left, price - 1e-6)
    lease.askedAt = now
    lease.asking = undefined
  }

  /** All charges in one tick of the event loop are combined. */
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

/** An error with the time to retry. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(
      'rate_limited',
      `The rate limit is exceeded. Try again in ${retryAfterSeconds} s, or request less at a time.`,
    )
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Throws when the charge was rejected. */
export function requirePaid({ retryAfterSeconds }: Balance): void {
  if (retryAfterSeconds !== undefined) throw new RateLimited(retryAfterSeconds)
}
