import { LRUCache } from 'lru-cache'

/** An image of another host as it was fetched, or why there is none. */
export interface KeptImage {
  /** Null if it could not be fetched. */
  readonly image: { readonly bytes: Buffer; readonly contentType: string; readonly name: string } | null
  /** When it has to be fetched again. */
  readonly freshUntil: number
}

/** The part of the cache that one site can have. */
const SHARE = 1 / 4
/** The heap size of an entry without its bytes and its key. */
const ENTRY_BYTES = 500

interface Held {
  bytes: number
  /** The least recently used first. */
  readonly keys: Set<string>
}

const sizeOf = ({ image }: KeptImage, key: string): number =>
  ENTRY_BYTES + 4 * key.length + (image?.bytes.length ?? 0)

/** Images by site and address, bounded in bytes. A site that shows many evicts its own before those of others. */
export class KeptImages {
  readonly #entries: LRUCache<string, KeptImage>
  readonly #sites = new Map<string, Held>()
  readonly #share: number

  constructor(maxBytes: number) {
    this.#share = Math.floor(maxBytes * SHARE)
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
      dispose: (kept, key) => this.#left(key, sizeOf(kept, key)),
    })
  }

  get(siteId: string, url: string): KeptImage | undefined {
    const key = entryKey(siteId, url)
    const found = this.#entries.get(key)
    const held = this.#sites.get(siteId)
    if (found && held) {
      held.keys.delete(key)
      held.keys.add(key)
    }
    return found
  }

  set(siteId: string, url: string, kept: KeptImage): void {
    const key = entryKey(siteId, url)
    const bytes = sizeOf(kept, key)
    this.#entries.delete(key)
    if (bytes > this.#share) return
    const held = this.#sites.get(siteId) ?? { bytes: 0, keys: new Set() }
    for (const oldest of held.keys) {
      if (held.bytes + bytes <= this.#share) break
      this.#entries.delete(oldest)
    }
    this.#sites.set(siteId, held)
    held.bytes += bytes
    held.keys.add(key)
    this.#entries.set(key, kept)
  }

  /** The size of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }

  #left(key: string, bytes: number): void {
    const siteId = key.slice(0, key.indexOf(' '))
    const held = this.#sites.get(siteId)
    if (!held?.keys.delete(key)) return
    held.bytes -= bytes
    if (held.keys.size === 0) this.#sites.delete(siteId)
  }
}

const entryKey = (siteId: string, url: string): string => `${siteId} ${url}`
