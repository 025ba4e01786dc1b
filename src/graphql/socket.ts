import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import { CloseCode, type Context, handleProtocols, makeServer } from 'graphql-ws'
import WebSocket, { type ServerOptions, WebSocketServer } from 'ws'
import type { Viewer } from '../core/access/viewer.ts'
import { DomainError, isUnavailable, tokenRequired } from '../core/errors.ts'
import type { AccessLog } from '../http/access-log.ts'
import { RateLimited } from '../http/budget.ts'
import { requestIdOf } from '../http/request-id.ts'
import type { AnonymousSockets } from './anonymous-sockets.ts'
import type { GraphQLContext } from './context.ts'
import type { Engine, PreparedRequest } from './engine.ts'
import type { LiveConnections } from './live-connections.ts'
import { Delivery, Heartbeat, receive, send } from './socket-link.ts'
import { LiveResults } from './subscription-groups.ts'

export interface SocketApi {
  engine: Engine
  connections: LiveConnections
  subscriptionsPerSocket: number
  /** How long a peer may take to introduce itself. */
  initMs: number
  pingMs: number
  viewerOf: (authorization: string | undefined, address: string) => Promise<Viewer | null>
  contextFor: (viewer: Viewer | null, address: string) => GraphQLContext
  /** Takes a point from the budget of the user, or of the address of somebody unknown; or throws rate_limited. */
  charge: (viewer: Viewer | null, address: string) => Promise<void>
  addressOf: (request: IncomingMessage) => string
  /** Whether a socket without a token may stay, to read the schema. */
  introspection: boolean
  /** Counts sockets of which it is not known whose they are. */
  anonymous: AnonymousSockets
  onFault: (error: unknown) => void
  isOpen: () => boolean
  /** Whether the origin of the page that opens a socket may do so. */
  allows: (request: IncomingMessage) => boolean
  accessLog: AccessLog
}

const MAX_MESSAGE_BYTES = 1024 * 1024
/** How long a peer may take to say goodbye. */
const CLOSE_MS = 1_000
const TOO_MANY = 4429
const GOING_AWAY = 1001
const TRY_AGAIN_LATER = 1013

interface Extra {
  socket: WebSocket
  /** From the upgrade request, which is let go. */
  authorization: string | undefined
  address: string
  viewer: Viewer | null
  isCharged: boolean
  release: () => void
  /** Ends its being counted as a socket of nobody. */
  identify: () => void
}

type PreparedArgs = ExecutionArgs & {
  start: { request: PreparedRequest; context: GraphQLContext } | undefined
  peer: { socket: WebSocket; id: string }
}

type Connection = Context<Record<string, unknown> | undefined, Extra>

/** Serves `graphql-transport-ws` on upgrade requests to `/graphql`. Returns how to end every socket. */
export function serveSockets(server: Server, api: SocketApi): () => Promise<void> {
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    closeTimeout: CLOSE_MS,
    handleProtocols,
  }
  const sockets = new WebSocketServer(options)
  const heartbeat = new Heartbeat(sockets.clients, api.pingMs)
  const protocol = makeServer<Record<string, unknown> | undefined, Extra>({
    connectionInitWaitTimeout: api.initMs,
    onConnect: (connection) => admit(connection, api),
    onClose: ({ extra }) => extra.release(),
    onSubscribe: async (connection, id, payload): Promise<ExecutionArgs | readonly GraphQLError[]> => {
      const context = api.contextFor(connection.extra.viewer, connection.extra.address)
      try {
        if (Object.keys(connection.subscriptions).length > api.subscriptionsPerSocket) {
          throw new DomainError(
            'rate_limited',
            `A socket carries at most ${api.subscriptionsPerSocket} operations at a time.`,
          )
        }
        await context.charge(1)
        const request = await api.engine.prepare(payload, context)
        const args: PreparedArgs = {
          start: { request, context },
          peer: { socket: connection.extra.socket, id },
          schema: api.engine.schema,
          document: request.prepared.document,
          operationName: request.operation.name?.value ?? null,
        }
        return args
      } catch (error) {
        return api.engine.failed(error, context.requestId).errors ?? []
      }
    },
    execute: (args) => {
      const { request, context } = startOf(args)
      return api.engine.execute(request, context)
    },
    subscribe: async (args) => {
      const { request, context } = startOf(args)
      const results = await api.engine.subscribe(request, context)
      return results instanceof LiveResults ? new Delivery(results, (args as PreparedArgs).peer) : results
    },
  })

  sockets.on('connection', (socket, request: IncomingMessage) => {
    heartbeat.watch(socket)
    const record = api.accessLog.socketOpened(requestIdOf(request))
    // A peer that breaks the framing is closed by `ws` with the code for it; there is nobody to tell.
    socket.on('error', () => {})
    const extra: Extra = {
      socket,
      authorization: request.headers.authorization,
      address: api.addressOf(request),
      viewer: null,
      isCharged: false,
      release: () => {},
      identify: () => {},
    }
    extra.identify = api.anonymous.open(extra.address)
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => receive(socket, handle, api.onFault),
      },
      extra,
    )
    socket.once('close', (code, reason) => {
      api.accessLog.socketClosed(record, code, extra.viewer?.userId ?? null)
      extra.identify()
      // One that never said whose it is has cost its address as much as one that did.
      if (!extra.isCharged) api.charge(null, extra.address).catch(() => {})
      closed(code, String(reason)).catch(api.onFault)
    })
  })

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node hands the connection over without a listener, and an error without one ends the process.
    socket.on('error', () => socket.destroy())
    const refused = refusalOf(request, api)
    if (refused) {
      socket.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
  }
  server.on('upgrade', upgrade)

  return async () => {
    server.off('upgrade', upgrade)
    heartbeat.stop()
    for (const client of sockets.clients) client.close(GOING_AWAY, 'Going away')
    await new Promise((resolve) => sockets.close(resolve))
  }
}

/** Why an upgrade is refused: the status, and the headers that go with it. */
function refusalOf(request: IncomingMessage, api: SocketApi): string | undefined {
  if (request.url?.split('?', 1)[0] !== '/graphql') return '404 Not Found'
  if (!api.isOpen()) return '503 Service Unavailable\r\nRetry-After: 5'
  if (!api.allows(request)) return '403 Forbidden'
  return api.anonymous.isFull(api.addressOf(request)) ? '429 Too Many Requests\r\nRetry-After: 5' : undefined
}

/** Takes what an operation starts with: the protocol keeps its arguments as long as a subscription lives. */
function startOf(args: ExecutionArgs): { request: PreparedRequest; context: GraphQLContext } {
  const prepared = args as PreparedArgs
  const { start } = prepared
  if (!start) throw new Error('An operation starts once.')
  prepared.start = undefined
  return start
}

async function charge(extra: Extra, api: SocketApi): Promise<void> {
  extra.isCharged = true
  await api.charge(extra.viewer, extra.address)
}

/** Finds out who is there. A connection that may not be is closed with the code that tells its client what to do. */
async function admit({ connectionParams, extra }: Connection, api: SocketApi): Promise<boolean> {
  const { socket } = extra
  const given = connectionParams?.authorization ?? connectionParams?.Authorization
  try {
    const viewer = await api
      .viewerOf(typeof given === 'string' ? given : extra.authorization, extra.address)
      .catch(async (error: unknown) => {
        await charge(extra, api)
        throw error
      })
    extra.viewer = viewer
    await charge(extra, api)
    if (!viewer && !api.introspection) throw tokenRequired()
    // It may have gone while we looked; its place must not stay taken.
    if (socket.readyState !== WebSocket.OPEN) return false
    if (!viewer) return true
    extra.identify()
    extra.release = api.connections.open({
      viewer,
      end: () => socket.close(CloseCode.Forbidden, 'Token expired or revoked'),
    })
    return true
  } catch (error) {
    // 4403 makes the stock client ask for its parameters again; an outage must not look like a bad token.
    if (isUnavailable(error)) socket.close(TRY_AGAIN_LATER, 'Unavailable')
    else if (error instanceof DomainError && error.reason === 'rate_limited') {
      socket.close(TOO_MANY, error instanceof RateLimited ? 'Rate limited' : 'Too many live connections')
    } else if (error instanceof DomainError) socket.close(CloseCode.Forbidden, 'Forbidden')
    else {
      api.onFault(error)
      socket.close(CloseCode.InternalServerError, 'Internal server error')
    }
    return false
  }
}
