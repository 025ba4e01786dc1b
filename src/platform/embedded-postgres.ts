import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'
import { isRoot } from './embedded-postgres/account.ts'
import { majorOf, usableBinaries } from './embedded-postgres/binaries.ts'
import {
  chooseSite,
  clusterPassword,
  initialiseCluster,
  requireSameMajor,
  SYSTEM_DIRECTORY,
} from './embedded-postgres/cluster.ts'
import { connectionUrl } from './embedded-postgres/connection.ts'
import { isRunning } from './embedded-postgres/processes.ts'
import { findRunning, launch, portNow, postmasterOf, shutDown } from './embedded-postgres/server.ts'
import { withStartLock } from './embedded-postgres/start-lock.ts'
import { Users } from './embedded-postgres/users.ts'

export interface EmbeddedPostgres {
  url: string
  /** The current URL: a server that was started again may have another port. */
  currentUrl(): string
  dataDirectory: string
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  dataDir: string
  log: (line: string) => void
  settings?: Record<string, string>
  /** Called when the process of the server was started, before it accepts connections. */
  onLaunch?: () => void
  /** Starts the server again when it ends while it is in use, and reports that here. */
  keepRunning?: (message: string) => void
}

/** The interval in which a process that keeps the server running looks at it. */
const WATCH_MS = 500

/** Returns a PostgreSQL server for `dataDir`: one that already runs there, or a new one on its cluster. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDir(options.dataDir)
  return withStartLock(lockIn(dataDir), () => start(dataDir, options))
}

const lockIn = (dataDir: string) => join(dataDir, 'postgres.lock')

async function start(
  dataDir: string,
  { log, settings = {}, onLaunch, keepRunning }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const logFile = join(dataDir, 'postgres.log')
  const site = await chooseSite(dataDir, log)
  const { cluster } = site
  const password = await clusterPassword(dataDir, cluster)
  const binaries = await usableBinaries(site.account, isRoot ? SYSTEM_DIRECTORY : dataDir)

  await requireSameMajor(cluster, site.account, binaries)
  if (!existsSync(cluster)) {
    log(`Preparing PostgreSQL ${await majorOf(site.account, binaries)} in ${cluster} (once)`)
    await initialiseCluster(site, { binaries, password, sync: settings.fsync !== 'off' })
  }

  const findOrLaunch = async () =>
    (await findRunning(site, password, logFile)) ??
    (await launch(site, { binaries, password, logFile, settings, onLaunch }))
  let server = await findOrLaunch()
  const users = new Users(dataDir)
  const [other] = await users.join()
  if (other) log(`Sharing PostgreSQL with process ${other.pid}`)

  let stopped: Promise<void> | undefined
  const stopServer = async () => {
    // The last process that uses it stops it: the others go on without losing a connection.
    if ((await users.leave()).length > 0) return
    const pid = postmasterOf(cluster)
    if (pid !== undefined) await shutDown(pid, cluster, binaries)
  }
  const stop = () => {
    clearTimeout(watch)
    stopped ??= withStartLock(lockIn(dataDir), stopServer)
    return stopped
  }

  let failed = false
  const startAgain = async () => {
    if (!failed) keepRunning?.('PostgreSQL has ended; starting it again')
    try {
      await withStartLock(lockIn(dataDir), async () => {
        if (!stopped) server = await findOrLaunch()
      })
      failed = false
    } catch (error) {
      // The same for every attempt, so it is reported once.
      if (!failed)
        keepRunning?.(`PostgreSQL does not start again; trying further: ${(error as Error).message}`)
      failed = true
    }
  }
  const look = async () => {
    if (!isRunning(server.pid)) await startAgain()
    if (!stopped) watch = setTimeout(look, WATCH_MS).unref()
  }
  let watch = keepRunning ? setTimeout(look, WATCH_MS).unref() : undefined

  const currentUrl = () => {
    const port = portNow(cluster)
    return port === undefined ? server.url : connectionUrl(password, port, cluster)
  }
  return { url: server.url, currentUrl, dataDirectory: cluster, stop }
}
