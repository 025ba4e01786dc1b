import { createHash } from 'node:crypto'
import { acceptedEncoding, type Encoding, encoded, isWorthEncoding } from '../http/bodies/compression.ts'

/** A body as it is sent, with its encodings. They are made when a client first accepts them. */
export class KeptBody {
  readonly type: string
  readonly bytes: Buffer
  readonly #tag: string
  readonly #encodings = new Map<Encoding, Buffer>()

  constructor(type: string, content: string | Uint8Array) {
    this.type = type
    this.bytes = Buffer.from(content as Uint8Array)
    this.#tag = createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)
  }

  /** The size in memory. */
  get size(): number {
    return [...this.#encodings.values()].reduce((sum, { length }) => sum + length, this.bytes.length)
  }

  /** The encoding for a client; undefined for the bytes themselves. */
  encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
    return isWorthEncoding(this.type, this.bytes.length) ? acceptedEncoding(acceptEncoding) : undefined
  }

  /** A strong tag: each encoding has its own. */
  etag(encoding: Encoding | undefined): string {
    return encoding === undefined ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`
  }

  /** Whether a client with this `If-None-Match` has the body, in any encoding. */
  isKnown(ifNoneMatch: string | undefined): boolean {
    return ifNoneMatch !== undefined && (ifNoneMatch.includes(this.#tag) || ifNoneMatch.trim() === '*')
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
