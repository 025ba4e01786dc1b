import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import { declaredPart } from '../core/operations/module.ts'
import type { WebContent } from '../core/operations/web.ts'
import type { SignsOfLife } from '../core/signs/signs-of-life.ts'
import { clientAddress, trustIn } from '../http/address.ts'
import { Cors } from '../http/cors.ts'
import { type ChargeAddress, createHttp } from '../http/create-http.ts'
import { mountEdge } from '../http/edge.ts'
import type { Readiness } from '../http/health.ts'
import { readHostQuestion } from '../http/host-proof.ts'
import { AccessLog } from '../http/logs/access-log.ts'
import { FaultLog } from '../http/logs/fault-log.ts'
import { PublicOrigin, SignedPaths, Urls } from '../http/urls.ts'
import { modules } from '../modules/index.ts'
import type { Database } from '../platform/database.ts'
import type { NodeSettings } from '../platform/observing/heartbeat.ts'
import type { Metrics } from '../platform/observing/metrics.ts'
import type { Tracer } from '../platform/observing/span.ts'
import { serveApis } from './apis.ts'
import { Background } from './background.ts'
import { createIdentity } from './identity.ts'
import { followLifecycle, Listening, lifecycleOf } from './lifecycle.ts'
import { listenToNodes } from './listen-to-nodes.ts'
import { measureNode } from './measuring.ts'
import { createTools } from './operation-tools.ts'
import { createSites } from './sites.ts'
import type { Wiring } from './wiring.ts'

interface AppParts {
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
  readonly userFeed: UserFeed
  readonly signs: SignsOfLife
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
  readonly advice: WebContent['advice']
  readonly urls: Urls
  /** Waits for running requests, closes sockets, and frees what the app itself opened. */
  close(): Promise<void>
}

/** Builds the server with both APIs and published sites, ready to listen. Tests use the same function. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { wiring, sites } = wire(parts)
  const { config, faults, log, metrics, tracer, now } = wiring
  const identity = await createIdentity(wiring)
  const onFeedError = (error: unknown) =>
    faults.report(error, 'reading events failed; the next wake-up retries', { level: 'warn' })
  const feed = new Feed(
    wiring.database,
    onFeedError,
    metrics &&
      (({ position, occurredAt }) => metrics.event(position, now().getTime() - occurredAt.getTime())),
  )
  const userFeed = declaredPart(modules, 'userFeed')({ database: wiring.database, onError: onFeedError })
  const background = new Background(wiring)
  const wake = await listenToNodes(wiring, {
    databaseUrl: parts.databaseUrl,
    feed,
    userFeed,
    background,
    credentials: identity.credentials,
    onChange: sites.forget,
  })

  const listening = new Listening()
  const isLeaving = () => listening.isStopped
  const trust = trustIn(config.trustProxy)
  const accessLog = new AccessLog({
    log,
    isOn: config.accessLog,
    slowMs: config.slowMs,
    onRequest: metrics && ((api, operation, status, ms) => metrics.request(api, operation, status, ms)),
    tracer,
  })
  const web = sites.surface({ budgets: identity.budgets, trust, accessLog, isLeaving })
  const charge: ChargeAddress = (request, reply) => identity.entrance.chargeAddress(request, reply)
  const http = createHttp({
    timing: config.timing,
    trust,
    charge,
    // Every request arrives here: it is for a published site, by its host or its path, or for the routes of the APIs.
    listenerFor: (toApi) => (request, response) => {
      const surface = readHostQuestion(request) ? 'api' : web.surfaceOf(request)
      if (surface === 'api') toApi(request, response)
      else web.serve(request, response, surface, toApi)
    },
    faults,
    pageFor: (request, status) => web.nowhere(request, status),
  })
  listening.of(http.server)
  const cors = new Cors(config.corsOrigins, wiring.origin.current)
  mountEdge(http, { cors, accessLog, isLeaving })
  followLifecycle(http, wiring)
  const apis = await serveApis(http, wiring, {
    identity,
    feed,
    userFeed,
    cors,
    accessLog,
    charge,
    addressOf: (request) => clientAddress(request, trust),
    isForSite: (request) => web.isForSite(request),
  })
  if (metrics) measureNode(metrics, { ...apis, database: wiring.database, feed, userFeed })
  const served = { http, feed, userFeed, signs: wiring.tools.signs, background }
  return {
    ...served,
    faults,
    advice: sites.advice,
    urls: wiring.urls,
    ...lifecycleOf(wiring, { ...served, ...apis, listening, wake, identity, sites }),
  }
}

/** What the parts of the server share, and the published sites, which operations notify of changes. */
function wire({ config, database, readiness, log, metrics, tracer, ...parts }: AppParts) {
  const now = parts.now ?? (() => new Date())
  const origin = new PublicOrigin(config)
  const faults = new FaultLog(log, () => database.ping())
  const tools = createTools({ config, database, metrics }, now, origin)
  const signed = new SignedPaths(() => tools.secrets.keysFor('signed addresses'), now)
  const urls = new Urls(tools.settings, signed)
  const shared = { config, database, now, log, faults, readiness, origin, signed, urls, metrics, tracer }
  const sites = createSites(shared, tools)
  const wiring: Wiring = { ...shared, tools: { ...tools, changed: sites.forget } }
  return { wiring, sites }
}
