import type { Settings } from '../core/settings.ts'
import type { SignedPaths } from './signed-paths.ts'

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
