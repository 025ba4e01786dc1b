import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** How long parts of a request can take to arrive, and how long a connection can stay open without one. */
export interface TimeLimits {
  requestTimeoutMs: number
  headersTimeoutMs: number
  keepAliveMs: number
}

/** The longest interval at which Node checks for late requests. */
const MOST_BETWEEN_CHECKS_MS = 5_000
/**
 * A client that reads no byte of a response for this long, after the time for its request, is disconnected.
 */
const NO_PROGRESS_MS = 60_000

/** The settings of the HTTP server for these limits. */
export function timeLimitOptions(limits: TimeLimits): FastifyHttpOptions<Server> {
  const { requestTimeoutMs, keepAliveMs } = limits
  const headersTimeout = Math.min(limits.headersTimeoutMs, requestTimeoutMs)
  return {
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    // Longer than a request can take: a late request gets a 408, instead of a closed connection without a
    // response.
    connectionTimeout: requestTimeoutMs + NO_PROGRESS_MS,
    http: {
      requestTimeout: requestTimeoutMs,
      headersTimeout,
      connectionsCheckingInterval: Math.min(MOST_BETWEEN_CHECKS_MS, Math.ceil(headersTimeout / 2)),
    },
  }
}
