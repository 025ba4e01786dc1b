import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './children.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import type { BenchServer } from './database.ts'
import { median } from './race.ts'
import { askRest } from './rest.ts'
import { resetStatements, rowsReadFrom, statementsSinceReset } from './statements.ts'
import { number, table, type Verdict } from './table.ts'
import { until } from './until.ts'

/** The cost of reading the page of one tag of a spec with this number of operations. */
interface PageCost {
  operations: number
  bytesOfSpec: number
  cpu: number
  statements: number
  rowsRead: number
  bytes: number
}

export interface SpecFindings {
  pages: PageCost[]
  /** Milliseconds of a small read while no spec is processed, and while the largest is: medians over the rounds. */
  idleP99: number
  busyP99: number
  /** The ratio of both, of each round. */
  ratios: number[]
  /** Reads while a spec was processed, in all rounds together. */
  reads: number
  /** MB that the memory of the server grew by while the largest was processed. */
  memoryMb: number
  processingMs: number
}

const SIZES = [10, 100, 1_000]
const PER_TAG = 10
/** 1,000 operations have 5 MB. */
const OPERATION_BYTES = 5_000
const READS = 100
/** One processing is too short for a p99, so it is repeated. */
const ROUNDS = 7
const IDLE_READS = 500
const TABLES = ['ContentNode', 'OpenAPISpec', 'OpenAPIPage']
const MEBIBYTE = 1024 * 1024

function documentOf(operations: number, version: number): string {
  const filler = { type: 'object', description: 'x'.repeat(OPERATION_BYTES - 400) }
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, n) => [
      `/things/${n}`,
      {
        get: {
          tags: [`group ${Math.floor(n / PER_TAG)}`],
          summary: `Read thing ${n}`,
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: filler } } } },
        },
      },
    ]),
  )
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'Bench', version: String(version) }, paths })
}

/** Measures specs of several sizes, each shown in a space of its own. */
export async function measureSpecs(
  { client, postmaster }: BenchServer,
  gateway: Child,
): Promise<SpecFindings> {
  const call = <Body>(method: string, path: string, body?: object) =>
    askRest<Body>(gateway, method, path, body)
  const { body: organizations } = await call<{ items: { id: string }[] }>('GET', '/orgs')
  const org = `/orgs/${organizations.items[0]?.id}`
  let version = Date.now()
  const put = async (slug: string, operations: number): Promise<number> => {
    const text = documentOf(operations, ++version)
    await call('PUT', `${org}/openapi/${slug}`, { source: { text } })
    return text.length
  }
  const complete = (slug: string) =>
    until(
      `Processing ${slug}`,
      async () => {
        const { body } = await call<{ processingState: string; lastProcessErrorCode?: string }>(
          'GET',
          `${org}/openapi/${slug}`,
        )
        if (body.lastProcessErrorCode) throw new Error(`${slug}: ${body.lastProcessErrorCode}`)
        return body.processingState === 'complete'
      },
      { everyMs: 50 },
    )
  const spent = () => cpuOf(gateway.pid) + cpuOfPostgres(postmaster)

  const pages: PageCost[] = []
  for (const operations of SIZES) {
    const slug = `bench-${operations}`
    const bytesOfSpec = await put(slug, operations)
    await complete(slug)
    const { body: space } = await call<{ id: string }>('POST', `${org}/spaces`, { title: slug })
    const content = `/spaces/${space.id}/content`
    const computed = {
      type: 'builtin:openapi',
      dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } },
    }
    await call('POST', content, { changes: [{ operation: 'insert_page', type: 'computed', computed }] })
    const { body: tree } = await call<{ pages: { id: string }[] }>('GET', `${content}/pages`)
    const page = tree.pages.at(-1)?.id
    const read = () => call('GET', `${content}/page/${page}`)
    for (let n = 0; n < READS; n++) await read()
    await resetStatements(client)
    const cpu = spent()
    for (let n = 0; n < READS; n++) await read()
    const statements = (await statementsSinceReset(client)).calls / READS
    const spentCpu = (spent() - cpu) / READS
    await pause(1_000)
    const before = await rowsReadFrom(client, TABLES)
    const { bytes } = await read()
    await pause(1_000)
    const rowsRead = (await rowsReadFrom(client, TABLES)) - before
    pages.push({
      operations,
      bytesOfSpec,
      cpu: spentCpu,
      statements: Math.round(statements),
      rowsRead,
      bytes,
    })
  }

  const small = async (): Promise<number> => {
    const begun = performance.now()
    await call('GET', org)
    return performance.now() - begun
  }
  const largest = SIZES.at(-1) ?? 0
  const slug = `bench-${largest}`
  const rounds: { idle: number; busy: number; reads: number; ms: number }[] = []
  let grown = 0
  for (let round = 0; round < ROUNDS; round++) {
    const idle: number[] = []
    for (let n = 0; n < IDLE_READS; n++) idle.push(await small())
    const memory = rssOf(gateway.pid)
    await put(slug, largest)
    const begun = performance.now()
    let isDone = false
    const done = complete(slug).finally(() => {
      isDone = true
    })
    const busy: number[] = []
    while (!isDone) {
      busy.push(await small())
      grown = Math.max(grown, rssOf(gateway.pid) - memory)
    }
    await done
    rounds.push({ idle: p99(idle), busy: p99(busy), reads: busy.length, ms: performance.now() - begun })
  }
  return {
    pages,
    idleP99: median(rounds.map(({ idle }) => idle)),
    busyP99: median(rounds.map(({ busy }) => busy)),
    ratios: rounds.map(({ idle, busy }) => busy / idle),
    reads: rounds.reduce((sum, { reads }) => sum + reads, 0),
    memoryMb: grown / MEBIBYTE,
    processingMs: median(rounds.map(({ ms }) => ms)),
  }
}

const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

function rssOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

export const specReport = (findings: SpecFindings): string => {
  const { pages, idleP99, busyP99, ratios, reads, memoryMb, processingMs } = findings
  return [
    table(
      ['page of one tag of a spec with', 'MB', 'CPU ms', 'statements', 'rows read', 'bytes'],
      pages.map((page) => [
        `${page.operations} operations`,
        number(page.bytesOfSpec / 1e6, 2),
        number(page.cpu, 2),
        number(page.statements, 0),
        number(page.rowsRead, 0),
        number(page.bytes, 0),
      ]),
    ),
    table(
      ['processing the largest spec', 'value'],
      [
        ['ms', number(processingMs, 0)],
        ['p99 of a small read, idle and meanwhile, ms', `${number(idleP99, 1)} · ${number(busyP99, 1)}`],
        ['ratio of both in each round', ratios.map((ratio) => number(ratio, 2)).join(', ')],
        ['small reads meanwhile, all rounds', number(reads, 0)],
        ['growth of memory, MB', number(memoryMb, 0)],
      ],
    ),
  ].join('\n\n')
}

export function specVerdicts({ pages, ratios, memoryMb }: SpecFindings): Verdict[] {
  const slower = median(ratios)
  const growth = (of: 'cpu' | 'rowsRead' | 'bytes') =>
    (pages.at(-1)?.[of] ?? Number.NaN) / (pages[0]?.[of] ?? Number.NaN)
  const grown = (of: 'cpu' | 'rowsRead' | 'bytes', name: string): Verdict => ({
    what: `specs: ${name} of a page of one tag, from the smallest spec to the largest`,
    measured: `${number(growth(of), 2)}×`,
    target: '≤ 2×',
    met: growth(of) <= 2,
  })
  return [
    grown('cpu', 'CPU'),
    grown('rowsRead', 'rows read'),
    grown('bytes', 'bytes'),
    {
      what: `specs: p99 of a small read while the largest is processed, median of ${ratios.length} rounds`,
      measured: `${number(slower, 2)}×`,
      target: '≤ 3×',
      met: slower <= 3,
    },
    {
      what: 'specs: growth of memory while the largest is processed',
      measured: `${number(memoryMb, 0)} MB`,
      target: '< 200 MB',
      met: memoryMb < 200,
    },
  ]
}
