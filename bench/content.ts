import type pg from 'pg'
import type { Child } from './children.ts'
import { type ContentScale, contentSpace } from './content-seed.ts'
import { measureTree, type TreeCost } from './content-tree.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import type { BenchServer } from './database.ts'
import { median } from './race.ts'
import { askRest } from './rest.ts'
import { resetStatements, rowsReadFrom, statementsSinceReset } from './statements.ts'
import { untilReady } from './until.ts'

/** The cost of one operation in a space with this number of pages. */
export interface ContentCost {
  what: string
  pages: number
  p50: number
  /** CPU time of the gateway and of PostgreSQL together, which varies less on a busy machine. */
  cpu: number
  statements: number
  rowsRead: number
  /** Whether the cost must depend on the size of the change, not of the space. */
  isFlat: boolean
  /** Whether it only reads. What a diff reads grows until the nodes that it reads are full, so it has no target. */
  isRead: boolean
}

export interface ContentFindings {
  costs: ContentCost[]
  tree?: TreeCost
}

/** The tables of pages. All other tables have the same few rows in any space. */
const TABLES = ['ContentNode', 'Document']
const WARM_UP = 2
const REPEATS = 7
/** The statements of an edit or a merge may grow by this factor from the smallest space to the largest. */
export const MAX_GROWTH = 2
const CHANGED = 10
const READS = 20

export interface Ground {
  gateway: Child
  spaceId: string
  ids: string[]
  paths: string[]
}

export interface Operation {
  what: string
  isFlat: boolean
  /** Whether it can be repeated. CPU time is too coarse to measure a single read. */
  isRead?: boolean
  /** Creates what the operation needs, which is not measured. Returns the input of the operation. */
  before?: (ground: Ground) => Promise<string>
  run: (ground: Ground, about: string) => Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
async function ask({ gateway, spaceId }: Ground, method: string, path: string, body?: object): Promise<any> {
  return (await askRest(gateway, method, `/spaces/${spaceId}${path}`, body)).body
}

let edits = 0

/** Pages from all parts of the space with one line changed. */
async function changesOf(ground: Ground, at: string, count: number, line: number): Promise<object> {
  const changes: object[] = []
  for (let n = 0; n < count; n++) {
    const page = ground.ids[Math.floor((n * ground.ids.length) / count)] ?? ''
    const { markdown } = await ask(ground, 'GET', `${at}/content/page/${page}?format=markdown`)
    const lines = (markdown as string).split('\n')
    lines[line] = `Edit ${++edits}: the service answers.`
    changes.push({ operation: 'update_page', page, document: { markdown: lines.join('\n') } })
  }
  return { changes }
}

async function opened(ground: Ground): Promise<string> {
  const { id } = await ask(ground, 'POST', '/change-requests', { subject: 'Bench' })
  return `/change-requests/${id}`
}

async function proposed(ground: Ground): Promise<string> {
  const at = await opened(ground)
  await ask(ground, 'POST', `${at}/content`, await changesOf(ground, at, CHANGED, 5))
  return at
}

/** Changes other lines of the same pages in main content. */
async function changedOnBothSides(ground: Ground): Promise<string> {
  const at = await proposed(ground)
  await ask(ground, 'POST', '/content', await changesOf(ground, '', CHANGED, 20))
  return at
}

const middle = <T>(items: T[]): T => items[Math.floor(items.length / 2)] as T

/** The request is prepared first, so that only the sending is measured. */
const prepared = async (at: string, changes: Promise<object>) => JSON.stringify([at, await changes])
const send = (ground: Ground, about: string) => {
  const [at, changes] = JSON.parse(about) as [string, object]
  return ask(ground, 'POST', `${at}/content`, changes)
}

export const operations: Operation[] = [
  {
    what: 'page by id',
    isFlat: true,
    isRead: true,
    run: (ground) => ask(ground, 'GET', `/content/page/${middle(ground.ids)}?format=markdown`),
  },
  {
    what: 'page by path',
    isFlat: false,
    isRead: true,
    run: (ground) => ask(ground, 'GET', `/content/path/${ground.paths.at(-1)}?format=markdown`),
  },
  { what: 'tree of all pages', isFlat: false, run: (ground) => ask(ground, 'GET', '/content/pages') },
  {
    what: 'edit one page in a change request',
    isFlat: true,
    before: async (ground) => {
      const at = await opened(ground)
      return prepared(at, changesOf(ground, at, 1, 5))
    },
    run: send,
  },
  {
    what: 'edit one page live',
    isFlat: true,
    before: (ground) => prepared('', changesOf(ground, '', 1, 5)),
    run: send,
  },
  {
    what: `difference of ${CHANGED} pages`,
    isFlat: true,
    isRead: true,
    before: proposed,
    run: (ground, at) => ask(ground, 'GET', `${at}/changes?limit=1000`),
  },
  {
    what: `merge ${CHANGED} pages, main content unchanged`,
    isFlat: true,
    before: proposed,
    run: (ground, at) => ask(ground, 'POST', `${at}/merge`, {}),
  },
  {
    what: `merge ${CHANGED} pages whose texts main content changed too`,
    isFlat: true,
    before: changedOnBothSides,
    run: (ground, at) => ask(ground, 'POST', `${at}/merge`, {}),
  },
  {
    what: `update ${CHANGED} pages whose texts main content changed too`,
    isFlat: true,
    before: changedOnBothSides,
    run: (ground, at) => ask(ground, 'POST', `${at}/update`, {}),
  },
  {
    what: 'search the space',
    isFlat: false,
    isRead: true,
    run: (ground) => ask(ground, 'GET', '/search?query=service%20answers'),
  },
]

/** Runs all operations in all spaces alternately, so that no space benefits from a warmer gateway. */
export async function measureContent(
  { client, postmaster }: BenchServer,
  gateway: Child,
  scale: ContentScale,
  findings: ContentFindings,
): Promise<void> {
  const { costs } = findings
  const grounds: Ground[] = []
  for (const pages of scale) grounds.push(await findGround(client, gateway, pages))
  const largest = grounds.at(-1)
  if (largest) findings.tree = await measureTree(largest)
  for (const operation of operations) {
    const runs = new Map(
      grounds.map((ground) => [ground, { times: [] as number[], calls: [] as number[], cpu: 0 }]),
    )
    for (let n = 0; n < WARM_UP; n++) for (const ground of grounds) await once(client, ground, operation)
    for (let n = 0; n < REPEATS; n++) {
      for (const [ground, run] of runs) {
        const { ms, cpu, calls } = await once(client, ground, operation, postmaster)
        run.times.push(ms)
        run.calls.push(calls)
        run.cpu += cpu
      }
    }
    for (const [ground, run] of runs) {
      costs.push({
        what: operation.what,
        isFlat: operation.isFlat,
        isRead: operation.isRead ?? false,
        pages: ground.ids.length,
        p50: median(run.times),
        cpu: run.cpu / REPEATS,
        // The minimum of several runs: periodic work of a node can only increase it.
        statements: Math.min(...run.calls),
        rowsRead: await rowsReadBy(client, ground, operation),
      })
    }
  }
}

export async function findGround(client: pg.Client, gateway: Child, pages: number): Promise<Ground> {
  const ground: Ground = { gateway, spaceId: await contentSpace(client, pages), ids: [], paths: [] }
  interface Node {
    id: string
    path: string
    pages: Node[]
  }
  const walk = (nodes: Node[]) => {
    for (const { id, path, pages } of nodes) {
      ground.ids.push(id)
      ground.paths.push(path)
      walk(pages)
    }
  }
  walk((await ask(ground, 'GET', '/content/pages')).pages)
  if (ground.ids.length !== pages) throw new Error(`The space of ${pages} pages has ${ground.ids.length}`)
  return ground
}

async function once(
  client: pg.Client,
  ground: Ground,
  { before, run, isRead }: Operation,
  postmaster?: number,
) {
  const about = (await before?.(ground)) ?? ''
  const spent = () => cpuOf(ground.gateway.pid) + (postmaster ? cpuOfPostgres(postmaster) : 0)
  await resetStatements(client)
  const cpu = spent()
  const times = isRead ? READS : 1
  const begun = performance.now()
  for (let n = 0; n < times; n++) await run(ground, about)
  const ms = (performance.now() - begun) / times
  const calls = Math.round((await statementsSinceReset(client)).calls / times)
  return { ms, cpu: (spent() - cpu) / times, calls }
}

async function rowsReadBy(client: pg.Client, ground: Ground, { before, run }: Operation): Promise<number> {
  const about = (await before?.(ground)) ?? ''
  const read = await rowsReadFrom(client, TABLES)
  await untilReady(ground.gateway)
  await run(ground, about)
  const rows = (await rowsReadFrom(client, TABLES)) - read
  await untilReady(ground.gateway)
  return rows
}

export type Figure = 'p50' | 'cpu' | 'statements' | 'rowsRead'

/** From the smallest space to the largest, by operation. */
export function growthOf(costs: readonly ContentCost[], what: string, of: Figure) {
  const own = costs.filter((cost) => cost.what === what)
  return (own.at(-1)?.[of] ?? Number.NaN) / (own[0]?.[of] ?? Number.NaN)
}

/** An edit or a merge whose statements grow with the size of the space is an error. */
export function requireFlat(costs: readonly ContentCost[]): void {
  const faults = [...new Set(costs.filter(({ isFlat }) => isFlat).map(({ what }) => what))].filter(
    (what) => growthOf(costs, what, 'statements') > MAX_GROWTH,
  )
  if (faults.length > 0) throw new Error(`Statements grow with the space:\n  ${faults.join('\n  ')}`)
}
