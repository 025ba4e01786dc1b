import { DomainError } from '../../../core/errors.ts'

interface Run<Made> {
  made: Promise<Made>
  end: AbortController
  /** The number of requests that wait for it. */
  waiting: number
}

/** The maximum number of runs: the current one and those in the queue. */
const MOST_RUNS = 8

const busy = () =>
  new DomainError('unavailable', 'Too many PDFs are being created. Try again in a few seconds.')

/**
 * Renders one PDF at a time. Requests for the same PDF share a run; a run without any waiting request is cancelled.
 */
export class Press<Made> {
  readonly #runs = new Map<string, Run<Made>>()
  readonly #most: number
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(most: number = MOST_RUNS) {
    this.#most = most
  }

  async make(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Made>): Promise<Made> {
    signal.throwIfAborted()
    const run = this.#runs.get(key) ?? this.#begin(key, work)
    run.waiting += 1
    return new Promise<Made>((resolve, reject) => {
      const leave = () => {
        run.waiting -= 1
        if (run.waiting === 0) this.#drop(key, run, signal.reason)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      run.made.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  /** Cancels all runs and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const [key, run] of this.#runs) this.#drop(key, run, busy())
    await this.#turn
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Made>): Run<Made> {
    if (this.#isClosed || this.#runs.size >= this.#most) throw busy()
    const end = new AbortController()
    const made = this.#turn.then(() => {
      end.signal.throwIfAborted()
      return work(end.signal)
    })
    const run: Run<Made> = { made, end, waiting: 0 }
    this.#runs.set(key, run)
    const finish = () => this.#forget(key, run)
    this.#turn = made.then(finish, finish)
    return run
  }

  #drop(key: string, run: Run<Made>, reason: unknown): void {
    this.#forget(key, run)
    run.end.abort(reason)
  }

  /** Another run may have started with the same key in the meantime. */
  #forget(key: string, run: Run<Made>): void {
    if (this.#runs.get(key) === run) this.#runs.delete(key)
  }
}
