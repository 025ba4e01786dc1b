import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import { encodeOnce } from './compression.ts'

/** The maximum size of all kept bodies of a node, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024
/** The heap size of an entry without its body. */
const ENTRY_BYTES = 500

/**
 * Bodies of responses that follow from a key, such as the tree of a revision, which never changes. Building a large one
 * takes ten times as long as sending it.
 */
export class KeptBodies {
  // Encoded forms are shorter than the body, and few clients use more than one.
  readonly #bodies = new MeteredCache<string, Buffer>('rest_bodies', {
    maxSize: KEPT_BYTES,
    sizeCalculation: (body, key) => ENTRY_BYTES + 2 * body.length + 2 * key.length,
  })

  get(key: string): Buffer | undefined {
    return this.#bodies.get(key)
  }

  set(key: string, body: Buffer): void {
    encodeOnce(body)
    this.#bodies.set(key, body)
  }
}
