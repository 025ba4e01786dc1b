import type { ByteCache } from '../../../core/byte-cache.ts'

/** The longest time that a node uses what it has read when no notification of a change arrives. */
const TRUST_MS = 1_000
/** The number of organizations whose last change is remembered. */
const MAX_HEARD = 10_000

interface Entry {
  value: unknown
  organizationId: string
  until: number
  /** The number of changes that this node had heard of before it read the value. */
  after: number
}

/** When values were found to be usable. */
export interface Stamp {
  readonly changes: number
  readonly until: number
}

interface Loaded<Value> {
  value: Value
  organizationId: string
  bytes: number
}

/**
 * What a node has read of sites. It is dropped when the node hears of a change in the organization, and read again
 * after a second at most, as tokens are.
 */
export class Trusted {
  readonly #cache: ByteCache
  readonly #now: () => Date
  readonly #heard = new Map<string, number>()
  readonly #loading = new Map<string, { after: number; value: Promise<unknown> }>()
  #changes = 0
  /** What was read before this number of changes is not used. */
  #floor = 0

  constructor(cache: ByteCache, now: () => Date) {
    this.#cache = cache
    this.#now = now
  }

  /** Something of an organization has changed. Bound, because it is called for every write. */
  readonly forget = (organizationId: string): void => {
    this.#changes += 1
    if (this.#heard.size >= MAX_HEARD) {
      this.#heard.clear()
      this.#floor = this.#changes
    }
    this.#heard.set(organizationId, this.#changes)
  }

  /** A value that was read before and can still be used. */
  peek<Value>(key: string): Value | undefined {
    const entry = this.#cache.get<Entry>(key)
    return entry && this.#isUsable(entry) ? (entry.value as Value) : undefined
  }

  /** How long values that were read before can be used, unless something changes. Null if one cannot be used any more. */
  stampFor(values: ReadonlyMap<string, unknown>): Stamp | null {
    let until = Number.POSITIVE_INFINITY
    for (const [key, value] of values) {
      const entry = this.#cache.get<Entry>(key)
      if (!entry || entry.value !== value || !this.#isUsable(entry)) return null
      until = Math.min(until, entry.until)
    }
    return { changes: this.#changes, until }
  }

  /** Whether nothing of any organization has changed since a stamp, and it is not too old. */
  isFresh({ changes, until }: Stamp): boolean {
    const left = until - this.#now().getTime()
    return changes === this.#changes && left > 0 && left <= TRUST_MS
  }

  /** Taken before something is read that `keep` stores. */
  mark(): { after: number; from: number } {
    return { after: this.#changes, from: this.#now().getTime() }
  }

  /** Stores what was read after a mark, unless something has changed in the meantime. */
  keep<Value>(key: string, { after, from }: ReturnType<Trusted['mark']>, loaded: Loaded<Value>): Value {
    const { value, organizationId, bytes } = loaded
    const entry: Entry = { value, organizationId, until: from + TRUST_MS, after }
    if (this.#isUsable(entry)) this.#cache.set(key, entry, bytes)
    return value
  }

  /** The same, or the value that `load` reads. Equal requests at the same time share it. */
  async read<Value>(key: string, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const known = this.peek<Value>(key)
    if (known !== undefined) return known
    const loading = this.#loading.get(key)
    // What began before a change may not contain it.
    if (loading?.after === this.#changes) return loading.value as Promise<Value>
    const mark = this.mark()
    const value = load().then((loaded) => this.keep(key, mark, loaded))
    this.#loading.set(key, { after: mark.after, value })
    try {
      return await value
    } finally {
      if (this.#loading.get(key)?.value === value) this.#loading.delete(key)
    }
  }

  #isUsable({ organizationId, until, after }: Entry): boolean {
    const left = until - this.#now().getTime()
    return (
      left > 0 && left <= TRUST_MS && after >= Math.max(this.#floor, this.#heard.get(organizationId) ?? 0)
    )
  }
}
