import { LRUCache } from 'lru-cache'

/** The heap size of an entry without its value. */
const ENTRY_BYTES = 200

/** A cache of values of any kind, bounded by their total size in bytes. The least recently used ones are evicted first. */
export class ByteCache {
  readonly #entries: LRUCache<string, { value: unknown; bytes: number }>

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: ({ bytes }) => bytes })
  }

  get<Value>(key: string): Value | undefined {
    return this.#entries.get(key)?.value as Value | undefined
  }

  /** A value that is larger than the whole cache is not kept. */
  set(key: string, value: unknown, bytes: number): void {
    this.#entries.set(key, { value, bytes: bytes + ENTRY_BYTES + 2 * key.length })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** The size of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }
}
