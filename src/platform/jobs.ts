import type pg from 'pg'

interface JobsOptions {
  pool: pg.Pool
  /** Nothing runs before this returns true, such as while migrations are being applied. */
  isReady: () => boolean
  onError: (name: string, error: unknown) => void
}

interface Job {
  /** Runs the job now, unless another node is running it, and returns whether it ran. Never throws. */
  turn(): Promise<boolean>
}

const READY_CHECK_MS = 250

/**
 * Periodic work, on one of many nodes at a time. Each node has its own timer and tries an advisory lock
 * when it fires: the node that gets it works, the others skip this run. An error is reported and the next
 * run retries; a node that dies loses its connection and with it the lock.
 */
export class Jobs {
  readonly #options: JobsOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /** Runs a job now, and again this long after the end of each run. */
  every(intervalMs: number, name: string, run: (signal: AbortSignal) => Promise<unknown>): Job {
    const turn = () => this.#track(this.#turn(name, run))
    const next = () => this.#later(intervalMs, () => void turn().finally(next))
    const begin = () => {
      if (this.#options.isReady()) void turn().finally(next)
      else this.#later(READY_CHECK_MS, begin)
    }
    begin()
    return { turn }
  }

  /** Resolves when no run is in progress. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Starts no more runs, aborts running ones, and waits until they have stopped. */
  async close(): Promise<void> {
    this.#stop.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    await this.idle()
  }

  #later(ms: number, work: () => void): void {
    if (this.#stop.signal.aborted) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    this.#timers.add(timer)
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
    return tracked
  }

  async #turn(name: string, run: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    if (this.#stop.signal.aborted) return false
    try {
      return await this.#alone(name, () => run(this.#stop.signal))
    } catch (error) {
      this.#options.onError(name, error)
      return false
    }
  }

  /**
   * The lock belongs to a transaction, which is kept open for as long as the job runs: a lock of a connection would not
   * work through PgBouncer. It has no snapshot meanwhile, so it holds no vacuum back.
   */
  async #alone(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const client = await this.#options.pool.connect()
    let mayHoldLock = true
    try {
      await client.query('BEGIN')
      const { rows } = await client.query(
        'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS mine',
        [`job:${name}`],
      )
      const isMine = rows[0]?.mine === true
      try {
        if (isMine) await work()
      } finally {
        await client.query('COMMIT')
        mayHoldLock = false
      }
      return isMine
    } finally {
      // Closed instead of returned to the pool with the lock still held.
      client.release(mayHoldLock)
    }
  }
}
