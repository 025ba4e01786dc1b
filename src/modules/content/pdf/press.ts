import { DomainError } from '../../../core/errors.ts'

interface Run<Made> {
  made: Promise<Made>
  end: AbortController
  /** How many wait for it. */
  waiting: number
}

/** Runs in hand at once: the one that is being made and those in line. */
const MOST_RUNS = 8

const busy = () =>
  new DomainError('unavailable', 'Too many PDFs are being created. Try again in a few seconds.')

/**
 * Makes one thing at a time. Who asks for what is already in hand waits for the same run; a run that nobody waits for
 * any more is ended.
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

  /** Ends everything in hand, and takes no more. */
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

  /** By then another run may have begun under the same key. */
  #forget(key: string, run: Run<Made>): void {
    if (this.#runs.get(key) === run) this.#runs.delete(key)
  }
}
