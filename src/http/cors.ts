import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { vary } from './bodies/vary.ts'

/** Response headers that scripts on other origins can read. */
const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Location',
  'Link',
  'Deprecation',
  'X-Ignored-Fields',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Content-Disposition',
].join(', ')
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const PREFLIGHT_SECONDS = 600

/**
 * The origins that can use the APIs from a browser. Credentials are never allowed: clients send tokens, not
 * cookies.
 */
export class Cors {
  readonly #anyOrigin: boolean
  readonly #origins: ReadonlySet<string>
  readonly #ownUrl: () => string

  constructor(origins: readonly string[], ownUrl: () => string) {
    this.#anyOrigin = origins.includes('*')
    this.#origins = new Set(origins)
    this.#ownUrl = ownUrl
  }

  #allows(origin: string): boolean {
    return this.#anyOrigin || this.#origins.has(origin)
  }

  /**
   * Sets the headers of any response. Returns true when the request was a preflight, which has then been
   * answered.
   */
  handle(request: FastifyRequest, reply: FastifyReply): boolean {
    if (this.#origins.size === 0) return false
    const { origin } = request.headers
    if (!this.#anyOrigin) vary(reply, 'Origin')
    if (origin === undefined || !this.#allows(origin)) return false
    reply
      .header('Access-Control-Allow-Origin', this.#anyOrigin ? '*' : origin)
      .header('Access-Control-Expose-Headers', EXPOSED)
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false
    const requested = request.headers['access-control-request-headers']
    if (requested) reply.header('Access-Control-Allow-Headers', requested)
    reply
      .header('Access-Control-Allow-Methods', METHODS)
      .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      .code(204)
      .send()
    return true
  }

  /**
   * Whether a WebSocket may be opened: browsers do not apply CORS to WebSockets, so the server checks the
   * origin. Clients other than browsers send none.
   */
  allowsSocket({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || this.#allows(origin)) return true
    if (origin === new URL(this.#ownUrl()).origin) return true
    return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
  }
}
