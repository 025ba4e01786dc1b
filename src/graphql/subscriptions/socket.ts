import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import { CloseCode, type Context, handleProtocols, makeServer } from 'graphql-ws'
import WebSocket, { type ServerOptions, WebSocketServer } from 'ws'
import type { Viewer } from '../../core/access/viewer.ts'
import { DomainError, isUnavailable, tokenRequired } from '../../core/errors.ts'
import { encodeAnswer } from '../../http/bodies/raw-json.ts'
import { RateLimited } from '../../http/budget.ts'
import { endWith } from '../../http/connection.ts'
import { hasOneHost, requestIdOf } from '../../http/edge.ts'
import type { AccessLog } from '../../http/logs/access-log.ts'
import type { GraphQLContext } from '../context.ts'
import type { Engine, PreparedRequest } from '../execution/engine.ts'
import type { AnonymousSockets } from './anonymous-sockets.ts'
import { limitFrames } from './frame-limit.ts'
import type { LiveConnections } from './live-connections.ts'
import { LiveResults } from './live-groups.ts'
import { answerPings, Delivery, deliverOnce, Heartbeat, type Peer, receive, send } from './socket-link.ts'

export interface SocketApi {
  engine: Engine
  connections: LiveConnections
  subscriptionsPerSocket: number
  /** The time limit for connection_init. */
  initMs: number
  pingMs: number
  viewerOf: (
    given: { authorization: string | undefined; session: string | undefined },
    address: string,
  ) => Promise<Viewer | null>
  /** The secret of the session in the cookie of an upgrade request, if a page of this server sent it. */
  sessionOf: (request: IncomingMessage) => string | undefined
  contextFor: (viewer: Viewer | null, address: string) => GraphQLContext
  /**
   * Charges a point to the budget of the user, or of the address of an unauthenticated client; or throws
   * rate_limited.
   */
  charge: (viewer: Viewer | null, address: string) => Promise<void>
  addressOf: (request: IncomingMessage) => string
  /** Whether a socket without a token is allowed, to read the schema. */
  introspection: boolean
  /** Counts sockets that have not authenticated yet. */
  anonymous: AnonymousSockets
  onFault: (error: unknown) => void
  isOpen: () => boolean
  /** Whether a page with this origin can open a socket. */
  allows: (request: IncomingMessage) => boolean
  /** Whether the host is that of a published site, where the API is not. */
  isForSite: (request: IncomingMessage) => Promise<boolean>
  accessLog: AccessLog
}

const MAX_MESSAGE_BYTES = 1024 * 1024
/** The time limit for the closing handshake. */
const CLOSE_MS = 1_000
const TOO_MANY = 4429
const GOING_AWAY = 1001
const TRY_AGAIN_LATER = 1013

interface Extra {
  socket: WebSocket
  /** From the upgrade request, which is not kept. */
  authorization: string | undefined
  session: string | undefined
  address: string
  viewer: Viewer | null
  isCharged: boolean
  release: () => void
  /** Ends counting it as an unauthenticated socket. */
  identify: () => void
}

type PreparedArgs = ExecutionArgs & {
  start: { request: PreparedRequest; context: GraphQLContext } | undefined
  peer: Peer
}

type Connection = Context<Record<string, unknown> | undefined, Extra>

/**
 * Serves `graphql-transport-ws` on upgrade requests to `/graphql`. Returns a function that closes every
 * socket.
 */
export function serveSockets(server: Server, api: SocketApi): () => Promise<void> {
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    closeTimeout: CLOSE_MS,
    autoPong: false,
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
            `A socket can run at most ${api.subscriptionsPerSocket} operations at a time. Complete one first.`,
          )
        }
        await context.charge(1)
        const request = await api.engine.prepare(payload, context)
        forget(payload)
        const args: PreparedArgs = {
          start: { request, context },
          peer: { socket: connection.extra.socket, id },
          schema: api.engine.schema,
          document: request.prepared.document,
          operationName: request.operation.name?.value ?? null,
        }
        return args
      } catch (error) {
        context.end?.()
        return api.engine.failed(error, context).errors ?? []
      }
    },
    execute: async (args) => {
      const { request, context } = startOf(args)
      const result = await api.engine.execute(request, context).finally(context.end)
      return deliverOnce(await encodeAnswer(result, context.caller.meter), (args as PreparedArgs).peer)
    },
    subscribe: async (args) => {
      const { request, context } = startOf(args)
      const results = await api.engine.subscribe(request, context).finally(context.end)
      return results instanceof LiveResults ? new Delivery(results, (args as PreparedArgs).peer) : results
    },
  })

  sockets.on('connection', (socket, request: IncomingMessage) => {
    heartbeat.watch(socket)
    const record = api.accessLog.socketOpened(requestIdOf(request))
    // `ws` closes a socket with invalid frames; nothing else is to be done.
    socket.on('error', () => {})
    const extra: Extra = {
      socket,
      authorization: request.headers.authorization,
      session: api.sessionOf(request),
      address: api.addressOf(request),
      viewer: null,
      isCharged: false,
      release: () => {},
      identify: () => {},
    }
    extra.identify = api.anonymous.open(extra.address)
    limitFrames(socket, () => extra.viewer !== null)
    answerPings(socket)
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
      // A socket that never authenticated is charged to its address, like one that did.
      if (!extra.isCharged) api.charge(null, extra.address).catch(() => {})
      closed(code, String(reason)).catch(api.onFault)
    })
  })

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    destroyOnError(socket)
    const refused = await refusalOf(request, api)
    if (refused) {
      endWith(socket, `HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
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

/**
 * Node hands the connection over without a listener, and an error without one ends the process. A listener created
 * in the upgrade handler would keep the request, with all its headers, as long as the connection lives.
 */
function destroyOnError(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
}

const NOT_HERE = '404 Not Found'
const UNAVAILABLE = '503 Service Unavailable\r\nRetry-After: 5'
const TOO_MANY_SOCKETS = '429 Too Many Requests\r\nRetry-After: 5'

/** Why an upgrade is rejected: the status, and its headers. */
async function refusalOf(request: IncomingMessage, api: SocketApi): Promise<string | undefined> {
  if (!hasOneHost(request)) return '400 Bad Request'
  if (request.url?.split('?', 1)[0] !== '/graphql') return NOT_HERE
  if (!api.isOpen()) return UNAVAILABLE
  if (!api.allows(request)) return '403 Forbidden'
  if (api.anonymous.isFull(api.addressOf(request))) return TOO_MANY_SOCKETS
  try {
    return (await api.isForSite(request)) ? NOT_HERE : undefined
  } catch (error) {
    return error instanceof RateLimited ? TOO_MANY_SOCKETS : UNAVAILABLE
  }
}

/** Empties a message that was processed: the protocol keeps it as long as its subscription or socket lives. */
function forget(message: object): void {
  for (const name of Object.keys(message)) Reflect.set(message, name, undefined)
}

/** Takes the arguments of an operation: the protocol keeps its own as long as a subscription lives. */
function startOf(args: ExecutionArgs): { request: PreparedRequest; context: GraphQLContext } {
  const prepared = args as PreparedArgs
  const { start } = prepared
  if (!start) throw new Error('An operation can be started only once.')
  prepared.start = undefined
  return start
}

async function charge(extra: Extra, api: SocketApi): Promise<void> {
  extra.isCharged = true
  await api.charge(extra.viewer, extra.address)
}

/** Authenticates a connection. One that is rejected is closed with the code for its reason. */
async function admit({ connectionParams, extra }: Connection, api: SocketApi): Promise<boolean> {
  const { socket } = extra
  const given = connectionParams?.authorization ?? connectionParams?.Authorization
  const authorization = typeof given === 'string' ? given : extra.authorization
  // Only where the client says so: a cookie alone is no intent.
  const session = connectionParams?.session === true ? extra.session : undefined
  if (connectionParams) forget(connectionParams)
  extra.authorization = undefined
  extra.session = undefined
  try {
    const viewer = await api
      .viewerOf({ authorization, session }, extra.address)
      .catch(async (error: unknown) => {
        await charge(extra, api)
        throw error
      })
    // A socket outlasts the state at sign-in, so access to users is checked for each operation.
    extra.viewer = viewer && { ...viewer, isGuest: true }
    await charge(extra, api)
    if (!viewer && !api.introspection) throw tokenRequired()
    // It may have been closed meanwhile; it must not remain counted.
    if (socket.readyState !== WebSocket.OPEN) return false
    if (!viewer) return true
    extra.identify()
    extra.release = api.connections.open({
      viewer,
      end: () => socket.close(CloseCode.Forbidden, 'Token or session expired or revoked'),
    })
    return true
  } catch (error) {
    // 4403 makes the standard client request new parameters; an outage must not look like an invalid token.
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
