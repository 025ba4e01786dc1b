import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../core/settings.ts'

/** The URL of this server. Without PUBLIC_URL it is known only once the server listens. */
export class PublicOrigin {
  readonly #fixed: string | undefined
  #url: string

  constructor({ publicUrl, host, port }: { publicUrl?: string | undefined; host: string; port: number }) {
    this.#fixed = publicUrl
    this.#url = publicUrl ?? `http://${host}:${port}`
  }

  readonly current = (): string => this.#url

  listensAt(url: string): void {
    this.#url = this.#fixed ?? url
  }
}

/** Whether a URL has another origin than this server. */
export const hasOwnOrigin = (url: string | undefined, publicUrl: string | undefined): boolean =>
  url !== undefined && (publicUrl === undefined || new URL(url).origin !== new URL(publicUrl).origin)

/** Builds URLs. The paths are defined by the modules, in their `*.urls.ts`. */
export class Urls {
  readonly #signed: SignedPaths
  readonly settings: Settings

  constructor(settings: Settings, signed: SignedPaths) {
    this.settings = settings
    this.#signed = signed
  }

  /** The URL of a resource in the REST API. */
  api(path: string): string {
    return `${this.settings.origin()}/v1${path}`
  }

  /** The URL of a resource for people. The path is encoded here: it can contain those of pages. */
  app(path: string): string {
    return `${this.settings.origin()}/app${encodeURI(path)}`
  }

  /** The URL of bytes that anyone can read. */
  open(path: string): string {
    return `${this.settings.origin()}${path}`
  }

  /** A URL that works without a token for a limited time; see `SignedPaths.sign`. */
  signed(path: string, lifetimeMs: number, stepMs?: number): string {
    return `${this.settings.origin()}${this.#signed.sign(path, lifetimeMs, stepMs)}`
  }
}

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
