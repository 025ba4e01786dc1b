import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Nodes } from '../faults/node.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { createFactories, type Factories } from '../support/factories.ts'
import type { ServerProcess } from '../support/server-process.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The latency of a server under attack. */
export interface Stalls {
  /** The longest that the server took to respond to /healthz, in milliseconds. */
  longestMs: number
  polls: number
  failed: number
  /** The longest delay of the measuring process itself, which shows a busy machine. */
  ownLagMs: number
}

export interface Memory {
  rss: number
  heapUsed: number
  external: number
}

/** A server process with its own database, to attack over loopback. */
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

  /** Starts a server without rate limits (RATE_LIMIT=0), unless the environment sets one. */
  static async start(environment: Record<string, string> = {}): Promise<Target> {
    const db = await openTestDatabase()
    const nodes = new Nodes(db.url, {
      // A URL, because NODE_OPTIONS is split at spaces and a path can contain them.
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

  /** The CPU time of the main thread of the server so far: unlike latency, it does not depend on other load. */
  mainThreadMs(): number {
    const { pid } = this.process.child
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  }

  /** The memory of the server after a garbage collection. */
  async memory(): Promise<Memory> {
    const report = ++this.#reports
    this.process.child.kill('SIGUSR2')
    const [, memory = ''] = await this.process.said(new RegExp(`^memory ${report}: (.+)$`, 'm'))
    return JSON.parse(memory) as Memory
  }

  /** The errors that the server logged, except those of an unavailable or busy database. */
  bugs(): string[] {
    return this.#nodes.bugs()
  }

  async end(): Promise<void> {
    await this.#nodes.end()
    await this.db.drop()
  }
}
