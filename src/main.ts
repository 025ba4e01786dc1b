import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Config, loadConfig } from './config/config.ts'
import { type ListenAddress, listenFailure, requireFree } from './http/ports.ts'
import type { Database } from './platform/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { Heartbeat } from './platform/observing/heartbeat.ts'
import type { Metrics } from './platform/observing/metrics.ts'
import type { Tracer } from './platform/observing/span.ts'
import { projectRoot, version } from './platform/project-root.ts'
import type { App } from './server/app.ts'
import { createLog } from './server/logging.ts'
import { explain, greet, say, tokenElsewhereLine, tokenLine } from './server/start-messages.ts'
import './server/v8-flags.ts'

/** Requests that still run this long after new ones are no longer accepted are closed. */
const FINISH_MS = 1_200
/** Milliseconds from the start to loading the library of metrics. */
const METRICS_MS = 1_000
/** How long the database connections can take to close. */
const CLOSE_MS = 300

async function main(): Promise<void> {
  const config = loadConfig()
  const log = createLog(config)
  const dataDir = resolve(projectRoot, config.dataDir)
  const addresses = listenAddresses(config)

  let isOpen = false
  const drain = new AbortController()
  let isDraining = false
  let database: Database | undefined
  let app: App | undefined
  let tracer: Tracer | undefined
  let heartbeat: Heartbeat | undefined
  let metricsServer: { port: number; close: () => void } | undefined
  let starting: Promise<EmbeddedPostgres> | undefined
  let stopping: Promise<void> | undefined
  let unseenToken: string | undefined

  const stopAll = async (drainMs: number) => {
    isDraining = true
    const pause = () => delay(drainMs, undefined, { signal: drain.signal }).catch(() => undefined)
    if (isOpen && drainMs > 0) {
      // A proxy that polls /readyz notices this in the meantime, and sends its requests elsewhere.
      await pause()
      // One that does not is refused from now on, and tries another node. It uses the connections that it has once more,
      // or closes them.
      await Promise.race([app?.leave(), pause()])
    }
    // A server that is still starting can be stopped only once it runs.
    const postgres = await starting?.catch(() => null)
    const cutOff = setTimeout(() => app?.http.server.closeAllConnections(), FINISH_MS)
    await app?.close()
    isOpen = false
    metricsServer?.close()
    clearTimeout(cutOff)
    await tracer?.close()
    await Promise.race([heartbeat?.close(), delay(CLOSE_MS)])
    // A statement whose request was closed may wait for a lock; PostgreSQL rolls it back when the process
    // ends.
    await Promise.race([database?.close(), delay(CLOSE_MS)])
    await postgres?.stop()
  }
  const stop = (drainMs = 0) => {
    // A second signal does not wait.
    if (stopping) drain.abort()
    stopping ??= stopAll(drainMs)
    return stopping
  }
  const stopAndExit = (signal: string, drainMs: number) => {
    if (!stopping) say(`${signal}: stopping.`)
    stop(drainMs).then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  // Before anything else: the embedded server has a session of its own and would outlive this process.
  process.on('SIGINT', () => stopAndExit('SIGINT', 0))
  process.on('SIGTERM', () => stopAndExit('SIGTERM', config.drainMs))

  try {
    // Before anything is started or written.
    for (const address of addresses) await requireFree(address)
    if (stopping) return
    // While PostgreSQL starts, there is time to load them.
    const loadingMetrics = createMetrics(config)
    const loading = new Loading()
    starting = config.databaseUrl
      ? undefined
      : startEmbeddedPostgres({
          dataDir,
          log: say,
          onLaunch: () => loading.begin(),
          keepRunning: (message) => log.warn(message),
        })
    const embedded = await starting
    const databaseUrl = config.databaseUrl ?? embedded?.currentUrl ?? ''
    if (stopping) return
    const [
      { buildApp },
      { bootstrap },
      { openDatabase },
      { applyMigrations, pendingMigrations },
      { traceFailure, watchStatements },
      { serveMetrics },
    ] = await loading.begin()
    if (stopping) return
    const metrics = await loadingMetrics
    tracer = await createTracer(config, log)
    const opened = openDatabase({
      url: databaseUrl,
      poolSize: config.databasePool,
      onStatement: watchStatements({
        metrics,
        isTraced: tracer !== undefined,
        log,
        slowMs: config.slowMs,
        planPool: config.slowPlans ? () => database?.pool : null,
      }),
      onStatementFailure: tracer && traceFailure,
      onRetry: metrics && (({ operation }) => metrics.retry(operation)),
      onDisconnect: (error) => {
        if (!stopping) app?.faults.report(error, 'lost an idle connection to the database')
      },
    })
    database = opened
    const readiness = {
      get isOpen() {
        return isOpen
      },
      get isDraining() {
        return isDraining
      },
      check: async () => {
        const missing = await pendingMigrations(opened.pool)
        if (missing.length > 0) throw new Error(`Migrations are missing: ${missing.join(', ')}`)
      },
    }
    const built = await buildApp({
      config,
      database,
      databaseUrl: config.databaseDirectUrl ?? databaseUrl,
      readiness,
      log,
      metrics,
      tracer,
    })
    app = built
    const listen = () => listenOn(addresses[0], (at) => built.http.listen(at))
    // Migrations can take long, and probes must find the process meanwhile. Without any, the first request that arrives is
    // served: a proxy repeats no write that was answered with 503.
    const isLate = (await pendingMigrations(opened.pool).catch(() => ['unknown'])).length === 0
    if (!isLate) await listen()
    if (metrics && addresses[1])
      metricsServer = await listenOn(addresses[1], (at) => serveMetrics(metrics, at))
    await applyMigrations({ connectionString: config.databaseDirectUrl ?? embedded?.url ?? '', log: say })
    await built.prepare()
    const first = await bootstrap(database, { token: config.bootstrapToken, now: new Date() })
    unseenToken = first.token
    // For its first query, Prisma compiles its engine, which blocks the event loop for most of a second: not during a request,
    // but every reload in development would wait for it.
    if (config.isProduction) await opened.prisma.user.findFirst({ select: { id: true } })
    if (stopping) return
    heartbeat = new Heartbeat({
      pool: opened.pool,
      version,
      settings: await built.nodeSettings(),
      now: () => new Date(),
      onError: (error) =>
        app?.faults.report(error, 'recording that this node runs failed', { level: 'warn' }),
    })
    isOpen = true
    if (isLate) await listen()
    const url = config.publicUrl ?? built.http.listeningOrigin
    greet({
      url,
      metricsUrl: metricsServer && `http://${config.metrics.host}:${metricsServer.port}/metrics`,
      token: first.token ? tokenLine(first.token) : first.printed && tokenElsewhereLine(first.printed),
      guide: first.guide && built.siteUrl(first.guide),
      setupLink: first.setupCode && `${url}/app/setup#${first.setupCode}`,
    })
    unseenToken = undefined
    // To a parent process that waits for it, such as `npm run dev`.
    process.send?.('ready')
    void built.advice().then(
      (advice) => advice !== null && log.warn(advice),
      (error) => built.faults.report(error, 'checking the addresses of sites failed', { level: 'warn' }),
    )
    // The start does not wait for it, and neither do the first requests.
    if (metrics) setTimeout(() => void metrics.load().catch(() => undefined), METRICS_MS).unref()
  } catch (error) {
    // Errors caused by stopping are not reported: the shutdown is under way.
    if (stopping) return
    await stop()
    throw error
  } finally {
    // Also when a signal has just arrived, or the start failed: it cannot be shown a second time.
    if (unseenToken !== undefined) say(tokenLine(unseenToken))
  }
}

/**
 * Loads the server, once. This takes about a second, so wrong settings and a wrong data directory are reported before,
 * and the embedded PostgreSQL starts at the same time.
 */
class Loading {
  #parts: ReturnType<typeof loadServer> | undefined

  begin(): ReturnType<typeof loadServer> {
    if (!this.#parts) {
      this.#parts = loadServer()
      // Reported where the parts are used.
      this.#parts.catch(() => {})
    }
    return this.#parts
  }
}

const loadServer = () =>
  Promise.all([
    import('./server/app.ts'),
    import('./server/bootstrap.ts'),
    import('./platform/database.ts'),
    import('./platform/migrate.ts'),
    import('./platform/observing/statement-watch.ts'),
    import('./http/metrics.ts'),
  ])

async function createMetrics({ metrics: { port, token } }: Config): Promise<Metrics | undefined> {
  if (port === undefined && token === undefined) return undefined
  const { Metrics } = await import('./platform/observing/metrics.ts')
  return new Metrics()
}

/** Loads the libraries only where traces are turned on. */
async function createTracer({ traces }: Config, log: Logger): Promise<Tracer | undefined> {
  const { endpoint, serviceName } = traces
  if (endpoint === undefined) return undefined
  const { createOtlpTracer } = await import('./platform/observing/otlp-tracer.ts')
  return createOtlpTracer({
    endpoint,
    serviceName,
    serviceVersion: version,
    onOutage: (error) =>
      error
        ? log.warn({ reason: error.message }, 'traces cannot be sent; further failures are not logged')
        : log.warn('traces are sent again'),
  })
}

/** The address of the APIs and, if metrics have one of their own, that one. */
function listenAddresses({ host, port, metrics }: Config): [ListenAddress, ...ListenAddress[]] {
  const main = { host, port, settings: { host: 'HOST', port: 'PORT' } }
  if (metrics.port === undefined) return [main]
  const settings = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
  return [main, { host: metrics.host, port: metrics.port, settings }]
}

const listenOn = <T>(
  address: ListenAddress,
  listen: (at: { host: string; port: number }) => Promise<T>,
): Promise<T> =>
  listen({ host: address.host, port: address.port }).catch((error: unknown) => {
    throw listenFailure(error, address)
  })

main().catch((error: unknown) => {
  say(`Quire did not start. ${explain(error)}`)
  process.exit(1)
})
