import { createHmac, timingSafeEqual } from 'node:crypto'

/** Paths that work without a token for a limited time, for anyone who has the URL. */
export class SignedPaths {
  readonly #now: () => Date
  readonly #loadKeys: () => Promise<[Buffer, ...Buffer[]]>
  #keys: [Buffer, ...Buffer[]] | undefined

  constructor(loadKeys: () => Promise<[Buffer, ...Buffer[]]>, now: () => Date) {
    this.#loadKeys = loadKeys
    this.#now = now
  }

  /** Loads the keys, which may have to come from the database; required before signing. */
  async prepare(): Promise<void> {
    this.#keys ??= await this.#loadKeys()
  }

  get isPrepared(): boolean {
    return this.#keys !== undefined
  }

  /**
   * The path with its expiry and signature. Expiries are rounded up to whole steps, as long as a lifetime
   * by default, so that the same resource keeps the same URL for a while and caches can use it.
   */
  sign(path: string, lifetimeMs: number, stepMs: number = lifetimeMs): string {
    const expires = (Math.floor(this.#now().getTime() / stepMs) + 1) * stepMs + lifetimeMs
    return `${path}?expires=${expires}&signature=${signatureOf(this.#prepared()[0], path, expires)}`
  }

  /** Whether the signature of this path is valid and has not expired. */
  isValid(path: string, { expires, signature }: { expires?: unknown; signature?: unknown }): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,16}$/.test(expires))
      return false
    if (Number(expires) <= this.#now().getTime()) return false
    const given = Buffer.from(signature)
    return this.#prepared().some((key) => {
      const expected = Buffer.from(signatureOf(key, path, Number(expires)))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
  }

  #prepared(): [Buffer, ...Buffer[]] {
    if (!this.#keys) throw new Error('The keys that sign URLs are not loaded yet.')
    return this.#keys
  }
}

const signatureOf = (key: Buffer, path: string, expires: number): string =>
  createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url')
