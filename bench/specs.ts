import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './children.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import type { BenchServer } from './database.ts'
import { number, table, type Verdict } from './report.ts'
import { askRest } from './rest.ts'
import { resetStatements, rowsReadFrom, statementsSinceReset } from './statements.ts'

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
  /** Milliseconds of a small read while no spec is processed, and while the largest is. */
  idleP99: number
  busyP99: number
  /** MB that the memory of the server grew by while the largest was processed. */
  memoryMb: number
  processingMs: number
}

const SIZES = [10, 100, 1_000]
const PER_TAG = 10
/** 1,000 operations have 5 MB. */
const OPERATION_BYTES = 5_000
const READS = 100
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
  const complete = async (slug: string) => {
    for (;;) {
      const { body } = await call<{ processingState: string; lastProcessErrorCode?: string }>(
        'GET',
        `${org}/openapi/${slug}`,
      )
      if (body.lastProcessErrorCode) throw new Error(`${slug}: ${body.lastProcessErrorCode}`)
      if (body.processingState === 'complete') return
      await pause(50)
    }
  }
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
  const idle: number[] = []
  for (let n = 0; n < 500; n++) idle.push(await small())
  const largest = SIZES.at(-1) ?? 0
  const memory = rssOf(gateway.pid)
  let most = memory
  await put(`bench-${largest}`, largest)
  const begun = performance.now()
  let isDone = false
  const done = complete(`bench-${largest}`).then(() => {
    isDone = true
  })
  const busy: number[] = []
  while (!isDone || busy.length < 100) {
    busy.push(await small())
    most = Math.max(most, rssOf(gateway.pid))
  }
  await done
  return {
    pages,
    idleP99: p99(idle),
    busyP99: p99(busy),
    memoryMb: (most - memory) / MEBIBYTE,
    processingMs: performance.now() - begun,
  }
}

const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

function rssOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

export const specReport = ({ pages, idleP99, busyP99, memoryMb, processingMs }: SpecFindings): string =>
  [
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
        ['growth of memory, MB', number(memoryMb, 0)],
      ],
    ),
  ].join('\n\n')

export function specVerdicts({ pages, idleP99, busyP99, memoryMb }: SpecFindings): Verdict[] {
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
      what: 'specs: p99 of a small read while the largest is processed',
      measured: `${number(busyP99 / idleP99, 2)}×`,
      target: '≤ 3×',
      met: busyP99 <= 3 * idleP99,
    },
    {
      what: 'specs: growth of memory while the largest is processed',
      measured: `${number(memoryMb, 0)} MB`,
      target: '< 200 MB',
      met: memoryMb < 200,
    },
  ]
}
