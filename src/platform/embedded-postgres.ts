import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
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
  writeSafely,
} from './embedded-postgres/cluster.ts'
import { connectionUrl } from './embedded-postgres/connection.ts'
import { isRunning, isSameProcess, type ProcessIdentity, thisProcess } from './embedded-postgres/processes.ts'
import { findRunning, isPostmasterOf, launch, portNow, shutDown } from './embedded-postgres/server.ts'
import { withStartLock } from './embedded-postgres/start-lock.ts'

export interface EmbeddedPostgres {
  url: string
  /** The current URL: the process that owns the server may have restarted it on another port. */
  currentUrl(): string
  dataDirectory: string
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: (line: string) => void
  settings?: Record<string, string>
  /** Called when the process of the server was started, before it accepts connections. */
  onLaunch?: () => void
}

interface Owner extends ProcessIdentity {
  token: string
}

/** Returns a PostgreSQL server for `dataDir`: one that already runs there, or a new one on its cluster. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDir(options.dataDir)
  return withStartLock(join(dataDir, 'postgres.lock'), () => start(dataDir, options))
}

async function start(
  dataDir: string,
  { log, settings = {}, onLaunch }: EmbeddedPostgresOptions,
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

  // One process owns the server and stops it, even while other processes use it: they lose their
  // connections, and start a server themselves when they are restarted. They stop the server only when the
  // owner died without doing so.
  const ownerFile = join(dataDir, 'postgres.owner')
  const me: Owner = { ...thisProcess(), token: randomUUID() }
  const running = await findRunning(site, password, logFile)
  const owner = running && (await readOwner(ownerFile))
  if (owner && isSameProcess(owner)) log(`Using the PostgreSQL of process ${owner.pid}`)
  else await writeSafely(ownerFile, JSON.stringify(me))
  const server = running ?? (await launch(site, { binaries, password, logFile, settings, onLaunch }))

  const stopServer = async () => {
    const current = await readOwner(ownerFile)
    const mine = current?.token === me.token
    if (!current || !(mine || !isSameProcess(current))) return
    if (isRunning(server.pid) && isPostmasterOf(server.pid, cluster))
      await shutDown(server.pid, cluster, binaries)
    await rm(ownerFile, { force: true })
  }
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= stopServer()
    return stopped
  }
  const currentUrl = () => {
    const port = portNow(cluster)
    return port === undefined ? server.url : connectionUrl(password, port, cluster)
  }
  return { url: server.url, currentUrl, dataDirectory: cluster, stop }
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}
