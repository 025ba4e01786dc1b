import type { Logger } from 'pino'
import { causeOf, DomainError, isUnavailable } from '../../core/errors.ts'
import type { RequestIds } from '../../platform/observing/origin.ts'

const PROBE_MS = 1_000

interface Outage {
  failures: number
  begun: number
}

/**
 * Logs server errors. While the database is unavailable everything fails for the same reason: that is
 * logged once, and the number of failures when it is available again.
 */
export class FaultLog {
  readonly #log: Logger
  readonly #ping: () => Promise<void>
  #outage: Outage | undefined
  #probe: NodeJS.Timeout | undefined

  constructor(log: Logger, ping: () => Promise<void>) {
    this.#log = log
    this.#ping = ping
  }

  report(
    error: unknown,
    message: string,
    { level = 'error', ...fields }: Record<string, unknown> & { level?: 'error' | 'warn' } = {},
  ): void {
    // Errors that the server throws on purpose, such as during start-up, are not faults.
    if (error instanceof DomainError) return
    if (isUnavailable(error)) this.#count(error)
    else this.#log[level]({ err: error, ...fields }, message)
  }

  /** Reports an error that a request has caused. */
  reportRequest(error: unknown, ids: RequestIds, method: string, url: string): void {
    this.report(error, 'request failed', { ...ids, method, path: url.split('?', 1)[0] })
  }

  close(): void {
    clearTimeout(this.#probe)
  }

  #count(error: unknown): void {
    if (this.#outage) {
      this.#outage.failures += 1
      return
    }
    this.#outage = { failures: 1, begun: performance.now() }
    this.#log.warn(
      causeOf(error),
      'the database does not respond; further failures are counted until it does',
    )
    this.#probeLater()
  }

  #probeLater(): void {
    this.#probe = setTimeout(() => {
      this.#ping().then(
        () => this.#end(),
        () => this.#probeLater(),
      )
    }, PROBE_MS)
    this.#probe.unref()
  }

  #end(): void {
    const { failures, begun } = this.#outage ?? { failures: 0, begun: performance.now() }
    this.#outage = undefined
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    this.#log.warn({ failures, seconds }, 'the database responds again')
  }
}
