import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import { CloseCode } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { DomainError, isUnavailable } from '../core/errors.ts'
import type { Viewer } from '../core/viewer.ts'
import type { GraphQLContext } from './context.ts'
import type { Engine, PreparedRequest } from './engine.ts'

export interface SocketLimits {
  socketsPerToken: number
  subscriptionsPerSocket: number
}

export interface SocketDoor {
  engine: Engine
  limits: SocketLimits
  viewerOf: (authorization: string | undefined) => Promise<Viewer | null>
  contextFor: (viewer: Viewer | null) => GraphQLContext
  /** Calls back when the token ends; gives how to stop waiting for it. */
  onTokenEnd: (viewer: Viewer, end: () => void) => () => void
  isOpen: () => boolean
}

const PING_MS = 15_000
const INIT_TIMEOUT_MS = 5_000
const MAX_MESSAGE_BYTES = 1024 * 1024
/** A peer that lets this much pile up is not reading; it is dropped and can resume. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
const TOO_MANY = 4429
const TRY_AGAIN_LATER = 1013

interface Extra extends Record<PropertyKey, unknown> {
  viewer: Viewer | null
  stopWaiting: () => void
}

type PreparedArgs = ExecutionArgs & { request: PreparedRequest; contextValue: GraphQLContext }

/** Serves `graphql-transport-ws` on upgrade requests to `/graphql`. Returns how to end every socket. */
export function serveSockets(server: Server, door: SocketDoor): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const perToken = new Map<string, number>()

  const protocol = useServer<Record<string, unknown> | undefined, Extra>(
    {
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      onConnect: async (ctx) => {
        const { socket, request } = ctx.extra
        const given = ctx.connectionParams?.authorization ?? ctx.connectionParams?.Authorization
        const header = typeof given === 'string' ? given : request.headers.authorization
        const viewer = await door.viewerOf(header).catch((error: unknown) => {
          // 4403 makes the stock client ask for its parameters again; an outage must not look like a bad token.
          if (isUnavailable(error)) socket.close(TRY_AGAIN_LATER, 'Unavailable')
          else socket.close(CloseCode.Forbidden, 'Forbidden')
          return undefined
        })
        if (viewer === undefined) return false
        ctx.extra.viewer = viewer
        if (!viewer) return true
        const open = (perToken.get(viewer.tokenId) ?? 0) + 1
        if (open > door.limits.socketsPerToken) {
          socket.close(TOO_MANY, 'Too many sockets for this token')
          return false
        }
        perToken.set(viewer.tokenId, open)
        const forget = door.onTokenEnd(viewer, () =>
          socket.close(CloseCode.Forbidden, 'Token expired or revoked'),
        )
        ctx.extra.stopWaiting = () => {
          forget()
          const left = (perToken.get(viewer.tokenId) ?? 1) - 1
          if (left > 0) perToken.set(viewer.tokenId, left)
          else perToken.delete(viewer.tokenId)
        }
        return true
      },
      onClose: (ctx) => ctx.extra.stopWaiting?.(),
      onSubscribe: (ctx, _id, payload): ExecutionArgs | readonly GraphQLError[] => {
        const context = door.contextFor(ctx.extra.viewer ?? null)
        try {
          if (Object.keys(ctx.subscriptions).length > door.limits.subscriptionsPerSocket) {
            throw new DomainError(
              'rate_limited',
              `A socket carries at most ${door.limits.subscriptionsPerSocket} operations at a time.`,
            )
          }
          const request = door.engine.prepare(payload, context)
          const args: PreparedArgs = {
            request,
            schema: door.engine.schema,
            document: request.prepared.document,
            operationName: request.operation.name?.value ?? null,
            contextValue: context,
          }
          return args
        } catch (error) {
          return door.engine.failed(error, context.requestId).errors ?? []
        }
      },
      execute: (args) =>
        door.engine.execute((args as PreparedArgs).request, (args as PreparedArgs).contextValue),
      subscribe: (args) =>
        door.engine.subscribe((args as PreparedArgs).request, (args as PreparedArgs).contextValue),
      onNext: ({ extra: { socket } }) => {
        if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      },
    },
    sockets,
    PING_MS,
  )

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?', 1)[0]
    if (path !== '/graphql' || !door.isOpen()) {
      const status = path === '/graphql' ? '503 Service Unavailable' : '404 Not Found'
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
  }
  server.on('upgrade', upgrade)

  return async () => {
    server.off('upgrade', upgrade)
    for (const client of sockets.clients) client.close(1001, 'Going away')
    await protocol.dispose()
    for (const client of sockets.clients) client.terminate()
  }
}
