import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Tools } from '../core/operations/context.ts'
import type { Readiness } from '../http/health.ts'
import type { FaultLog } from '../http/logs/fault-log.ts'
import type { PublicOrigin, SignedPaths, Urls } from '../http/urls.ts'
import type { Database } from '../platform/database.ts'
import type { Metrics } from '../platform/observing/metrics.ts'
import type { Tracer } from '../platform/observing/span.ts'

/** What the parts of the server share. */
export interface Wiring {
  readonly config: Config
  readonly database: Database
  readonly now: () => Date
  readonly log: Logger
  readonly faults: FaultLog
  readonly readiness: Readiness
  readonly origin: PublicOrigin
  readonly signed: SignedPaths
  readonly urls: Urls
  readonly tools: Tools
  /** Absent when they are turned off. */
  readonly metrics: Metrics | undefined
  readonly tracer: Tracer | undefined
}
