import { DomainError } from '../../../core/errors.ts'
import { FairSlots, type Release, SlotsFull } from '../../../platform/turns/fair-slots.ts'

/** Short PDFs have slots of their own, so they never wait for long ones. */
export type Length = 'short' | 'long'

interface Run<Made> {
  made: Promise<Made>
  end: AbortController
  /** The number of requests that wait for it. */
  waiting: number
}

export interface PressOptions {
  /** How many are rendered at the same time for one organization. */
  readonly atOnce: Readonly<Record<Length, number>>
  /** How many of each length can wait for one organization. */
  readonly maxWaiting: number
}

const busy = () =>
  new DomainError('unavailable', 'Too many PDFs are being created. Try again in a few seconds.')

/**
 * Renders a few PDFs at a time. Requests for the same PDF share a run; a run without any waiting request is cancelled.
 */
export class Press<Made> {
  readonly #runs = new Map<string, Run<Made>>()
  /** Those that have not ended yet, cancelled ones included. */
  readonly #running = new Set<Promise<unknown>>()
  readonly #slots: Readonly<Record<Length, FairSlots>>
  #isClosed = false

  constructor({ atOnce: { short, long }, maxWaiting }: PressOptions) {
    const slots = (each: number) => new FairSlots({ each, maxWaiting })
    this.#slots = { short: slots(short), long: slots(long) }
  }

  /** Whether a PDF is being rendered or waits. */
  has(key: string): boolean {
    return this.#runs.has(key)
  }

  async make(
    key: string,
    signal: AbortSignal,
    length: Length,
    work: (signal: AbortSignal) => Promise<Made>,
    organizationId = '',
  ): Promise<Made> {
    signal.throwIfAborted()
    const run = this.#runs.get(key) ?? this.#begin(key, length, work, organizationId)
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

  /** Like `make`, but no client waits for it, so it is never cancelled. */
  start(
    key: string,
    length: Length,
    work: (signal: AbortSignal) => Promise<Made>,
    organizationId = '',
  ): Promise<Made> {
    const run = this.#runs.get(key) ?? this.#begin(key, length, work, organizationId)
    run.waiting += 1
    return run.made
  }

  /** Cancels all runs and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const [key, run] of this.#runs) this.#drop(key, run, busy())
    await Promise.allSettled(this.#running)
  }

  #begin(
    key: string,
    length: Length,
    work: (signal: AbortSignal) => Promise<Made>,
    organizationId: string,
  ): Run<Made> {
    if (this.#isClosed) throw busy()
    const end = new AbortController()
    const slot = this.#slot(length, organizationId, end.signal)
    const run: Run<Made> = { made: inSlot(slot, end.signal, work), end, waiting: 0 }
    this.#runs.set(key, run)
    this.#running.add(run.made)
    const finish = () => {
      this.#forget(key, run)
      this.#running.delete(run.made)
    }
    run.made.then(finish, finish)
    return run
  }

  #slot(length: Length, organizationId: string, signal: AbortSignal): Promise<Release> {
    try {
      return this.#slots[length].take(organizationId, { signal })
    } catch (error) {
      throw error instanceof SlotsFull ? busy() : error
    }
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

async function inSlot<Made>(
  slot: Promise<Release>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const free = await slot
  try {
    signal.throwIfAborted()
    return await work(signal)
  } finally {
    free()
  }
}
