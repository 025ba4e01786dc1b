import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipOf } from '../test/support/archives.ts'
import { rowsWrittenWith, writeBare } from './bare-rows.ts'
import type { Child } from './children.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import type { BenchServer } from './database.ts'
import { median } from './race.ts'
import { repositoryOf } from './repository.ts'
import { askRest } from './rest.ts'
import { resetStatements, statementsSinceReset } from './statements.ts'
import { until } from './until.ts'

/**
 * The cost of a request, in a space of its own. Of several rounds: the mean of CPU time, the longest of all work of the main
 * thread, and the median of the rest.
 */
export interface ImportCost {
  ms: number
  cpu: number
  statements: number
  /** The longest time in which the main thread of the server did nothing else. */
  stallMs: number
}

export interface SizeOfImport {
  pages: number
  imported: ImportCost
  merged: ImportCost
  /** Milliseconds to write the rows of the merge, with nothing around it. */
  bareMs: number
  rows: number
}

export interface ImportFindings {
  /** The first import of a node: it starts the thread, and no code is compiled yet. */
  first?: ImportCost & { pages: number }
  sizes: SizeOfImport[]
}

/** The tables that merging content writes to. Their rows are written again without anything around it. */
const TABLES = [
  'ContentNode',
  'Document',
  'ContentName',
  'Link',
  'PageAnchors',
  'SearchPage',
  'SearchSection',
  'SearchWord',
]
/**
 * V8 compiles a function once it has run many times. The code that runs once per page is compiled during one import of
 * many pages, the code that runs once per import only after many imports.
 */
const WARM_UP = { pages: 10_000, importsOfOnePage: 1_000, imports: 200 }
/** Sizes alternate, so that each is measured in the same state of the server. */
const ROUNDS = 6
/**
 * Small imports are repeated within a round, and measured together: CPU time is counted in hundredths of a second, and
 * reading it in between displaces data of the server from the caches of the CPU, for small imports ten times as often.
 */
const PAGES_PER_ROUND = 3_000
/**
 * Pages of the same size that are imported before those that are measured: a large import ends with full collections,
 * at which V8 discards compiled code, and the next imports would include compiling it again.
 */
const LEAD_IN_PAGES = 2_000
/** Merges take longer, so fewer of them are measured. */
const MERGED_PAGES_PER_SIZE = 3_000
const MAX_MERGES = 10

/** Content that was imported, and is not merged yet. */
interface ImportedPlaces {
  pages: number
  places: string[]
  cost: ImportCost
}

type Merged = Omit<SizeOfImport, 'pages' | 'imported'>

/** Imports archives of these numbers of pages into new spaces, and merges each. */
export async function measureImports(
  database: BenchServer,
  startGateway: (environment: Record<string, string>) => Promise<Child>,
  sizes: readonly number[],
  findings: ImportFindings,
  say: (line: string) => void,
): Promise<void> {
  const archives = new Map(
    [1, WARM_UP.pages, ...sizes].map((pages) => [`/${pages}.zip`, zipOf(repositoryOf(pages))]),
  )
  const web = createServer((request, response) => response.end(archives.get(request.url ?? '')))
  await once(web.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(web.address() as AddressInfo).port}`
  try {
    const gateway = await startGateway({ OUTBOUND_ALLOW: host })
    const measurement = new ImportMeasurement(database, gateway, host)
    const [smallest = 0] = sizes
    say('imports, warming up …')
    const first = await measurement.import(smallest, 1)
    findings.first = { pages: smallest, ...first.cost }
    await measurement.import(WARM_UP.pages, 1)
    await measurement.import(1, WARM_UP.importsOfOnePage)
    await measurement.import(smallest, WARM_UP.imports)
    const imported: ImportedPlaces[] = []
    for (let round = 0; round < ROUNDS; round++) {
      say(`imports, round ${round + 1} of ${ROUNDS} …`)
      for (const pages of sizes) {
        const times = Math.max(1, Math.round(PAGES_PER_ROUND / pages))
        imported.push(await measurement.import(pages, times, Math.round(LEAD_IN_PAGES / pages)))
      }
    }
    // After all imports: merging the largest takes longer than an idle thread is kept, and the next import would start
    // another one.
    const sought = sizes.map((pages) => {
      const own = imported.filter((block) => block.pages === pages)
      const times = Math.min(MAX_MERGES, Math.max(1, Math.round(MERGED_PAGES_PER_SIZE / pages)))
      return { pages, own, places: own.flatMap(({ places }) => places).slice(0, times) }
    })
    say('parsing imported texts …')
    await parseImportedTexts(
      database,
      startGateway,
      sought.flatMap(({ places }) => places),
    )
    await measurement.vacuum()
    for (const { pages, own, places } of sought) {
      say(`merges of ${pages} imported pages …`)
      const merged: Merged[] = []
      for (const at of places) merged.push(await measurement.merge(at))
      findings.sizes.push({
        pages,
        imported: middleOf(own.map(({ cost }) => cost)),
        ...middleOfMerges(merged),
      })
    }
    await gateway.stop()
  } finally {
    web.closeAllConnections()
    web.close()
  }
}

/** Has another node run the jobs that parse the texts of these imports, and none of the others. */
async function parseImportedTexts(
  { client }: BenchServer,
  startGateway: (environment: Record<string, string>) => Promise<Child>,
  places: readonly string[],
): Promise<void> {
  const changeRequests = places.map((at) => at.slice(at.lastIndexOf('/') + 1))
  await client.query(
    `DELETE FROM "QueuedJob" WHERE "name" = 'content.parseTexts' AND "payload" ->> 'changeRequestId' <> ALL($1)`,
    [changeRequests],
  )
  const node = await startGateway({ RUN_JOBS: 'true' })
  const isDone = async () => {
    const { rows } = await client.query(
      `SELECT 1 FROM "QueuedJob" WHERE "name" = 'content.parseTexts' LIMIT 1`,
    )
    return rows.length === 0
  }
  await until('Parsing imported texts', isDone, { seconds: 600, everyMs: 500 })
  await node.stop()
}

class ImportMeasurement {
  readonly #database: BenchServer
  readonly #gateway: Child
  readonly #host: string

  constructor(database: BenchServer, gateway: Child, host: string) {
    this.#database = database
    this.#gateway = gateway
    this.#host = host
  }

  /**
   * Imports an archive of this size several times, each into a change request of a new space. The spaces are created
   * before: V8 compiles in other threads, and what it compiles for one request would be counted with the next.
   * `leadIn` is the number of imports before those that are measured.
   */
  async import(pages: number, times: number, leadIn = 0): Promise<ImportedPlaces> {
    const places: string[] = []
    while (places.length < leadIn + times) places.push(await this.#newChangeRequest())
    const url = `http://${this.#host}/${pages}.zip`
    const requests = places.map(
      (at) => () => this.#call('POST', `${at}/content/import`, { url, source: 'zip' }),
    )
    for (const request of requests.slice(0, leadIn)) await request()
    const cost = await this.#cost(requests.slice(leadIn))
    return { pages, places, cost }
  }

  async #newChangeRequest(): Promise<string> {
    const space = await this.#newSpace()
    // The space has content of its own, so that both sides of the merge differ from their base.
    const { id } = await this.#call<{ id: string }>('POST', `/spaces/${space}/change-requests`, {})
    await this.#write(space, 'Welcome')
    return `/spaces/${space}/change-requests/${id}`
  }

  /** Merges a change request, and writes the same rows bare. */
  async merge(at: string): Promise<Merged> {
    const { client } = this.#database
    let revision = ''
    const merged = await this.#cost([
      async () => {
        revision = (await this.#call<{ revision: string }>('POST', `${at}/merge`, {})).revision
      },
    ])
    const written = await rowsWrittenWith(client, revision, TABLES)
    const bareMs = await writeBare(client, written, await this.#newSpace())
    return { merged, bareMs, rows: written.reduce((sum, { rows }) => sum + rows.length, 0) }
  }

  /** Does what autovacuum would do, at one point instead of at any. */
  async vacuum(): Promise<void> {
    await this.#database.client.query('VACUUM ANALYZE')
  }

  async #newSpace(): Promise<string> {
    const { items } = await this.#call<{ items: { id: string }[] }>('GET', '/orgs')
    return (await this.#call<{ id: string }>('POST', `/orgs/${items[0]?.id}/spaces`, { title: 'Import' })).id
  }

  #write(space: string, title: string): Promise<unknown> {
    const document = { markdown: `# ${title}\n` }
    const changes = [{ operation: 'insert_page', type: 'document', title, document }]
    return this.#call('POST', `/spaces/${space}/content`, { changes })
  }

  async #cost(requests: readonly (() => Promise<unknown>)[]): Promise<ImportCost> {
    const { client, postmaster } = this.#database
    const spent = () => cpuOf(this.#gateway.pid) + cpuOfPostgres(postmaster)
    await resetStatements(client)
    await this.#gateway.ask({})
    const times: number[] = []
    const cpu = spent()
    for (const request of requests) {
      const begun = performance.now()
      await request()
      times.push(performance.now() - begun)
    }
    // Before anything else is asked: counting the statements takes time of PostgreSQL too.
    const spentCpu = spent() - cpu
    const { stallMs } = await this.#gateway.ask<{ stallMs: number }>({})
    const { calls } = await statementsSinceReset(client)
    const { length } = requests
    return { ms: median(times), cpu: spentCpu / length, statements: calls / length, stallMs }
  }

  async #call<Body>(method: string, path: string, body?: object): Promise<Body> {
    return (await askRest<Body>(this.#gateway, method, path, body)).body
  }
}

/** Medians, but the mean of CPU time, which is counted in steps, and the longest work of all: a rare stall is one too. */
const middleOf = (found: readonly ImportCost[]): ImportCost => ({
  ms: median(found.map(({ ms }) => ms)),
  cpu: found.reduce((sum, { cpu }) => sum + cpu, 0) / found.length,
  statements: median(found.map(({ statements }) => statements)),
  stallMs: Math.max(...found.map(({ stallMs }) => stallMs)),
})

const middleOfMerges = (found: readonly Merged[]): Merged => ({
  merged: middleOf(found.map(({ merged }) => merged)),
  bareMs: median(found.map(({ bareMs }) => bareMs)),
  rows: found[0]?.rows ?? 0,
})
