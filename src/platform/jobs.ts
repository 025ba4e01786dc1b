import type pg from 'pg'

export interface JobsOptions {
  pool: pg.Pool
  /** Nothing runs before this says yes, such as while migrations are being applied. */
  isReady: () => boolean
  onError: (name: string, error: unknown) => void
}

export interface Job {
  /** Takes a turn now: runs the job unless another node is at it, and tells whether it ran. Never throws. */
  turn(): Promise<boolean>
}

const READY_CHECK_MS = 250

/**
 * Work that is due again and again, on one node of many at a time. Each node keeps its own time and asks for an
 * advisory lock when a turn comes: anyone who gets it works, the others let this turn pass. A failure is reported and the
 * next turn tries again; a node that dies loses its connection and with it the lock.
 */
export class Jobs {
  readonly #options: JobsOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /** Runs a job now and then again so long after the end of each turn. */
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

  /** Resolves when no turn is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Begins no more turns, asks running ones to stop, and waits until they have. */
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

  /** The lock belongs to a connection, so one is kept for as long as the job runs. */
  async #alone(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const client = await this.#options.pool.connect()
    let mayHoldLock = true
    try {
      const key = `job:${name}`
      const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine', [
        key,
      ])
      const isMine = rows[0]?.mine === true
      try {
        if (isMine) await work()
      } finally {
        if (isMine) await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key])
        mayHoldLock = false
      }
      return isMine
    } finally {
      // Rather ended than handed to somebody else with the lock still on it.
      client.release(mayHoldLock)
    }
  }
}
