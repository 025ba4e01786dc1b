import { DomainError } from './errors.ts'

export interface Balance {
  limit: number
  remaining: number
  /** When the budget is full again, in seconds since 1970. */
  resetAt: number
}

interface Bucket {
  points: number
  at: number
}

const MINUTE_MS = 60_000
const MOST_BUCKETS = 50_000

/** One bucket of points per token, refilled steadily. A limit of 0 switches it off. */
export class Budgets {
  readonly #limit: number
  readonly #now: () => Date
  readonly #buckets = new Map<string, Bucket>()

  constructor(pointsPerMinute: number, now: () => Date) {
    this.#limit = pointsPerMinute
    this.#now = now
  }

  /** Takes points from a bucket. `refused` says that there were not enough; nothing is taken then. */
  spend(key: string, points: number): Balance & { refused: boolean } {
    const now = this.#now().getTime()
    if (this.#limit === 0) return { limit: 0, remaining: 0, resetAt: Math.ceil(now / 1000), refused: false }
    const bucket = this.#buckets.get(key) ?? { points: this.#limit, at: now }
    const refill = ((now - bucket.at) / MINUTE_MS) * this.#limit
    const available = Math.min(this.#limit, bucket.points + Math.max(0, refill))
    // A request that costs more than a whole minute may run on a full bucket, and leaves it empty.
    const price = Math.min(points, this.#limit)
    const refused = price > available
    const left = refused ? available : available - price
    if (this.#buckets.size >= MOST_BUCKETS) this.#buckets.clear()
    this.#buckets.set(key, { points: left, at: now })
    const secondsToFull = ((this.#limit - left) / this.#limit) * 60
    return {
      limit: this.#limit,
      remaining: Math.floor(left),
      resetAt: Math.ceil(now / 1000 + secondsToFull),
      refused,
    }
  }
}

export const rateLimited = () =>
  new DomainError(
    'rate_limited',
    'This token has used up its budget. Wait until X-RateLimit-Reset, or ask for less at a time.',
  )
