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

/** The cost of one request, in a space of its own. */
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

export type ImportFindings = SizeOfImport[]

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
const WARM_UP_PAGES = 100
/** Small imports are repeated, because CPU time is counted in hundredths of a second. */
const PAGES_PER_SIZE = 3_000
const MOST_ROUNDS = 10

/** Imports archives of these numbers of pages into new spaces, and merges each. */
export async function measureImports(
  database: BenchServer,
  startGateway: (environment: Record<string, string>) => Promise<Child>,
  sizes: readonly number[],
  findings: ImportFindings,
  say: (line: string) => void,
): Promise<void> {
  const archives = new Map(
    [WARM_UP_PAGES, ...sizes].map((pages) => [`/${pages}.zip`, zipOf(repositoryOf(pages))]),
  )
  const web = createServer((request, response) => response.end(archives.get(request.url ?? '')))
  await once(web.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(web.address() as AddressInfo).port}`
  try {
    const gateway = await startGateway({ OUTBOUND_ALLOW: host })
    const measurement = new ImportMeasurement(database, gateway, host)
    say('imports, warming up …')
    for (let n = 0; n < 3; n++) await measurement.ofSize(WARM_UP_PAGES)
    for (const pages of sizes) {
      say(`imports, ${pages} pages …`)
      const rounds = Math.min(MOST_ROUNDS, Math.max(1, Math.round(PAGES_PER_SIZE / pages)))
      const found: SizeOfImport[] = []
      for (let round = 0; round < rounds; round++) found.push(await measurement.ofSize(pages))
      findings.push(middleOf(found))
    }
    await gateway.stop()
  } finally {
    web.closeAllConnections()
    web.close()
  }
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

  async ofSize(pages: number): Promise<SizeOfImport> {
    const { client } = this.#database
    const space = await this.#newSpace()
    // The space has content of its own, so that both sides of the merge differ from their base.
    const { id } = await this.#call<{ id: string }>('POST', `/spaces/${space}/change-requests`, {})
    await this.#write(space, 'Welcome')
    const at = `/spaces/${space}/change-requests/${id}`
    const url = `http://${this.#host}/${pages}.zip`
    const imported = await this.#cost(() =>
      this.#call('POST', `${at}/content/import`, { url, source: 'zip' }),
    )
    let revision = ''
    const merged = await this.#cost(async () => {
      revision = (await this.#call<{ revision: string }>('POST', `${at}/merge`, {})).revision
    })
    const written = await rowsWrittenWith(client, revision, TABLES)
    const bareMs = await writeBare(client, written, await this.#newSpace())
    return { pages, imported, merged, bareMs, rows: written.reduce((sum, { rows }) => sum + rows.length, 0) }
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

  async #cost(work: () => Promise<unknown>): Promise<ImportCost> {
    const { client, postmaster } = this.#database
    const spent = () => cpuOf(this.#gateway.pid) + cpuOfPostgres(postmaster)
    await resetStatements(client)
    await this.#gateway.ask({})
    const [cpu, begun] = [spent(), performance.now()]
    await work()
    const ms = performance.now() - begun
    const { stallMs } = await this.#gateway.ask<{ stallMs: number }>({})
    const { calls } = await statementsSinceReset(client)
    return { ms, cpu: spent() - cpu, statements: calls, stallMs }
  }

  async #call<Body>(method: string, path: string, body?: object): Promise<Body> {
    return (await askRest<Body>(this.#gateway, method, path, body)).body
  }
}

/** Medians, but the mean of CPU time, which is counted in steps. */
function middleOf(found: readonly SizeOfImport[]): SizeOfImport {
  const cost = (of: 'imported' | 'merged'): ImportCost => ({
    ms: median(found.map((each) => each[of].ms)),
    cpu: found.reduce((sum, each) => sum + each[of].cpu, 0) / found.length,
    statements: median(found.map((each) => each[of].statements)),
    stallMs: median(found.map((each) => each[of].stallMs)),
  })
  return {
    pages: found[0]?.pages ?? 0,
    imported: cost('imported'),
    merged: cost('merged'),
    bareMs: median(found.map(({ bareMs }) => bareMs)),
    rows: found[0]?.rows ?? 0,
  }
}
