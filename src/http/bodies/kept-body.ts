import { acceptedEncoding, type Encoding, encoded, isWorthEncoding } from './compression.ts'
import { isKnown, tagOfBytes } from './etag.ts'

/** Longer headers are read for each request. */
const MAX_REMEMBERED = 100

/** A body as it is sent, with its encodings. They are made when a client first accepts them. */
export class KeptBody {
  readonly type: string
  readonly bytes: Buffer
  readonly #tag: string
  /** The last `Accept-Encoding` header, which most requests share, and the encoding for it. */
  #accepted: { header: string | undefined; encoding: Encoding | undefined } | undefined
  readonly #encodings = new Map<Encoding, Buffer>()

  constructor(type: string, content: string | Uint8Array) {
    this.type = type
    this.bytes = Buffer.from(content as Uint8Array)
    this.#tag = tagOfBytes(this.bytes)
  }

  /** The size in memory. */
  get size(): number {
    return [...this.#encodings.values()].reduce((sum, { length }) => sum + length, this.bytes.length)
  }

  /** The encoding for a client; undefined for the bytes themselves. */
  encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
    const before = this.#accepted
    if (before && before.header === acceptEncoding) return before.encoding
    const isWorth = isWorthEncoding(this.type, this.bytes.length)
    const encoding = isWorth ? acceptedEncoding(acceptEncoding) : undefined
    if ((acceptEncoding?.length ?? 0) <= MAX_REMEMBERED) this.#accepted = { header: acceptEncoding, encoding }
    return encoding
  }

  /** A strong tag: each encoding has its own. */
  etag(encoding: Encoding | undefined): string {
    return encoding === undefined ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`
  }

  /** Whether a client with this `If-None-Match` has the body, in any encoding. */
  isKnown(ifNoneMatch: string | undefined): boolean {
    return isKnown(ifNoneMatch, ...this.#tags())
  }

  /** The tag of this body that is the whole of a header; undefined if there are others. */
  tagIn(ifNoneMatch: string): string | undefined {
    return this.#tags().find((tag) => tag === ifNoneMatch)
  }

  #tags(): string[] {
    return [this.etag(undefined), this.etag('gzip'), this.etag('br')]
  }

  ready(encoding: Encoding): Buffer | undefined {
    return this.#encodings.get(encoding)
  }

  /** Compresses on Node's thread pool. */
  async encode(encoding: Encoding): Promise<Buffer> {
    const data = await encoded(encoding, this.bytes)
    this.#encodings.set(encoding, data)
    return data
  }
}
