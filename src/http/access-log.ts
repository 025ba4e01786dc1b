import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { OTHER } from '../platform/observing/origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known; for the access log. */
    userId: string | null
    /** Bytes that the connection had sent before a streamed response. */
    bytesBefore: number | null
  }

  interface FastifyContextConfig {
    /** The operation of a route in logs and metrics, where it is known before the caller is. */
    operation?: string
  }
}

export interface AccessLogOptions {
  log: Logger
  /** Whether every request is logged. */
  isOn: boolean
  /** Requests that take this long are logged at the level warn; 0 for none. */
  slowMs: number
  /** Called at the end of every request. The time is undefined for an event stream, which lasts as long as its client. */
  onRequest?: ((api: string, operation: string, status: number, ms: number | undefined) => void) | undefined
}

/** One WebSocket, from its upgrade request to its end. */
export interface SocketRecord {
  requestId: string
  openedAt: number
}

/**
 * One line per request and two per WebSocket. Routes are logged as patterns, so that neither queries nor
 * ids are logged.
 */
export class AccessLog {
  readonly #log: Logger | undefined
  readonly #options: AccessLogOptions

  constructor(options: AccessLogOptions) {
    const { log, isOn } = options
    this.#options = options
    this.#log = isOn && log.isLevelEnabled('info') ? log : undefined
  }

  /** Writes a line when the response has been sent, or the client has disconnected. */
  follow(request: FastifyRequest, reply: FastifyReply): void {
    const { slowMs, onRequest } = this.#options
    if (!this.#log && slowMs === 0 && !onRequest) return
    const begun = performance.now()
    reply.raw.once('close', () => this.#end(request, reply, begun))
  }

  #end(request: FastifyRequest, reply: FastifyReply, begun: number): void {
    const { log, slowMs, onRequest } = this.#options
    const { raw } = reply
    const ms = millisecondsSince(begun)
    const called = request.caller?.origin.operation ?? OTHER
    const operation = called === OTHER ? (request.routeOptions.config.operation ?? OTHER) : called
    const isStream = String(raw.getHeader('content-type') ?? '').startsWith('text/event-stream')
    onRequest?.(apiOf(request.routeOptions.url), operation, raw.statusCode, isStream ? undefined : ms)
    const isSlow = slowMs > 0 && ms >= slowMs && !isStream
    if (!this.#log && !isSlow) return
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      operation,
      status: raw.statusCode,
      ms,
      bytes: bytesOf(request, reply),
      user: request.userId,
      requestId: request.id,
      ...(raw.writableFinished ? {} : { aborted: true }),
    }
    this.#log?.info(line, 'request')
    if (isSlow) log.warn(line, 'slow request')
  }

  /** The same for a request that Fastify does not handle. */
  followVisit(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    route: () => string,
  ): void {
    const { log, slowMs, onRequest } = this.#options
    if (!this.#log && slowMs === 0 && !onRequest) return
    const begun = performance.now()
    response.once('close', () => {
      const ms = millisecondsSince(begun)
      onRequest?.('web', route(), response.statusCode, ms)
      const isSlow = slowMs > 0 && ms >= slowMs
      if (!this.#log && !isSlow) return
      const line = {
        method: request.method,
        route: route(),
        status: response.statusCode,
        ms,
        bytes: Number(response.getHeader('content-length') ?? 0),
        user: null,
        requestId,
        ...(response.writableFinished ? {} : { aborted: true }),
      }
      this.#log?.info(line, 'request')
      if (isSlow) log.warn(line, 'slow request')
    })
  }

  socketOpened(requestId: string): SocketRecord {
    this.#log?.info({ route: '/graphql', requestId }, 'socket opened')
    return { requestId, openedAt: performance.now() }
  }

  socketClosed({ requestId, openedAt }: SocketRecord, code: number, user: string | null): void {
    this.#log?.info(
      { route: '/graphql', code, ms: millisecondsSince(openedAt), user, requestId },
      'socket closed',
    )
  }
}

function apiOf(route: string | undefined): string {
  if (route === '/graphql') return 'graphql'
  return route?.startsWith('/v1/') ? 'rest' : OTHER
}

const millisecondsSince = (begun: number) => Math.round((performance.now() - begun) * 10) / 10

/** The length of a complete body; for a stream the bytes sent by its connection, headers included. */
function bytesOf({ bytesBefore, socket }: FastifyRequest, reply: FastifyReply): number {
  if (bytesBefore !== null) return socket.bytesWritten - bytesBefore
  return Number(reply.getHeader('content-length') ?? 0)
}
