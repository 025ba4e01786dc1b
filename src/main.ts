import { writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { isUnavailable } from './core/errors.ts'
import { createLog } from './logging.ts'
import { DataDirError } from './platform/data-dir.ts'
import type { Database } from './platform/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { WrongKeyError } from './platform/instance-key.ts'
import { Heartbeat } from './platform/observing/heartbeat.ts'
import type { Metrics } from './platform/observing/metrics.ts'
import type { Tracer } from './platform/observing/span.ts'
import { projectRoot, version } from './project-root.ts'
import './v8-flags.ts'

/**
 * Requests that still run this long after new ones are no longer accepted are closed, or after
 * DRAIN_SECONDS if longer.
 */
const FINISH_MS = 1_200
/** Milliseconds from the start to loading the library of metrics. */
const METRICS_MS = 1_000
/** How long the database connections can take to close. */
const CLOSE_MS = 300

const say = (line: string) => writeSync(1, `${line}\n`)

async function main(): Promise<void> {
  const config = loadConfig()
  const log = createLog(config)
  const dataDir = resolve(projectRoot, config.dataDir)

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

  const stopAll = async (drainMs: number) => {
    isDraining = true
    // A proxy that polls /readyz notices this in the meantime, and sends its requests elsewhere.
    if (isOpen) await delay(drainMs, undefined, { signal: drain.signal }).catch(() => undefined)
    // From now on, proxies connect to other nodes. Requests that have arrived are served until the app is closed.
    await app?.listening.stop()
    // A server that is still starting can be stopped only once it runs.
    const postgres = await starting?.catch(() => null)
    const finishMs = drain.signal.aborted ? FINISH_MS : Math.max(FINISH_MS, drainMs)
    const cutOff = setTimeout(() => app?.http.server.closeAllConnections(), finishMs)
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
    const listen = () => built.http.listen({ host: config.host, port: config.port })
    // Migrations can take long, and probes must find the process meanwhile. Without any, the first request that arrives is
    // served: a proxy repeats no write that was answered with 503.
    const isLate = (await pendingMigrations(opened.pool).catch(() => ['unknown'])).length === 0
    if (!isLate) await listen()
    if (metrics && config.metrics.port !== undefined) {
      const { host, port } = config.metrics
      metricsServer = await serveMetrics(metrics, { host, port })
    }
    await applyMigrations({ connectionString: config.databaseDirectUrl ?? embedded?.url ?? '', log: say })
    await built.prepare()
    const made = await bootstrap(database, { token: config.bootstrapToken, now: new Date() })
    // The operator knows a token that they chose, and others may read the logs.
    const token = config.bootstrapToken === undefined ? made : null
    // Even when a signal has just arrived: the token cannot be shown a second time.
    if (stopping) return void (token && say(tokenLine(token)))
    heartbeat = new Heartbeat({
      pool: opened.pool,
      version,
      now: () => new Date(),
      onError: (error) =>
        app?.faults.report(error, 'recording that this node runs failed', { level: 'warn' }),
    })
    isOpen = true
    if (isLate) await listen()
    greet(built, config, token, metricsServer?.port)
    // The start does not wait for it, and neither do the first requests.
    if (metrics) setTimeout(() => void metrics.load().catch(() => undefined), METRICS_MS).unref()
  } catch (error) {
    // Errors caused by stopping are not reported: the shutdown is under way.
    if (stopping) return
    await stop()
    throw error
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
    import('./app.ts'),
    import('./bootstrap.ts'),
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
  const { createTracer } = await import('./platform/observing/otlp-tracer.ts')
  return createTracer({
    endpoint,
    serviceName,
    serviceVersion: version,
    onOutage: (error) =>
      error
        ? log.warn({ reason: error.message }, 'traces cannot be sent; further failures are not logged')
        : log.warn('traces are sent again'),
  })
}

function greet(
  app: App,
  { publicUrl, metrics }: Pick<Config, 'publicUrl' | 'metrics'>,
  token: string | null,
  metricsPort: number | undefined,
): void {
  const url = publicUrl ?? app.http.listeningOrigin
  const lines = [
    '',
    'Quire is ready.',
    `  REST      ${url}/v1`,
    `  GraphQL   ${url}/graphql  (WebSocket and server-sent events at the same address)`,
    `  Explorer  ${url}/graphql  (in a browser)`,
    ...(metricsPort === undefined ? [] : [`  Metrics   http://${metrics.host}:${metricsPort}/metrics`]),
    ...(token ? [tokenLine(token)] : []),
  ]
  // In one write: a reader that sees the URL has the token as well.
  say(lines.join('\n'))
}

const tokenLine = (token: string) => `  Token     ${token}  (shown only once: store it)`

/** Errors that an operator can act on are one sentence; all others are shown with their stack. */
function explain(error: unknown): string {
  const { code, address, port } = error as { code?: string; address?: string; port?: number }
  if (error instanceof ConfigError || error instanceof DataDirError || error instanceof WrongKeyError)
    return error.message
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use. Stop the process that uses it, or set PORT to another port (0 for any free one).`
  if (code === 'EACCES' && port !== undefined)
    return `This process may not use port ${port} of ${address}. Set PORT to 1024 or higher.`
  if (
    code === 'EADDRNOTAVAIL' ||
    (code === 'ENOTFOUND' && (error as { syscall?: string }).syscall === 'listen')
  )
    return 'HOST is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.'
  if (isUnavailable(error)) return `The database cannot be reached (${code}). Check DATABASE_URL.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  writeSync(2, `Quire did not start. ${explain(error)}\n`)
  process.exit(1)
})
