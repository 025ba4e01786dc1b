import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known; for the access log. */
    userId: string | null
    /** Bytes that the connection had sent before a streamed response. */
    bytesBefore: number | null
  }
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

  constructor(log: Logger, isOn: boolean) {
    this.#log = isOn && log.isLevelEnabled('info') ? log : undefined
  }

  /** Writes a line when the response has been sent, or the client has disconnected. */
  follow(request: FastifyRequest, reply: FastifyReply): void {
    const log = this.#log
    if (!log) return
    const begun = performance.now()
    const { raw } = reply
    raw.once('close', () => {
      log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? null,
          status: raw.statusCode,
          ms: millisecondsSince(begun),
          bytes: bytesOf(request, reply),
          user: request.userId,
          requestId: request.id,
          ...(raw.writableFinished ? {} : { aborted: true }),
        },
        'request',
      )
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

const millisecondsSince = (begun: number) => Math.round((performance.now() - begun) * 10) / 10

/** The length of a complete body; for a stream the bytes sent by its connection, headers included. */
function bytesOf({ bytesBefore, socket }: FastifyRequest, reply: FastifyReply): number {
  if (bytesBefore !== null) return socket.bytesWritten - bytesBefore
  return Number(reply.getHeader('content-length') ?? 0)
}
