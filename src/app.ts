import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Authentication, AuthenticationOptions } from './core/access/authentication.ts'
import type { Viewer } from './core/access/viewer.ts'
import { DomainError } from './core/errors.ts'
import { Feed } from './core/events/feed.ts'
import { newId } from './core/ids.ts'
import { Caller } from './core/operations/caller.ts'
import type { GraphQLContext } from './graphql/context.ts'
import { BodyLimits } from './graphql/execution/body-limits.ts'
import { Engine } from './graphql/execution/engine.ts'
import { graphqlSchema } from './graphql/schema.ts'
import { mountGraphQL } from './graphql/server.ts'
import { AnonymousSockets } from './graphql/subscriptions/anonymous-sockets.ts'
import { LiveConnections } from './graphql/subscriptions/live-connections.ts'
import { serveSockets } from './graphql/subscriptions/socket.ts'
import { AccessLog } from './http/access-log.ts'
import { clientAddress, trustIn } from './http/address.ts'
import { requirePaid } from './http/budget.ts'
import { clientSignal } from './http/connection.ts'
import { Cors } from './http/cors.ts'
import { createHttp } from './http/create-http.ts'
import { mountEdge } from './http/edge.ts'
import { Entrance, payerOf, prepareEntrances } from './http/entrance.ts'
import { FaultLog } from './http/fault-log.ts'
import { mountHealth, type Readiness } from './http/health.ts'
import { mountMetrics } from './http/metrics.ts'
import { failureOf, MAX_BODY_BYTES, nothingHere, refuseUnknownPaths } from './http/refusals.ts'
import { sharedBudgets } from './http/shared-budgets.ts'
import { SignedPaths } from './http/signed-paths.ts'
import { Urls } from './http/urls.ts'
import { measureNode } from './measuring.ts'
import { modules } from './modules/index.ts'
import { listenToNodes } from './notifications.ts'
import { createTools } from './operation-tools.ts'
import type { Database } from './platform/database.ts'
import type { Metrics } from './platform/observing/metrics.ts'
import { OTHER } from './platform/observing/origin.ts'
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
}

export interface App {
  readonly http: FastifyInstance
  readonly feed: Feed
  readonly faults: FaultLog
  readonly background: Background
  /** Loads the secret key of the instance. Requires a migrated database. */
  prepare(): Promise<void>
  /** Waits for running requests, closes sockets, and frees what the app itself opened. */
  close(): Promise<void>
}

/** Builds the server with both APIs, ready to listen. Tests use the same function. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, database, readiness, log, metrics } = parts
  const now = parts.now ?? (() => new Date())
  let origin = config.publicUrl ?? `http://${config.host}:${config.port}`
  const authentication = authenticationIn({ database, now })
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
    addresses: { sites: () => urls.site('') },
    changed: (organizationId) => web.forget(organizationId),
  })
  const signed = new SignedPaths(() => tools.secrets.keysFor('signed addresses'), now)
  const urls = new Urls(() => origin, signed, config.sitesUrl)
  const web = new PublishedWeb(modules, config, {
    database,
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

  const http = createHttp(config.timing, trust)
  const cors = new Cors(config.corsOrigins, () => origin)
  const accessLog = new AccessLog({
    log,
    isOn: config.accessLog,
    slowMs: config.slowMs,
    onRequest: metrics && ((api, operation, status, ms) => metrics.request(api, operation, status, ms)),
  })
  mountEdge(http, { cors, accessLog, isDraining: () => readiness.isDraining ?? false })

  // Calls back instead of returning a promise: it runs for every request.
  http.addHook('onRequest', (request, _reply, done) => {
    if ((readiness.isOpen && signed.isPrepared) || isHealth(request)) return done()
    if (readiness.isOpen) return void signed.prepare().then(() => done(), done)
    throw new DomainError('unavailable', 'The server is starting or stopping. Try again in a few seconds.')
  })
  http.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request.routeOptions.bodyLimit)
    if (failure.status >= 500) report(error, request.id, request.method, request.url)
    return reply.code(failure.status).send(errorBody(failure))
  })
  http.setNotFoundHandler(nothingHere)

  const report = (error: unknown, requestId: string, method?: string, url?: string) =>
    faults.report(error, 'request failed', { requestId, method, path: url?.split('?', 1)[0] })

  const callerFor = (
    viewer: Viewer | null,
    request: { reply?: FastifyReply; requestId: string; address: string; visitorToken?: string | null },
  ) => {
    const { reply, requestId, address, visitorToken } = request
    return new Caller(database, viewer, now, tools, {
      signal: reply && (() => clientSignal(reply)),
      answer: {
        bytes: config.limits.answerBytes,
        charge: (points) => budgets.collect(payerOf(viewer, address), points),
      },
      visitorToken: visitorToken ?? null,
      origin: { operation: OTHER, requestId },
    })
  }
  const entrance = new Entrance({
    budgets,
    viewerOf: (authorization, beforeLookup) => authentication.viewerOf(authorization, beforeLookup),
    callerFor: (viewer, reply, visitorToken) =>
      callerFor(viewer, { reply, requestId: reply.request.id, address: reply.request.ip, visitorToken }),
  })
  prepareEntrances(http)

  http.addHook('onListen', async () => {
    origin = config.publicUrl ?? http.listeningOrigin
  })
  mountHealth(http, readiness)
  if (metrics && config.metrics.token !== undefined) {
    mountMetrics(http, { metrics, token: config.metrics.token, entrance })
  }
  const downloads = modules.flatMap(({ downloads }) => downloads?.({ database, now }) ?? [])
  // Requests without a token are charged to the address of the client.
  await http.register(async (scope) => {
    scope.addHook('onRequest', (request, reply) => entrance.chargeAddress(request, reply))
    mountReference(scope, { modules, hasExplorer: config.explorer, startedAt: now() })
    mountDownloads(scope, {
      signed,
      charge: (request, reply, points) => entrance.chargeAddress(request, reply, points),
      paths: Object.assign({}, ...downloads.map(({ paths }) => paths)),
      open: Object.assign({}, ...downloads.map(({ open }) => open)),
    })
  })
  const routes = modules.flatMap((module) => module.routes)
  await mountRest(http, {
    urls,
    routes,
    nothingHere,
    entrance,
  })

  const engine = new Engine({
    schema: graphqlSchema(modules),
    limits: config.limits,
    introspection: config.introspection,
    onFault: (error, requestId) => report(error, requestId, 'POST', '/graphql'),
    onSubscriptionRun: metrics && (() => metrics.subscriptionRun()),
  })
  const contextWith = (
    caller: Caller,
    requestId: string,
    charge: GraphQLContext['charge'],
  ): GraphQLContext => ({ caller, urls, feed, requestId, charge })
  const chargeSocket = async (viewer: Viewer | null, address: string, points: number) =>
    requirePaid(await budgets.spend(payerOf(viewer, address), points))
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
    origins: { sites: () => urls.site(''), api: () => origin },
    budgets,
    trust,
    accessLog,
    isOpen: () => readiness.isOpen && signed.isPrepared,
    isDraining: () => readiness.isDraining ?? false,
    onFault: (error, requestId, path) => report(error, requestId, 'GET', path),
  })
  const closeSockets = serveSockets(http.server, {
    engine,
    connections,
    subscriptionsPerSocket: config.limits.subscriptionsPerSocket,
    initMs: config.timing.socketInitMs,
    pingMs: config.timing.socketPingMs,
    viewerOf: (authorization, address) => entrance.identify(authorization, address),
    contextFor: (viewer, address) => {
      const requestId = newId('Request')
      return contextWith(callerFor(viewer, { requestId, address }), requestId, (points) =>
        chargeSocket(viewer, address, points),
      )
    },
    charge: (viewer, address) => chargeSocket(viewer, address, 1),
    addressOf: (request) => clientAddress(request, trust),
    introspection: config.introspection,
    anonymous,
    onFault: (error) => report(error, newId('Request'), 'WebSocket', '/graphql'),
    isOpen: () => readiness.isOpen,
    allows: (request) => cors.allowsSocket(request) && !web.isOnlySites(request),
    accessLog,
  })

  if (metrics) measureNode(metrics, { database, feed, connections, engine, anonymous })

  // Added last, so that it only handles paths outside both APIs, which handle unknown paths themselves.
  refuseUnknownPaths(http, (request, reply) => entrance.chargeAddress(request, reply))

  return {
    http,
    feed,
    faults,
    background,
    prepare: () => tools.temporaryFiles.removeAbandoned().then(() => signed.prepare()),
    close: async () => {
      feed.close()
      await background.close()
      await closeSockets()
      for (const each of downloads) await each.close?.()
      await http.close()
      await wake.close()
      faults.close()
      await closeBudgets()
    },
  }
}

const isHealth = ({ routeOptions: { url } }: FastifyRequest) => url === '/healthz' || url === '/readyz'

function authenticationIn(options: AuthenticationOptions): Authentication {
  const [declared] = modules.flatMap(({ authentication }) => authentication ?? [])
  if (!declared) throw new Error('No module declares how callers are authenticated.')
  return declared(options)
}
