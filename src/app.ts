import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { appEnd } from './app-end.ts'
import { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Viewer } from './core/access/viewer.ts'
import { DomainError } from './core/errors.ts'
import { Feed } from './core/events/feed.ts'
import { newId } from './core/ids.ts'
import type { Caller } from './core/operations/caller.ts'
import { authenticationIn, readersIn } from './declared-parts.ts'
import type { GraphQLContext } from './graphql/context.ts'
import { BodyLimits } from './graphql/execution/body-limits.ts'
import { Engine } from './graphql/execution/engine.ts'
import { graphqlSchema } from './graphql/schema.ts'
import { mountGraphQL } from './graphql/server.ts'
import { AnonymousSockets } from './graphql/subscriptions/anonymous-sockets.ts'
import { LiveConnections } from './graphql/subscriptions/live-connections.ts'
import { serveSockets } from './graphql/subscriptions/socket.ts'
import { clientAddress, trustIn } from './http/address.ts'
import { requirePaid } from './http/budget.ts'
import { Cors } from './http/cors.ts'
import { type ChargeAddress, createHttp } from './http/create-http.ts'
import { mountEdge } from './http/edge.ts'
import { Entrance, payerOf, prepareEntrances } from './http/entrance.ts'
import { isHealth, mountHealth, type Readiness } from './http/health.ts'
import { Listening } from './http/listening.ts'
import { AccessLog } from './http/logs/access-log.ts'
import { FaultLog } from './http/logs/fault-log.ts'
import { mountMetrics } from './http/metrics.ts'
import { failureOf, MAX_BODY_BYTES, nothingHere, refuseUnknownPaths } from './http/refusals.ts'
import { sharedBudgets } from './http/shared-budgets.ts'
import { SignedPaths } from './http/signed-paths.ts'
import { SiteHosts } from './http/sites/site-hosts.ts'
import { Urls } from './http/urls.ts'
import { measureNode } from './measuring.ts'
import { modules } from './modules/index.ts'
import { listenToNodes } from './notifications.ts'
import { createTools, nodeSettingsOf } from './operation-tools.ts'
import type { Database } from './platform/database.ts'
import type { NodeSettings } from './platform/observing/heartbeat.ts'
import type { Metrics } from './platform/observing/metrics.ts'
import type { RequestIds } from './platform/observing/origin.ts'
import type { Tracer } from './platform/observing/span.ts'
import { requestCallers } from './request-callers.ts'
import { mountDownloads } from './rest/downloads.ts'
import { errorBody } from './rest/errors.ts'
import { mountReference } from './rest/reference/index.ts'
import { mountRest } from './rest/server.ts'
import { PublishedWeb } from './web/published-web.ts'

export interface AppParts {
  config: Config
  database: Database
  /** The database URL, for connections outside the pool; a function where it may change. */
  databaseUrl: string | (() => string)
  readiness: Readiness
  log: Logger
  now?: () => Date
  /** Absent when they are turned off. */
  metrics?: Metrics | undefined
  tracer?: Tracer | undefined
}

export interface App {
  readonly http: FastifyInstance
  readonly feed: Feed
  readonly faults: FaultLog
  readonly background: Background
  /** Loads the secret key of the instance. Requires a migrated database. */
  prepare(): Promise<void>
  /** What other processes may know of the settings of this node. */
  nodeSettings(): Promise<NodeSettings>
  /**
   * Accepts no more connections, ends subscriptions, and resolves when clients have closed their connections. Requests that
   * arrive on these meanwhile are served, each as the last one of its connection.
   */
  leave(): Promise<void>
  readonly advice: PublishedWeb['advice']
  /** Waits for running requests, closes sockets, and frees what the app itself opened. */
  close(): Promise<void>
}

/** Builds the server with both APIs, ready to listen. Tests use the same function. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, database, readiness, log, metrics, tracer } = parts
  const now = parts.now ?? (() => new Date())
  let origin = config.publicUrl ?? `http://${config.host}:${config.port}`
  const authentication = authenticationIn(modules, { database, now })
  const faults = new FaultLog(log, () => database.ping())
  const trust = trustIn(config.trustProxy)
  const { budgets, close: closeBudgets } = await sharedBudgets({
    redisUrl: config.redisUrl,
    pointsPerMinute: config.limits.pointsPerMinute,
    database,
    now,
    faults,
  })
  const feed = new Feed(
    database,
    (error) => faults.report(error, 'reading events failed; the next wake-up retries', { level: 'warn' }),
    metrics &&
      (({ position, occurredAt }) => metrics.event(position, now().getTime() - occurredAt.getTime())),
  )
  const tools = createTools(parts, now, {
    addresses: new SiteHosts(config, () => origin),
    changed: (organizationId) => web.forget(organizationId),
  })
  const signed = new SignedPaths(() => tools.secrets.keysFor('signed addresses'), now)
  const urls = new Urls(() => origin, signed, tools.addresses)
  const web = new PublishedWeb(modules, config, {
    database,
    files: tools.files,
    now,
    tools,
    signed: (...path) => urls.signed(...path),
  })
  const background = new Background({
    config,
    database,
    tools,
    isReady: () => readiness.isOpen,
    now,
    log,
    faults,
    metrics,
    tracer,
  })
  const wake = await listenToNodes({
    config,
    database,
    databaseUrl: parts.databaseUrl,
    feed,
    background,
    authentication,
    onChange: (organizationId) => web.forget(organizationId),
    faults,
    onDisconnect: (cause, message) => log.warn(cause, message),
  })

  const chargeAddress: ChargeAddress = (request, reply) => entrance.chargeAddress(request, reply)
  const http = createHttp(config.timing, trust, chargeAddress)
  const cors = new Cors(config.corsOrigins, () => origin)
  const accessLog = new AccessLog({
    log,
    isOn: config.accessLog,
    slowMs: config.slowMs,
    onRequest: metrics && ((api, operation, status, ms) => metrics.request(api, operation, status, ms)),
    tracer,
  })
  const listening = new Listening(http.server)
  mountEdge(http, { cors, accessLog, isLeaving: () => listening.isStopped })

  // Calls back instead of returning a promise: it runs for every request.
  http.addHook('onRequest', (request, _reply, done) => {
    if ((readiness.isOpen && signed.isPrepared) || isHealth(request)) return done()
    if (readiness.isOpen) return void signed.prepare().then(() => done(), done)
    throw new DomainError('unavailable', 'The server is starting or stopping. Try again in a few seconds.')
  })
  http.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request.routeOptions.bodyLimit)
    const ids = { requestId: request.id, traceId: request.span?.traceId }
    if (failure.status >= 500) report(error, ids, request.method, request.url)
    return reply.code(failure.status).send(errorBody(failure))
  })
  http.setNotFoundHandler(nothingHere)

  const report = (error: unknown, ids: RequestIds, method?: string, url?: string) =>
    faults.report(error, 'request failed', { ...ids, method, path: url?.split('?', 1)[0] })

  const callerFor = requestCallers({ config, database, now, tools, budgets })
  const entrance = new Entrance({
    budgets,
    viewerOf: (authorization, beforeLookup) => authentication.viewerOf(authorization, beforeLookup),
    readerOf: readersIn(modules, { now, tools }),
    callerFor: (viewer, reply, visitorToken) =>
      callerFor(viewer, {
        reply,
        requestId: reply.request.id,
        sender: reply.request,
        visitorToken,
        span: reply.request.span,
      }),
  })
  prepareEntrances(http)

  http.addHook('onListen', async () => {
    origin = config.publicUrl ?? http.listeningOrigin
  })
  mountHealth(http, readiness)
  if (metrics && config.metrics.token !== undefined) {
    mountMetrics(http, { metrics, token: config.metrics.token, entrance })
  }
  const downloads = modules.flatMap(
    ({ downloads }) => downloads?.({ database, files: tools.files, now, limits: config.limits }) ?? [],
  )
  // Requests without a token are charged to the address of the client.
  await http.register(async (scope) => {
    scope.addHook('onRequest', chargeAddress)
    mountReference(scope, { modules, hasExplorer: config.explorer, startedAt: now() })
    mountDownloads(scope, {
      signed,
      charge: (request, reply, points) => entrance.chargeAddress(request, reply, points),
      paths: Object.assign({}, ...downloads.map(({ paths }) => paths)),
      open: Object.assign({}, ...downloads.map(({ open }) => open)),
    })
  })
  const routes = modules.flatMap((module) => module.routes)
  const readerRoutes = modules.flatMap((module) => module.readerRoutes)
  await mountRest(http, { urls, routes, readerRoutes, nothingHere, entrance })

  const engine = new Engine({
    schema: graphqlSchema(modules),
    limits: config.limits,
    introspection: config.introspection,
    onFault: (error, ids) => report(error, ids, 'POST', '/graphql'),
    tracer,
    onSubscriptionRun: metrics && (() => metrics.subscriptionRun()),
  })
  const contextWith = (
    caller: Caller,
    requestId: string,
    charge: GraphQLContext['charge'],
  ): GraphQLContext => ({ caller, urls, feed, requestId, traceId: caller.origin.span?.traceId, charge })
  const chargeSocket = async (viewer: Viewer | null, address: string, points: number) =>
    requirePaid(await budgets.spend(payerOf(viewer, { ip: address }), points))
  const connections = new LiveConnections({
    mostPerToken: config.limits.socketsPerToken,
    mostPerUser: config.limits.socketsPerUser,
    onTokenEnd: (viewer, end) => authentication.onEnd(viewer, end),
  })
  await mountGraphQL(http, {
    engine,
    connections,
    explorer: config.explorer,
    failureOf,
    entrance,
    introspection: config.introspection,
    documentBytes: config.limits.documentBytes,
    bodyLimits: new BodyLimits(routes, MAX_BODY_BYTES),
    contextWith,
  })
  const anonymous = new AnonymousSockets({
    inAll: config.limits.anonymousSockets,
    perAddress: config.limits.anonymousSocketsPerAddress,
  })
  web.mount(http.server, {
    origins: { sites: tools.addresses, api: () => origin },
    budgets,
    trust,
    accessLog,
    isOpen: () => readiness.isOpen && signed.isPrepared,
    isLeaving: () => listening.isStopped,
    onFault: (error, ids, path) => report(error, ids, 'GET', path),
  })
  const closeSockets = serveSockets(http.server, {
    engine,
    connections,
    subscriptionsPerSocket: config.limits.subscriptionsPerSocket,
    initMs: config.timing.socketInitMs,
    pingMs: config.timing.socketPingMs,
    viewerOf: (authorization, address) => entrance.identifyUser(authorization, { ip: address }),
    contextFor: (viewer, address) => {
      const requestId = newId('Request')
      const span = tracer?.start('WebSocket /graphql', 'server')
      const context = contextWith(
        callerFor(viewer, { requestId, sender: { ip: address }, span }),
        requestId,
        (points) => chargeSocket(viewer, address, points),
      )
      return { ...context, end: span && (() => span.end({ attributes: { 'quire.request_id': requestId } })) }
    },
    charge: (viewer, address) => chargeSocket(viewer, address, 1),
    addressOf: (request) => clientAddress(request, trust),
    introspection: config.introspection,
    anonymous,
    onFault: (error) => report(error, { requestId: newId('Request') }, 'WebSocket', '/graphql'),
    isOpen: () => readiness.isOpen,
    allows: (request) => cors.allowsSocket(request),
    isForSite: (request) => web.isForSite(request),
    accessLog,
  })

  if (metrics) measureNode(metrics, { database, feed, connections, engine, anonymous })

  // Added last, so that it only handles paths outside both APIs, which handle unknown paths themselves.
  refuseUnknownPaths(http, chargeAddress)

  const served = { http, feed, faults, background }
  return {
    ...served,
    advice: () => web.advice(),
    prepare: () => tools.temporaryFiles.removeAbandoned().then(() => signed.prepare()),
    nodeSettings: () => nodeSettingsOf(config, tools),
    ...appEnd({ ...served, listening, closeSockets, downloads, wake, closeBudgets, tools }),
  }
}
