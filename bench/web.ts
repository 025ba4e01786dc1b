import { gzipSync } from 'node:zlib'
import { type Child, startScript } from './children.ts'
import { CONTENT_TOKEN, contentSpace } from './content-seed.ts'
import { cpuOf } from './cpu.ts'
import type { BenchServer } from './database.ts'
import { type Entry, type Result, race, ratio } from './race.ts'
import { askRest } from './rest.ts'
import { resetStatements, statementsSinceReset } from './statements.ts'
import { number, table, type Verdict } from './table.ts'
import { measurePageLoad, type PageLoad, pageLoadVerdicts } from './web-browser.ts'
import { measureWebMemory, type WebMemory, webMemoryVerdicts } from './web-memory.ts'

/** One size of a site: the cost of its pages. */
interface PageCost {
  pages: number
  coldStatements: number
  warmStatements: number
  /** CPU of the server for a page that was not opened before, in milliseconds. */
  coldMs: number
  htmlBytes: number
  gzipBytes: number
  warm: Result[]
  known: Result[]
}

export interface WebFindings {
  costs: PageCost[]
  /** Of the largest site. Null without Chromium. */
  load?: PageLoad | null
  memory?: WebMemory
}

interface Pace {
  rounds: number
  seconds: number
}

/** Pages that are opened once each to measure their cost. */
const COLD_PAGES = 90

/** Measures pages of sites of several sizes, next to a bare server. */
export async function measureWeb(
  { client, postmaster }: BenchServer,
  gateway: Child,
  sizes: readonly number[],
  pace: Pace,
): Promise<WebFindings> {
  const publish = await publisher(gateway)
  const bare = await startScript('bare', 'contestants/bare-web.mjs')
  const loader = await startScript('load', 'load.mjs')
  const findings: WebFindings = { costs: [] }
  for (const pages of sizes) {
    const space = await contentSpace(client, pages)
    const base = await publish(space)
    const paths = await pathsOf(gateway, base, COLD_PAGES + 1)
    const open = async (path: string) => {
      const answer = await fetch(gateway.origin + path)
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return answer
    }
    // The code is warm, and the site is not.
    await open(`${base}/`)
    const [first = '', ...others] = paths
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const statements = async () => {
      await resetStatements(client)
      await open(first)
      return (await statementsSinceReset(client)).calls
    }
    const [coldStatements, warmStatements] = [await statements(), await statements()]
    const begun = cpuOf(gateway.pid)
    for (const path of others) await open(path)
    const coldMs = (cpuOf(gateway.pid) - begun) / others.length
    findings.costs.push({
      pages,
      coldStatements,
      warmStatements,
      coldMs,
      ...(await raced({ gateway, bare, path: first }, { ...pace, loader, postmaster })),
    })
  }
  await bare.stop()
  await loader.stop()
  const space = await contentSpace(client, sizes.at(-1) ?? 0)
  const base = await publish(space)
  const [example = ''] = await pathsOf(gateway, base, 1)
  findings.load = await measurePageLoad(gateway.origin + example)
  return findings
}

/** Opens different pages, as many as given, and observes the heap. */
export async function measurePagesInMemory(
  { client }: BenchServer,
  gateway: Child,
  sizes: readonly number[],
  pages: number,
): Promise<WebMemory> {
  const publish = await publisher(gateway)
  const space = await contentSpace(client, sizes.at(-1) ?? 0)
  const base = await publish(space)
  const whole = await pathsOf(gateway, base, Number.MAX_SAFE_INTEGER)
  const paths = whole.map((path) => path.slice(base.length)).slice(0, pages)
  const bases = [base]
  while (paths.length * bases.length < pages) bases.push(await publish(space))
  const [sitemap = ''] = await locations(gateway, `${base}/sitemap.xml`)
  return measureWebMemory(gateway, { paths, bases, sitemap })
}

/** A function that publishes a space in a new site, and returns the address of the site. */
async function publisher(gateway: Child): Promise<(space: string) => Promise<string>> {
  const call = <Body>(method: string, path: string, body?: object) =>
    askRest<Body>(gateway, method, path, body, CONTENT_TOKEN)
  const { body: organizations } = await call<{ items: { id: string }[] }>('GET', '/orgs')
  const org = organizations.items[0]?.id ?? ''
  return async (space) => {
    const { body: site } = await call<{ id: string; basename: string }>('POST', `/orgs/${org}/sites`, {
      title: 'Bench',
      spaces: [space],
    })
    await call('POST', `/orgs/${org}/sites/${site.id}/publish`)
    return `/sites/${org}/${site.basename}`
  }
}

/** The paths in a sitemap. */
const locations = async ({ origin }: Child, path: string): Promise<string[]> =>
  [...(await (await fetch(origin + path)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )

/** Paths of different pages, from the sitemap. */
async function pathsOf(gateway: Child, base: string, count: number): Promise<string[]> {
  const [part = ''] = await locations(gateway, `${base}/sitemap.xml`)
  const all = await locations(gateway, part)
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, at) => at % step === step - 1).slice(0, count)
}

/** What Node adds to every response by itself. */
const BY_NODE = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])
const headersOf = (answer: Response): Record<string, string> =>
  Object.fromEntries([...answer.headers].filter(([name]) => !BY_NODE.has(name)))

async function raced(
  { gateway, bare, path }: { gateway: Child; bare: Child; path: string },
  options: Pace & { loader: Child; postmaster: number },
): Promise<Pick<PageCost, 'htmlBytes' | 'gzipBytes' | 'warm' | 'known'>> {
  const answer = await fetch(gateway.origin + path, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = headersOf(answer)
  // It sends the same bytes, also to clients that have the page.
  const again = await fetch(gateway.origin + path, { headers: { 'if-none-match': headers.etag ?? '' } })
  const notModified = headersOf(again)
  await bare.ask({ body: body.toString('base64'), headers, known: notModified })
  const entries = (more: Partial<Entry>): Entry[] => [
    { name: 'Quire', server: gateway, path, ...more },
    { name: 'node:http', server: bare, path, ...more },
  ]
  const known = { headers: { 'if-none-match': headers.etag ?? '' }, expected: 304 }
  return {
    htmlBytes: body.length,
    gzipBytes: gzipSync(body).length,
    warm: await race(entries({}), options),
    known: await race(entries(known), options),
  }
}

const ratioOf = ([first, second]: Result[]): number => (first && second ? ratio(first, second) : Number.NaN)

export const webReport = ({ costs }: WebFindings): string =>
  table(
    [
      'pages',
      'statements cold',
      'warm',
      'CPU cold ms',
      'kB HTML',
      'kB gzip',
      'requests/s',
      'of node:http',
      '304/s',
      'of node:http',
    ],
    costs.map((cost) => [
      String(cost.pages),
      String(cost.coldStatements),
      String(cost.warmStatements),
      number(cost.coldMs, 2),
      number(cost.htmlBytes / 1000),
      number(cost.gzipBytes / 1000),
      number(cost.warm[0]?.perSecond ?? Number.NaN, 0),
      number(ratioOf(cost.warm), 2),
      number(cost.known[0]?.perSecond ?? Number.NaN, 0),
      number(ratioOf(cost.known), 2),
    ]),
  )

export function webVerdicts({ costs, load, memory }: WebFindings): Verdict[] {
  const [first] = costs
  const last = costs.at(-1)
  const growth = (last?.coldMs ?? Number.NaN) / (first?.coldMs ?? Number.NaN)
  return [
    ...costs.flatMap((cost): Verdict[] => {
      const of = (what: string) => `web, ${cost.pages} pages: ${what}`
      return [
        {
          what: of('statements of a page that was not opened before'),
          measured: String(cost.coldStatements),
          target: '≤ 12',
          met: cost.coldStatements <= 12,
        },
        {
          what: of('statements of a page that was opened before'),
          measured: String(cost.warmStatements),
          target: '0',
          met: cost.warmStatements === 0,
        },
        {
          what: of('requests/s'),
          measured: `${number(ratioOf(cost.warm), 2)} × node:http`,
          target: '≥ 0.5 × node:http',
          met: ratioOf(cost.warm) >= 0.5,
        },
        {
          what: of('304/s'),
          measured: `${number(ratioOf(cost.known), 2)} × node:http`,
          target: '≥ 0.6 × node:http',
          met: ratioOf(cost.known) >= 0.6,
        },
        {
          what: of('HTML, gzip'),
          measured: `${number(cost.gzipBytes / 1000)} kB`,
          target: '≤ 30 kB',
          met: cost.gzipBytes <= 30_000,
        },
      ]
    }),
    ...(first
      ? [
          {
            what: 'web: CPU of a new page, largest site relative to the smallest',
            measured: `${number(growth, 2)}×`,
            target: '≤ 2×',
            met: growth <= 2,
          },
        ]
      : []),
    ...(load ? pageLoadVerdicts(load) : []),
    ...(memory ? webMemoryVerdicts(memory) : []),
  ]
}
