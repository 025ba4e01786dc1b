import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Nodes } from '../faults/node.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { createFactories, type Factories } from '../support/factories.ts'
import type { ServerProcess } from '../support/server-process.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** How a server answered while it was attacked. */
export interface Stalls {
  /** The longest that the server took to answer /healthz, in milliseconds. */
  longestMs: number
  polls: number
  failed: number
  /** The longest that the measuring process itself was held up: a busy machine shows here. */
  ownLagMs: number
}

export interface Memory {
  rss: number
  heapUsed: number
  external: number
}

/** A server process on a database of its own, to be attacked over loopback. */
export class Target {
  readonly origin: string
  readonly process: ServerProcess
  readonly db: TestDatabase
  readonly build: Factories
  readonly clock = { now: () => new Date() }
  readonly #nodes: Nodes
  #reports = 0

  private constructor(
    db: TestDatabase,
    nodes: Nodes,
    { process, origin }: { process: ServerProcess; origin: string },
  ) {
    this.db = db
    this.build = createFactories(db.database, this.clock)
    this.#nodes = nodes
    this.process = process
    this.origin = origin
  }

  /** Starts a server without a budget (RATE_LIMIT=0), unless the environment sets one. */
  static async start(environment: Record<string, string> = {}): Promise<Target> {
    const db = await openTestDatabase()
    const nodes = new Nodes(db.url, {
      // As a URL: options are divided at spaces, which a path may have.
      NODE_OPTIONS: `--import=${new URL('memory-on-signal.mjs', import.meta.url)}`,
      ...environment,
    })
    return new Target(db, nodes, await nodes.start())
  }

  /** Another server process on the same database. */
  another(): Promise<{ process: ServerProcess; origin: string }> {
    return this.#nodes.start()
  }

  /** Does the work while another process measures how long the server, or the one at `origin`, is blocked. */
  async stallsDuring(work: () => Promise<unknown>, origin = this.origin): Promise<Stalls> {
    const meter = fork(fileOf('stall-meter.mjs'), [origin], { execArgv: [] })
    await once(meter, 'message')
    try {
      await work()
    } finally {
      meter.send('stop')
    }
    const [stalls] = await once(meter, 'message')
    return stalls as Stalls
  }

  /** What the server holds after a garbage collection. */
  async memory(): Promise<Memory> {
    const report = ++this.#reports
    this.process.child.kill('SIGUSR2')
    const [, memory = ''] = await this.process.said(new RegExp(`^memory ${report}: (.+)$`, 'm'))
    return JSON.parse(memory) as Memory
  }

  /** What the server logged as errors; that the database was away or busy is not among it. */
  bugs(): string[] {
    return this.#nodes.bugs()
  }

  async end(): Promise<void> {
    await this.#nodes.end()
    await this.db.drop()
  }
}
