import { readFileSync } from 'node:fs'
import { Nodes } from '../faults/node.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { createFactories, type Factories } from '../support/factories.ts'
import type { ServerProcess } from '../support/server-process.ts'

export interface Report {
  /** Memory in bytes, after a garbage collection. */
  rss: number
  heapUsed: number
  external: number
  /** The CPU time of the longest turn of the event loop since the last report: nothing else was done meanwhile. */
  longestTurnMs: number
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
      NODE_OPTIONS: `--import=${new URL('instruments.mjs', import.meta.url)}`,
      ...environment,
    })
    return new Target(db, nodes, await nodes.start())
  }

  /** Another server process on the same database. */
  another(): Promise<{ process: ServerProcess; origin: string }> {
    return this.#nodes.start()
  }

  /** The longest that the server did nothing else, while this work was done. */
  async longestTurnDuring(work: () => Promise<unknown>): Promise<number> {
    await this.report()
    await work()
    return (await this.report()).longestTurnMs
  }

  /** The CPU time of the main thread of the server so far: unlike latency, it does not depend on other load. */
  mainThreadMs(): number {
    const { pid } = this.process.child
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  }

  /** What the instruments in the server have measured since the last report. */
  async report(): Promise<Report> {
    const number = ++this.#reports
    this.process.child.kill('SIGUSR2')
    const [, report = ''] = await this.process.said(new RegExp(`^report ${number}: (.+)$`, 'm'))
    return JSON.parse(report) as Report
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
