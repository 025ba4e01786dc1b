import { createHmac, timingSafeEqual } from 'node:crypto'

/** Paths that work without a token for a limited time, for anyone who has the URL. */
export class SignedPaths {
  readonly #now: () => Date
  readonly #loadKey: () => Promise<Buffer>
  #key: Buffer | undefined

  constructor(loadKey: () => Promise<Buffer>, now: () => Date) {
    this.#loadKey = loadKey
    this.#now = now
  }

  /** Loads the key, which may have to come from the database; required before signing. */
  async prepare(): Promise<void> {
    this.#key ??= await this.#loadKey()
  }

  get isPrepared(): boolean {
    return this.#key !== undefined
  }

  /**
   * The path with its expiry and signature. Expiries are rounded up to whole steps, as long as a lifetime
   * by default, so that the same resource keeps the same URL for a while and caches can use it.
   */
  sign(path: string, lifetimeMs: number, stepMs: number = lifetimeMs): string {
    const expires = (Math.floor(this.#now().getTime() / stepMs) + 1) * stepMs + lifetimeMs
    return `${path}?expires=${expires}&signature=${this.#signature(path, expires)}`
  }

  /** Whether the signature of this path is valid and has not expired. */
  isValid(path: string, { expires, signature }: { expires?: unknown; signature?: unknown }): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,16}$/.test(expires))
      return false
    if (Number(expires) <= this.#now().getTime()) return false
    const expected = Buffer.from(this.#signature(path, Number(expires)))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  #signature(path: string, expires: number): string {
    if (!this.#key) throw new Error('The key that signs URLs is not loaded yet.')
    return createHmac('sha256', this.#key).update(`${path}\n${expires}`).digest('base64url')
  }
}
