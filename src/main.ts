import { mkdirSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { type App, buildApp } from './app.ts'
import { bootstrap } from './bootstrap.ts'
import { ConfigError, loadConfig } from './config.ts'
import { openDatabase } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { applyMigrations, pendingMigrations } from './platform/migrate.ts'
import { projectRoot } from './project-root.ts'

/** Requests that still run this long after a stop was asked for are cut off. */
const DRAIN_MS = 1_200

const say = (line: string) => writeSync(1, `${line}\n`)

async function main(): Promise<void> {
  const config = loadConfig()
  const log = pino({ level: config.logLevel, redact: ['*.authorization', '*.token'] })
  const dataDir = resolve(projectRoot, config.dataDir)
  mkdirSync(dataDir, { recursive: true })
  if (config.redisUrl) say('REDIS_URL is set but not used yet: nodes wake each other through PostgreSQL.')

  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: say })
  const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
  const database = openDatabase({
    url: databaseUrl,
    poolSize: config.databasePool,
    onDisconnect: (error) => log.warn({ err: error }, 'lost an idle connection to the database'),
  })

  let isOpen = false
  const readiness = {
    get isOpen() {
      return isOpen
    },
    check: async () => {
      const missing = await pendingMigrations(database.pool)
      if (missing.length > 0) throw new Error(`Migrations are missing: ${missing.join(', ')}`)
    },
  }

  let app: App | undefined
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      isOpen = false
      const cutOff = setTimeout(() => app?.http.server.closeAllConnections(), DRAIN_MS)
      await app?.close()
      clearTimeout(cutOff)
      await database.close()
      await postgres?.stop()
    })()
    return stopping
  }
  const stopAndExit = (signal: string) => {
    if (!stopping) say(`${signal}: stopping.`)
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stopAndExit('SIGINT'))
  process.on('SIGTERM', () => stopAndExit('SIGTERM'))

  try {
    app = await buildApp({ config, database, databaseUrl, readiness, log })
    await app.http.listen({ host: config.host, port: config.port })
    await applyMigrations({ connectionString: databaseUrl, log: say })
    const token = await bootstrap(database, { token: config.bootstrapToken, now: new Date() })
    isOpen = true
    greet(app, config.publicUrl, token)
  } catch (error) {
    await stop()
    throw error
  }
}

function greet(app: App, publicUrl: string | undefined, token: string | null): void {
  const url = publicUrl ?? app.http.listeningOrigin
  say('')
  say('Quire is ready.')
  say(`  REST      ${url}/v1`)
  say(`  GraphQL   ${url}/graphql  (WebSocket and server-sent events at the same address)`)
  say(`  Explorer  ${url}/graphql  (in a browser)`)
  if (token) say(`  Token     ${token}  (shown once: keep it)`)
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE'
  const message = known ? (error as Error).message : error instanceof Error ? error.stack : String(error)
  writeSync(2, `Quire did not start. ${message}\n`)
  process.exit(1)
})
