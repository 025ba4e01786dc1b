import type { FastifyInstance } from 'fastify'
import { consoleAssets } from '../console/server/console-assets.ts'
import type { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import { newId } from '../core/ids.ts'
import type { Caller } from '../core/operations/caller.ts'
import type { GraphQLContext } from '../graphql/context.ts'
import { BodyLimits } from '../graphql/execution/called-operations.ts'
import { Engine } from '../graphql/execution/engine.ts'
import { RegisteredDocuments } from '../graphql/execution/registered-documents.ts'
import { mountGraphQL } from '../graphql/mount-graphql.ts'
import { graphqlSchema } from '../graphql/schema.ts'
import { AnonymousSockets } from '../graphql/subscriptions/anonymous-sockets.ts'
import { LiveConnections } from '../graphql/subscriptions/live-connections.ts'
import { type SocketApi, serveSockets } from '../graphql/subscriptions/socket.ts'
import { failureOf, MAX_BODY_BYTES } from '../http/refusals.ts'
import { modules } from '../modules/index.ts'
import type { Identity } from './identity.ts'
import { findRegisteredDocument } from './registered-documents.ts'
import type { Wiring } from './wiring.ts'

/** What the GraphQL API of a node reports in metrics, and how its sockets are closed. */
export interface ServedGraphQL {
  readonly engine: Engine
  /** Open WebSockets and event streams with a token. */
  readonly connections: LiveConnections
  /** Open WebSockets without a token. */
  readonly anonymous: AnonymousSockets
  readonly closeSockets: () => Promise<void>
}

interface GraphQLParts extends Pick<SocketApi, 'addressOf' | 'allows' | 'isForSite' | 'accessLog'> {
  identity: Identity
  feed: Feed
  userFeed: UserFeed
}

/** Serves GraphQL over HTTP and over WebSockets. */
export async function serveGraphQL(
  http: FastifyInstance,
  { config, database, faults, metrics, tracer, urls, readiness, tools: { signs } }: Wiring,
  { identity, feed, userFeed, ...socketParts }: GraphQLParts,
): Promise<ServedGraphQL> {
  const { credentials, cookies, entrance, callerFor, charge } = identity
  const { limits, timing, introspection, documents } = config
  const explorer = config.explorer && documents === 'all'
  const engine = new Engine({
    schema: graphqlSchema(modules),
    limits,
    documents: new RegisteredDocuments({
      accepts: documents,
      own: () => consoleAssets().documents,
      find: (hash) => findRegisteredDocument(database, hash),
    }),
    introspection,
    onFault: (error, ids) => faults.reportRequest(error, ids, 'POST', '/graphql'),
    tracer,
    onSubscriptionRun: metrics && (() => metrics.subscriptionRun()),
  })
  const contextWith = (
    caller: Caller,
    requestId: string,
    charge: GraphQLContext['charge'],
  ): GraphQLContext => ({
    caller,
    urls,
    feed,
    userFeed,
    signs,
    requestId,
    traceId: caller.origin.span?.traceId,
    charge,
  })
  const connections = new LiveConnections({
    maxPerToken: limits.socketsPerToken,
    maxPerUser: limits.socketsPerUser,
    onTokenEnd: (viewer, end) => credentials.onEnd(viewer, end),
  })
  await mountGraphQL(http, {
    engine,
    connections,
    explorer,
    documents,
    failureOf,
    entrance,
    introspection,
    documentBytes: limits.documentBytes,
    bodyLimits: new BodyLimits(
      modules.flatMap(({ routes }) => routes),
      MAX_BODY_BYTES,
    ),
    contextWith,
  })
  const anonymous = new AnonymousSockets({
    inAll: limits.anonymousSockets,
    perAddress: limits.anonymousSocketsPerAddress,
  })
  const closeSockets = serveSockets(http.server, {
    ...socketParts,
    engine,
    connections,
    anonymous,
    introspection,
    subscriptionsPerSocket: limits.subscriptionsPerSocket,
    initMs: timing.socketInitMs,
    pingMs: timing.socketPingMs,
    viewerOf: (given, ip) => entrance.identifyUser(given, { ip }),
    sessionOf: ({ headers }) => cookies.secretOfSocket(headers),
    contextFor: (viewer, ip) => {
      const requestId = newId('Request')
      const span = tracer?.start('WebSocket /graphql', 'server')
      const caller = callerFor(viewer, { requestId, sender: { ip }, span })
      const context = contextWith(caller, requestId, (points) => charge(viewer, { ip }, points))
      return { ...context, end: span && (() => span.end({ attributes: { 'quire.request_id': requestId } })) }
    },
    charge: (viewer, ip) => charge(viewer, { ip }, 1),
    onFault: (error) => faults.reportRequest(error, { requestId: newId('Request') }, 'WebSocket', '/graphql'),
    isOpen: () => readiness.isOpen,
  })
  return { engine, connections, anonymous, closeSockets }
}
