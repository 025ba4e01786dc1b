import { afterAll } from 'vitest'
import { isUnavailable } from '../../src/core/errors.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { makeDataDir, ServerProcess } from '../support/server-process.ts'
import { TOKEN } from './calls.ts'
import { MortalDatabase } from './database.ts'

/** The server processes of one test, on one database. */
export class Nodes {
  readonly #environment: Record<string, string>
  readonly #data = makeDataDir()
  readonly #running = new Set<ServerProcess>()

  constructor(databaseUrl: string, environment: Record<string, string> = {}) {
    this.#environment = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: this.#data.path,
      BOOTSTRAP_TOKEN: TOKEN,
      RATE_LIMIT: '0',
      RUN_JOBS: 'false',
      ...environment,
    }
  }

  /** `root` is the folder of another version of the project. */
  async start(root?: string): Promise<{ process: ServerProcess; origin: string }> {
    const process = new ServerProcess(this.#environment, root)
    this.#running.add(process)
    void process.ended.then(() => this.#running.delete(process))
    return { process, origin: await process.ready() }
  }

  /** The errors that running nodes logged, except those of an unavailable or busy database. */
  bugs(): string[] {
    const lines = [...this.#running].flatMap((process) => process.lines)
    const failures = lines.filter((line) => /"level":[56]0/.test(line)).map((line) => JSON.parse(line))
    return failures.flatMap(({ err, ...rest }) =>
      isUnavailable(err) ? [] : [JSON.stringify({ ...rest, message: err?.message })],
    )
  }

  async end(): Promise<void> {
    for (const process of this.#running) await process.end('SIGKILL')
    this.#data.remove()
  }
}

/** Nodes on a new database, for all tests of the file that calls this at its top level. */
export async function nodesForFile() {
  const db = await openTestDatabase()
  const nodes = new Nodes(db.url)
  afterAll(async () => {
    await nodes.end()
    await db.drop()
  })
  return { db, nodes }
}

/** The same on a database server that can crash. */
export async function nodesOnMortalServer(environment: Record<string, string> = {}) {
  const server = await MortalDatabase.start()
  const db = openDatabase({ url: server.url, poolSize: 4 })
  const nodes = new Nodes(server.url, environment)
  afterAll(async () => {
    await nodes.end()
    await db.close()
    await server.end()
  })
  return { server, db, nodes }
}
