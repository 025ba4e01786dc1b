import { pino } from 'pino'
import { type App, buildApp } from '../../src/app.ts'
import { type Config, loadConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { createFactories, type Factories } from './factories.ts'

/** Both APIs on a real socket, over a database of their own. */
export interface TestApp {
  app: App
  /** For example http://127.0.0.1:41234 */
  origin: string
  db: TestDatabase
  build: Factories
  /** The app's clock; assign to move it. */
  clock: { now: () => Date }
  /** Faults that were logged: bugs and outages, never bad input. */
  faults: unknown[]
  close(): Promise<void>
}

export interface TestAppOptions {
  environment?: Record<string, string>
  /** Another node on the database of a first one. */
  sharing?: TestApp
  /** With connections of its own, as another process has; what it does is then not among the counted statements. */
  apart?: boolean
  /** What is kept in `faults`: warnings and faults unless a test reads the access log. */
  logLevel?: 'info' | 'warn'
}

const CUT_OFF_MS = 2_000

/** The same for all, so that nodes of one database share it and none keeps a key in a folder. */
export const TEST_SECRET_KEY = 'a key for tests, of more than thirty-two characters'

export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const db = options.sharing?.db ?? (await openTestDatabase())
  // What a node does by itself would be counted as statements of whatever a test does: tests about it switch it on.
  const config: Config = loadConfig({
    PORT: '0',
    RATE_LIMIT: '0',
    RUN_JOBS: 'false',
    SECRET_KEY: TEST_SECRET_KEY,
    ...options.environment,
  })
  const clock = options.sharing?.clock ?? { now: () => new Date() }
  const faults: unknown[] = []
  const log = pino(
    { level: options.logLevel ?? 'warn' },
    {
      write: (line: string) => {
        faults.push(JSON.parse(line))
      },
    },
  )
  const database = options.apart ? openDatabase({ url: db.url, poolSize: 10 }) : db.database
  const app = await buildApp({
    config,
    database,
    databaseUrl: db.url,
    readiness: { isOpen: true, check: () => db.database.ping() },
    log,
    now: () => clock.now(),
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
      // As the server process does: a browser may keep a connection that it has not used yet.
      const cutOff = setTimeout(() => app.http.server.closeAllConnections(), CUT_OFF_MS)
      await app.close()
      clearTimeout(cutOff)
      if (options.apart) await database.close()
      if (!options.sharing) await db.drop()
    },
  }
}
