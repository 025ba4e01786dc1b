import { pino } from 'pino'
import { afterAll } from 'vitest'
import { type Config, loadConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/database.ts'
import type { Metrics } from '../../src/platform/observing/metrics.ts'
import type { Tracer } from '../../src/platform/observing/span.ts'
import { traceFailure, watchStatements } from '../../src/platform/observing/statement-watch.ts'
import { type App, buildApp } from '../../src/server/app.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { createFactories, type Factories } from './factories.ts'

/** Both APIs on a real socket, with their own database. */
export interface TestApp {
  app: App
  /** For example http://127.0.0.1:41234 */
  origin: string
  db: TestDatabase
  build: Factories
  /** The clock of the app. Assign `now` to change it. */
  clock: { now: () => Date }
  /** Logged errors: bugs and outages, never invalid input. */
  faults: unknown[]
  close(): Promise<void>
}

export interface TestAppOptions {
  environment?: Record<string, string>
  /** Another node on the database of a first one. */
  sharing?: TestApp
  /** With its own connections, like another process. Its statements are then not counted. */
  apart?: boolean
  /** The minimum level of entries in `faults`: `warn` by default, `info` for tests of the access log. */
  logLevel?: 'info' | 'warn'
  /** With metrics, and connections of its own that count for them. */
  metrics?: Metrics
  /** With traces, and connections of its own whose statements are spans. */
  tracer?: Tracer
}

const CUT_OFF_MS = 2_000

/** API tokens, signing secrets of webhooks, keys of share links, signatures of URLs, and authorization headers. */
const SECRETS =
  /qre_[\w-]{20,}|whsec_[\w+/=]{10,}|shareKey=[\w-]{10,}|signature=[\w-]{20,}|Bearer [\w.-]{10,}/

/** Fails if the log contains a secret. Every test file that starts an app checks its whole log. */
export function expectNoSecrets(text: string, secrets: readonly (string | undefined)[]): void {
  const found =
    SECRETS.exec(text)?.[0] ?? secrets.find((secret) => secret !== undefined && text.includes(secret))
  if (found !== undefined) throw new Error(`The log contains a secret: ${found.slice(0, 12)}…`)
}

/** The same key for all nodes of one database, and no key files. */
export const TEST_SECRET_KEY = 'a key for tests, of more than thirty-two characters'

export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const db = options.sharing?.db ?? (await openTestDatabase())
  // Background work would be counted as statements of the test, so tests enable it only if they need it.
  const config: Config = loadConfig({
    PORT: '0',
    RATE_LIMIT: '0',
    RUN_JOBS: 'false',
    // On a busy machine any request can be slow, and would count as a fault.
    SLOW_MS: '0',
    SECRET_KEY: TEST_SECRET_KEY,
    ...options.environment,
  })
  const clock = options.sharing?.clock ?? { now: () => new Date() }
  const faults: unknown[] = []
  // Everything is logged, so that secrets in any line are found; tests see what they ask for.
  const least = pino.levels.values[options.logLevel ?? 'warn'] ?? 0
  const lines: string[] = []
  const log = pino(
    { level: 'trace' },
    {
      write: (line: string) => {
        lines.push(line)
        const entry = JSON.parse(line) as { level: number }
        if (entry.level >= least) faults.push(entry)
      },
    },
  )
  const { metrics, tracer } = options
  const isApart = options.apart || metrics !== undefined || tracer !== undefined
  const database = isApart
    ? openDatabase({
        url: db.url,
        poolSize: 5,
        onStatement: watchStatements({
          metrics,
          isTraced: tracer !== undefined,
          log,
          slowMs: config.slowMs,
          planPool: null,
        }),
        onStatementFailure: tracer && traceFailure,
        onRetry: metrics && (({ operation }) => metrics.retry(operation)),
      })
    : db.database
  const app = await buildApp({
    config,
    database,
    databaseUrl: db.url,
    readiness: { isOpen: true, check: () => db.database.ping() },
    log,
    now: () => clock.now(),
    metrics,
    tracer,
  })
  await app.prepare()
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  await app.background.idle()
  return {
    app,
    origin,
    db,
    build: createFactories(db.database, clock),
    clock,
    faults,
    close: async () => {
      // Like the server process: a browser can keep a connection that it has not used yet.
      const cutOff = setTimeout(() => app.http.server.closeAllConnections(), CUT_OFF_MS)
      await app.close()
      clearTimeout(cutOff)
      if (isApart) await database.close()
      if (!options.sharing) await db.drop()
      // The module of a test file, and all that it refers to, stays in memory until its worker ends.
      const logged = lines.splice(0).join('')
      const { secretKey, metrics, files, settings } = config
      const password = settings.mail?.server.login?.password
      const ofProviders = settings.providers.map(({ clientSecret }) => clientSecret)
      expectNoSecrets(logged, [secretKey, metrics.token, files?.secretKey, password, ...ofProviders])
    },
  }
}

/** An app for all tests of the file that calls this at its top level. It is closed at the end of the file. */
export async function appForFile(options: TestAppOptions = {}): Promise<TestApp> {
  const t = await startApp(options)
  afterAll(() => t.close())
  return t
}
