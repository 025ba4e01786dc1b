import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { applyMigrations } from '../../src/platform/migrate.ts'
import { type Relay, startRelay } from '../support/relay.ts'
import { isAlive, postgresOf } from '../support/server-process.ts'

/** A PostgreSQL server for one test, at a fixed address, that can crash and restart. */
export class MortalDatabase {
  readonly #dataDir: string
  readonly #relay: Relay
  #server: EmbeddedPostgres

  private constructor(dataDir: string, server: EmbeddedPostgres, relay: Relay) {
    this.#dataDir = dataDir
    this.#server = server
    this.#relay = relay
  }

  static async start(): Promise<MortalDatabase> {
    const dataDir = mkdtempSync(join(tmpdir(), 'quire-mortal-'))
    // As root, the server runs under another account, which needs access to the folder.
    chmodSync(dataDir, 0o755)
    const server = await launch(dataDir)
    await applyMigrations({ connectionString: server.url, log: () => {} })
    return new MortalDatabase(dataDir, server, await startRelay(Number(new URL(server.url).port)))
  }

  get url(): string {
    const url = new URL(this.#server.url)
    url.port = String(this.#relay.port)
    // Not through the Unix socket, which would bypass the relay.
    url.searchParams.delete('host')
    return url.href
  }

  /**
   * Ends it like `pg_ctl stop -m immediate`: without closing connections, and the next start recovers from the log.
   */
  async crash(): Promise<void> {
    const pid = postgresOf(this.#dataDir)
    if (pid === undefined) throw new Error('There is no server to crash.')
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
    this.#relay.cut()
  }

  async restart(): Promise<void> {
    this.#server = await launch(this.#dataDir)
    this.#relay.target = Number(new URL(this.#server.url).port)
  }

  async end(): Promise<void> {
    await this.#relay.close()
    await this.#server.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

/** With fsync as in production, because committed data must survive. */
const launch = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'on', synchronous_commit: 'on' } })
