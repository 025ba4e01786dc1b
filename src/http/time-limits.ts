import { createServer, type RequestListener, type Server } from 'node:http'

/** How long parts of a request can take to arrive, and how long a connection can stay open without one. */
export interface TimeLimits {
  requestTimeoutMs: number
  headersTimeoutMs: number
  keepAliveMs: number
}

/** The longest interval at which Node checks for late requests. */
const MAX_BETWEEN_CHECKS_MS = 5_000
/**
 * A client that reads no byte of a response for this long, after the time for its request, is disconnected.
 */
const NO_PROGRESS_MS = 60_000

/** A server of Node with these limits, whose requests this listener handles. */
export function createTimedServer(limits: TimeLimits, listener: RequestListener): Server {
  const { requestTimeoutMs: requestTimeout, keepAliveMs: keepAliveTimeout } = limits
  const headersTimeout = Math.min(limits.headersTimeoutMs, requestTimeout)
  const server = createServer(
    {
      requestTimeout,
      headersTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: Math.min(MAX_BETWEEN_CHECKS_MS, Math.ceil(headersTimeout / 2)),
    },
    listener,
  )
  // Longer than a request can take: a late request gets a 408, instead of a closed connection without a
  // response.
  server.setTimeout(requestTimeout + NO_PROGRESS_MS)
  return server
}
