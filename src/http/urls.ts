import type { SignedPaths } from './signed-paths.ts'

/** Builds URLs. The paths are defined by the modules, in their `*.urls.ts`. */
export class Urls {
  readonly #origin: () => string
  readonly #sites: string | undefined
  readonly #signed: SignedPaths

  /** The origin is read each time: without PUBLIC_URL it is known only once the server listens. */
  constructor(origin: () => string, signed: SignedPaths, sites?: string) {
    this.#origin = origin
    this.#sites = sites
    this.#signed = signed
  }

  /** The URL of a resource in the REST API. */
  api(path: string): string {
    return `${this.#origin()}/v1${path}`
  }

  /** The URL of a resource for people. */
  app(path: string): string {
    return `${this.#origin()}/app${path}`
  }

  /** The URL of a published site on this server: below SITES_URL if it is set. */
  site(path: string): string {
    return `${this.#sites ?? this.#origin()}/sites${path}`
  }

  /** The URL of bytes that anyone can read. */
  open(path: string): string {
    return `${this.#origin()}${path}`
  }

  /** A URL that works without a token for a limited time; see `SignedPaths.sign`. */
  signed(path: string, lifetimeMs: number, stepMs?: number): string {
    return `${this.#origin()}${this.#signed.sign(path, lifetimeMs, stepMs)}`
  }
}
