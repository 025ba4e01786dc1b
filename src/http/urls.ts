import type { SiteHosting } from '../core/operations/site-hosting.ts'
import type { SignedPaths } from './signed-paths.ts'

/** Builds URLs. The paths are defined by the modules, in their `*.urls.ts`. */
export class Urls {
  readonly #origin: () => string
  readonly #signed: SignedPaths
  /** Where published sites are. */
  readonly hosting: SiteHosting

  /** The origin is read each time: without PUBLIC_URL it is known only once the server listens. */
  constructor(origin: () => string, signed: SignedPaths, hosting: SiteHosting) {
    this.#origin = origin
    this.#signed = signed
    this.hosting = hosting
  }

  /** The URL of a resource in the REST API. */
  api(path: string): string {
    return `${this.#origin()}/v1${path}`
  }

  /** The URL of a resource for people. The path is encoded here: it can contain those of pages. */
  app(path: string): string {
    return `${this.#origin()}/app${encodeURI(path)}`
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
