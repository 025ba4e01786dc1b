import { DomainError } from '../errors.ts'

/** Longer than any queue that the database could serve in time. */
const MAX_WAIT_MS = 20_000

/**
 * Serializes callers that need the lock on the same row. The lock in the database decides, but a caller
 * that waits for it there holds a connection, and many would hold all of them. Here they wait without a
 * connection, and their preparation is not outdated by the previous writer.
 */
export class KeyedMutex {
  static readonly #byStore = new WeakMap<object, KeyedMutex>()
  readonly #lasts = new Map<string, Promise<void>>()
  readonly #maxWaitMs: number

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs
  }

  /** The mutex that all writers of a database in this process share. */
  static of(store: object): KeyedMutex {
    const known = KeyedMutex.#byStore.get(store) ?? new KeyedMutex()
    KeyedMutex.#byStore.set(store, known)
    return known
  }

  /** Runs the work after the previous callers. Fails with `tooLate` when the wait is too long. */
  async run<T>(key: string, work: () => Promise<T>, tooLate: () => DomainError = tooMany): Promise<T> {
    const before = this.#lasts.get(key)
    let finish = () => {}
    const over = new Promise<void>((resolve) => {
      finish = resolve
    })
    // A caller that stops waiting does not let the next one overtake those in front.
    const last = Promise.all([before, over]).then(() => {
      if (this.#lasts.get(key) === last) this.#lasts.delete(key)
    })
    this.#lasts.set(key, last)
    try {
      if (before) await this.#within(before, tooLate)
      return await work()
    } finally {
      finish()
    }
  }

  async #within(turn: Promise<void>, tooLate: () => DomainError): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLate()), this.#maxWaitMs)
    })
    try {
      await Promise.race([turn, tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}

const tooMany = () =>
  new DomainError('unavailable', 'Too many concurrent changes to the same resource. Try again.')
