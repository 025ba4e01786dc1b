import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type GitServer, startGitServer, type TestRepository } from '../test/support/git-server.ts'
import type { Child } from './children.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import type { BenchServer } from './database.ts'
import { pathOf, repositoryOf, textOf } from './repository.ts'
import { askRest } from './rest.ts'
import { resetStatements, rowsReadFrom, statementsSinceReset } from './statements.ts'
import { number, table, type Verdict } from './table.ts'
import { until, untilReady } from './until.ts'

/** The cost of one operation. */
interface Cost {
  ms: number
  cpu: number
  statements: number
  rowsRead: number
  /** Bytes that the Git server sent. */
  bytes: number
}

interface SizeCost {
  pages: number
  files: number
  first: Cost
  second: Cost
  export: Cost
}

export interface GitFindings {
  sizes: SizeCost[]
  /** MB that the memory of the server grew by while it imported the assets. */
  memoryMb: number
  assetsMb: number
}

const REPEATS = 5
const WARM_UP_PAGES = 100
/** A server without requests sends few statements in a second, and older content is indexed again within this time. */
const IDLE_STATEMENTS = 5
const MAX_SECONDS = 120
/** An operation has ten minutes; those of these sizes take less than one. */
const OPERATION_SECONDS = 300
const ASSET_MB = 30
const ASSETS = 10
/** Not those with a few rows per operation, such as revisions: PostgreSQL reads a small table whole. */
const TABLES = ['ContentNode', 'Document', 'Blob', 'Link', 'ContentName', 'SearchPage', 'SearchWord']
const MEBIBYTE = 1024 * 1024

/** Measures imports from and exports to repositories of these numbers of pages, behind a real server. */
export async function measureGit(
  database: BenchServer,
  startGateway: (environment: Record<string, string>) => Promise<Child>,
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<GitFindings> {
  const server = await startGitServer()
  let gateway: Child | undefined
  try {
    gateway = await startGateway({ OUTBOUND_ALLOW: server.host })
    const measured: SizeCost[] = []
    say('Git, warming up …')
    await new GitMeasurement(database, gateway, server).warmUp()
    for (const pages of sizes) {
      say(`Git, ${pages} pages …`)
      measured.push(await new GitMeasurement(database, gateway, server).ofSize(pages))
    }
    say('Git, assets …')
    const memoryMb = await new GitMeasurement(database, gateway, server).memoryOfAssets()
    return { sizes: measured, memoryMb, assetsMb: ASSETS * ASSET_MB }
  } finally {
    // Also if the gateway did not start: a listening server would keep the process alive.
    await server.close()
    await gateway?.stop()
  }
}

class GitMeasurement {
  readonly #database: BenchServer
  readonly #gateway: Child
  readonly #server: GitServer
  #space = ''

  constructor(database: BenchServer, gateway: Child, server: GitServer) {
    this.#database = database
    this.#gateway = gateway
    this.#server = server
  }

  /** A first import, and the background work of a server that has just started: neither is measured. */
  async warmUp(): Promise<void> {
    const repository = this.#server.repository('warm-up')
    repository.push(repositoryOf(WARM_UP_PAGES))
    await this.#newSpace()
    await this.#operate('import', repository)
    const { client } = this.#database
    for (const _second of Array(MAX_SECONDS)) {
      await resetStatements(client)
      await pause(1_000)
      if ((await statementsSinceReset(client)).calls <= IDLE_STATEMENTS) return
    }
  }

  async ofSize(pages: number): Promise<SizeCost> {
    const repository = this.#server.repository(`pages-${pages}`)
    const content = repositoryOf(pages)
    repository.push(content)
    await this.#newSpace()
    const first = await this.#cost(() => this.#operate('import', repository))
    // As autovacuum does within a minute of a large import. Rows that only an index has to be read for count as read
    // until then.
    await this.#database.client.query('VACUUM ANALYZE')
    const seconds: Cost[] = []
    const exports: Cost[] = []
    const edited = Math.floor(pages / 2)
    for (let round = 1; round <= REPEATS; round++) {
      repository.push({ [pathOf(edited)]: textOf(edited, round) })
      seconds.push(await this.#cost(() => this.#operate('import', repository)))
      await this.#edit(edited + 1, round)
      exports.push(await this.#cost(() => this.#operate('export', repository)))
      repository.git('pull', '--quiet', 'origin', 'main')
    }
    const files = Object.keys(content).filter((path) => path.startsWith('.gitbook/')).length
    const all = Object.keys(content).length - files
    return { pages: all, files, first, second: medianOf(seconds), export: medianOf(exports) }
  }

  async memoryOfAssets(): Promise<number> {
    const repository = this.#server.repository('assets')
    repository.push({ 'README.md': '# Home\n' })
    await this.#newSpace()
    await this.#operate('import', repository)
    for (let n = 0; n < ASSETS; n++) {
      repository.push({ [`.gitbook/assets/large-${n}.bin`]: randomBytes(ASSET_MB * MEBIBYTE) })
    }
    // Pushing blocked this process: connections that the server closed meanwhile are noticed first.
    await pause(100)
    const before = rssOf(this.#gateway.pid)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, rssOf(this.#gateway.pid))
    }, 20)
    await this.#operate('import', repository).finally(() => clearInterval(watch))
    return (most - before) / MEBIBYTE
  }

  async #newSpace(): Promise<void> {
    const { items } = await this.#call<{ items: { id: string }[] }>('GET', '/orgs')
    const { id } = await this.#call<{ id: string }>('POST', `/orgs/${items[0]?.id}/spaces`, { title: 'Git' })
    this.#space = id
  }

  async #edit(n: number, round: number): Promise<void> {
    const path = encodeURIComponent(pathOf(n).replace(/\.md$/, ''))
    const page = await this.#call<{ id: string }>('GET', `/spaces/${this.#space}/content/path/${path}`)
    const changes = [{ operation: 'update_page', page: page.id, document: { markdown: textOf(n, round) } }]
    await this.#call('POST', `/spaces/${this.#space}/content`, { changes })
  }

  async #operate(direction: string, { url }: TestRepository): Promise<void> {
    const body = { url, ref: 'refs/heads/main', ...(direction === 'export' ? { commitMessage: 'Edit' } : {}) }
    await this.#call('POST', `/spaces/${this.#space}/git/${direction}`, body)
    const isDone = async () => {
      // Its name leaves it out of the counted statements.
      const { rows } = await this.#database.client.query(
        `SELECT "state" AS "pg_stat", "error" FROM "GitOperation" WHERE "spaceId" = $1 ORDER BY "id" DESC LIMIT 1`,
        [this.#space],
      )
      if (rows[0]?.pg_stat === 'failure') throw new Error(`The ${direction} failed: ${rows[0].error}`)
      return rows[0]?.pg_stat === 'success'
    }
    await until(`The ${direction} of ${url}`, isDone, { seconds: OPERATION_SECONDS, everyMs: 5 })
  }

  async #cost(work: () => Promise<void>): Promise<Cost> {
    const { client, postmaster } = this.#database
    const spent = () => cpuOf(this.#gateway.pid) + cpuOfPostgres(postmaster)
    await pause(1_100)
    const rows = await rowsReadFrom(client, TABLES)
    // Its connections were closed to flush the counters.
    await untilReady(this.#gateway)
    await pause(1_100)
    await resetStatements(client)
    const [cpu, sent, begun] = [spent(), this.#server.sent, performance.now()]
    await work()
    const ms = performance.now() - begun
    const { calls } = await statementsSinceReset(client)
    const cost = { ms, cpu: spent() - cpu, statements: calls, bytes: this.#server.sent - sent }
    await pause(1_100)
    return { ...cost, rowsRead: (await rowsReadFrom(client, TABLES)) - rows }
  }

  async #call<Body>(method: string, path: string, body?: object): Promise<Body> {
    return (await askRest<Body>(this.#gateway, method, path, body)).body
  }
}

function medianOf(costs: readonly Cost[]): Cost {
  const middle = (of: keyof Cost) =>
    costs.map((cost) => cost[of]).toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ??
    Number.NaN
  return {
    ms: middle('ms'),
    cpu: middle('cpu'),
    statements: middle('statements'),
    rowsRead: middle('rowsRead'),
    bytes: middle('bytes'),
  }
}

function rssOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

const KINDS = { first: 'first import', second: 'import of one page', export: 'export of one page' } as const
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]

export const gitReport = ({ sizes }: GitFindings): string =>
  table(
    ['Git', 'pages', 'ms', 'CPU ms', 'CPU ms/page', 'statements', 'rows read', 'bytes'],
    kinds.flatMap((kind) =>
      sizes.map(({ pages, [kind]: cost }) => [
        KINDS[kind],
        number(pages, 0),
        number(cost.ms, 0),
        number(cost.cpu, 0),
        number(cost.cpu / pages, 2),
        number(cost.statements, 0),
        number(cost.rowsRead, 0),
        number(cost.bytes, 0),
      ]),
    ),
  )

export function gitVerdicts({ sizes, memoryMb, assetsMb }: GitFindings): Verdict[] {
  const perPage = sizes.map(({ pages, first }) => first.cpu / pages)
  const flat = (perPage.at(-1) ?? Number.NaN) / (perPage[0] ?? Number.NaN)
  const growth = (kind: 'second' | 'export', of: keyof Cost): Verdict => {
    const grown = (sizes.at(-1)?.[kind][of] ?? Number.NaN) / (sizes[0]?.[kind][of] ?? Number.NaN)
    const name = of === 'ms' ? 'p50' : of === 'rowsRead' ? 'rows read' : of
    return {
      what: `Git: ${name} of the ${KINDS[kind]}, from the smallest repository to the largest`,
      measured: `${number(grown, 2)}×`,
      target: '≤ 2×',
      met: grown <= 2,
    }
  }
  return [
    {
      what: 'Git: CPU per page of the first import, from the smallest repository to the largest',
      measured: `${number(flat, 2)}×`,
      target: '≤ 1.5×',
      met: flat <= 1.5,
    },
    ...sizes.map(({ pages, files, first }): Verdict => {
      const target = Math.floor(60 + (pages + files) / 50)
      const measured = first.statements
      return {
        what: `Git: statements of the first import of ${pages} pages`,
        measured: number(measured, 0),
        target: `≤ ${target}`,
        met: measured <= target,
      }
    }),
    ...(['second', 'export'] as const).flatMap((kind) =>
      (['statements', 'rowsRead', 'bytes', 'ms'] as const).map((of) => growth(kind, of)),
    ),
    {
      what: `Git: growth of memory while ${assetsMb} MB of assets are imported`,
      measured: `${number(memoryMb, 0)} MB`,
      target: '< 150 MB',
      met: memoryMb < 150,
    },
  ]
}
