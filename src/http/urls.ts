import type { SignedPaths } from './signed-paths.ts'

/** Makes addresses. Which paths there are is known to the modules, in their `*.urls.ts`. */
export class Urls {
  readonly #origin: () => string
  readonly #signed: SignedPaths

  /** The origin is read each time: without a public one it is known only once the server listens. */
  constructor(origin: () => string, signed: SignedPaths) {
    this.#origin = origin
    this.#signed = signed
  }

  /** Where the REST API serves a resource. */
  api(path: string): string {
    return `${this.#origin()}/v1${path}`
  }

  /** Where a person opens it. */
  app(path: string): string {
    return `${this.#origin()}/app${path}`
  }

  /** An address that works without a token for a while; see `SignedPaths.sign`. */
  signed(path: string, lifetimeMs: number, stepMs?: number): string {
    return `${this.#origin()}${this.#signed.sign(path, lifetimeMs, stepMs)}`
  }
}
