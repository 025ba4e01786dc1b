import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Child, startQuire, startScript } from './children.ts'
import type { BenchDatabase } from './database.ts'
import { breadths, quireQuery } from './queries.ts'
import { type Entry, median, merged, type Result, race, ratio } from './race.ts'
import { number, table, type Verdict } from './report.ts'

const PUBLIC_URL = 'https://docs.example.com'
const STARTS = 5
/**
 * Nodes of the same settings differ by several percent, as their code is compiled, so new ones are started: many, in
 * alternating order, with short slots each. Traces have no target, and are measured with the first ones only.
 */
const SETS = 8
const TRACED_SETS = 2
const MOST_SECONDS = 1
const LEAST_RATIO = 0.97
const MOST_START_MS = 200

/** Requests and start with and without what an operator can turn on. */
export interface CostFindings {
  races: { name: string; results: Result[] }[]
  starts: { name: string; ms: number }[]
}

const OFF = { ACCESS_LOG: 'false', LOG_LEVEL: 'info' }
const ON = { ACCESS_LOG: 'true', LOG_LEVEL: 'info', METRICS_PORT: '0' }

/** Compares nodes that differ only in their settings, alternately. */
export async function measureCost(
  database: BenchDatabase,
  { rounds, seconds }: { rounds: number; seconds: number },
  say: (line: string) => void,
): Promise<CostFindings> {
  const collector = await startCollector()
  const settings = {
    off: OFF,
    'metrics and access log': ON,
    'and traces': { ...ON, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
  }
  const start = (environment: Record<string, string>) =>
    startQuire({ environment: { DATABASE_URL: database.url, PUBLIC_URL, ...environment } })
  const loader = await startScript('load', 'load.mjs')
  const { places, postmaster } = database
  const headers = { authorization: `Bearer ${places.token}` }
  const list = `/v1/spaces/${places.busySpaceId}/change-requests/${places.busyChangeRequestId}/comments?limit=100`
  const asked: Record<string, Pick<Entry, 'path' | 'body'>> = {
    big: { path: '/graphql', body: quireQuery(places.spaceId, breadths.big) },
    small: { path: '/graphql', body: quireQuery(places.spaceId, breadths.small) },
    list: { path: list },
  }
  const sets: CostFindings['races'][] = []
  const slots = { loader, postmaster, rounds, seconds: Math.min(seconds, MOST_SECONDS) }
  for (let set = 1; set <= SETS; set++) {
    const compared = Object.entries(settings).slice(0, set <= TRACED_SETS ? undefined : 2)
    if (set % 2 === 0) compared.reverse()
    const nodes: [string, Child][] = []
    for (const [name, environment] of compared) nodes.push([name, await start(environment)])
    const races: CostFindings['races'] = []
    for (const [name, request] of Object.entries(asked)) {
      say(`cost of metrics, logs and traces: ${name}, nodes ${set} of ${SETS} …`)
      const entries = nodes.map(([node, server]) => ({ name: node, server, headers, ...request }))
      races.push({ name, results: await race(entries, slots) })
    }
    for (const [, node] of nodes) await node.stop()
    sets.push(races)
  }
  await loader.stop()
  const findings: CostFindings = { races: together(sets), starts: [] }
  say('cost of metrics, logs and traces: start …')
  const times = Object.keys(settings).map((): number[] => [])
  for (let count = 0; count < STARTS; count++) {
    for (const [index, environment] of Object.values(settings).entries()) {
      const begun = performance.now()
      const node = await start(environment)
      times[index]?.push(performance.now() - begun)
      await node.stop()
    }
  }
  findings.starts = Object.keys(settings).map((name, index) => ({ name, ms: median(times[index] ?? []) }))
  collector.close()
  return findings
}

/** The races of several sets of nodes as one, with all their rounds. */
const together = ([first = [], ...others]: CostFindings['races'][]): CostFindings['races'] =>
  first.map(({ name, results }, race) => ({
    name,
    results: results.map((result) => {
      const isSame = (other: Result) => other.name === result.name
      return merged([result, ...others.flatMap((races) => races[race]?.results.find(isSame) ?? [])])
    }),
  }))

/** Accepts all spans and forgets them. */
async function startCollector(): Promise<{ endpoint: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() }
}

export function costReport({ races, starts }: CostFindings): string {
  const [without] = starts
  return [
    ...races.map(({ name, results }) => {
      const [off] = results
      return table(
        [name, 'requests/s', 'CPU Node ms', 'of off'],
        results.map((result) => [
          result.name,
          number(result.perSecond),
          number(result.nodeMs, 3),
          off ? number(ratio(result, off), 3) : '–',
        ]),
      )
    }),
    table(
      ['start', 'ms', 'longer'],
      starts.map(({ name, ms }) => [name, number(ms, 0), number(ms - (without?.ms ?? ms), 0)]),
    ),
  ].join('\n\n')
}

export function costVerdicts({ races, starts }: CostFindings): Verdict[] {
  const [without, withBoth] = starts
  const longer = (withBoth?.ms ?? Number.NaN) - (without?.ms ?? Number.NaN)
  return [
    ...races.flatMap(({ name, results: [off, on] }) => {
      if (!off || !on) return []
      const measured = ratio(on, off)
      const what = `\`${name}\` with metrics and access log, relative to without`
      return [
        { what, measured: number(measured, 3), target: `≥ ${LEAST_RATIO}`, met: measured >= LEAST_RATIO },
      ]
    }),
    {
      what: 'start with metrics and access log, longer than without',
      measured: `${number(longer, 0)} ms`,
      target: `≤ ${MOST_START_MS} ms`,
      met: longer <= MOST_START_MS,
    },
  ]
}
