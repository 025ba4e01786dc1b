import { LRUCache } from 'lru-cache'

/** The totals of all caches of one name in this process. */
interface CacheFigures {
  hits: number
  misses: number
  bytes: number
}

const caches = new Map<
  string,
  { hits: number; misses: number; open: Set<WeakRef<MeteredCache<string, object>>> }
>()

function countsOf(name: string) {
  let counts = caches.get(name)
  if (!counts) {
    counts = { hits: 0, misses: 0, open: new Set() }
    caches.set(name, counts)
  }
  return counts
}

/** A cache that is bounded in bytes, evicts the least recently used entries, and counts its hits for the metrics. */
export class MeteredCache<Key extends {}, Value extends {}> extends LRUCache<Key, Value> {
  readonly #counts: { hits: number; misses: number }

  constructor(
    name: string,
    options: { maxSize: number; sizeCalculation: (value: Value, key: Key) => number },
  ) {
    super(options)
    const counts = countsOf(name)
    counts.open.add(new WeakRef(this as unknown as MeteredCache<string, object>))
    this.#counts = counts
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key)
    if (value === undefined) this.#counts.misses++
    else this.#counts.hits++
    return value
  }
}

/** Hits, misses and bytes by the name of the cache. */
export function cacheFigures(): Map<string, CacheFigures> {
  return new Map(
    [...caches].map(([name, { hits, misses, open }]) => {
      let bytes = 0
      for (const reference of open) {
        const cache = reference.deref()
        if (cache) bytes += cache.calculatedSize
        else open.delete(reference)
      }
      return [name, { hits, misses, bytes }]
    }),
  )
}
