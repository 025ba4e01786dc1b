import { DomainError } from '../errors.ts'

/** Longer than a crowd takes that the database could serve at all. */
const MAX_WAIT_MS = 20_000

/**
 * Lets those who will want the same row's lock pass one by one. The lock in the database decides; but anyone who waits for
 * it there holds a connection, and a crowd would hold all of them. Here they wait with empty hands, and what they prepare
 * is not outdated by the one before them.
 */
export class Turns {
  static readonly #byStore = new WeakMap<object, Turns>()
  readonly #lasts = new Map<string, Promise<void>>()
  readonly #maxWaitMs: number

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs
  }

  /** The one that all writers of a database in this process share. */
  static of(store: object): Turns {
    const known = Turns.#byStore.get(store) ?? new Turns()
    Turns.#byStore.set(store, known)
    return known
  }

  /** Does the work when those before are done. Fails with `tooLate` when that takes too long. */
  async take<T>(key: string, work: () => Promise<T>, tooLate: () => DomainError = tooMany): Promise<T> {
    const before = this.#lasts.get(key)
    let finish = () => {}
    const over = new Promise<void>((resolve) => {
      finish = resolve
    })
    // Who gives up waiting does not let the next one pass before those in front.
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
  new DomainError('unavailable', 'The change was rolled back because of concurrent changes. Try again.')
