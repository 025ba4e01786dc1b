import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startNodes, startQuire, startScript } from './children.ts'
import type { BenchDatabase } from './database.ts'
import { breadths, quireQuery } from './queries.ts'
import { type Entry, median, merged, type Result, race, ratio } from './race.ts'
import { number, table, type Verdict } from './table.ts'

const PUBLIC_URL = 'https://docs.example.com'
const STARTS = 5
/**
 * The nodes that are compared share a process, because processes of the same settings differ by up to a fifth, as their
 * code is compiled. Nodes of one process still differ by up to 5 %, so there are four of each that has a target, in orders
 * that treat them alike.
 */
const PROCESSES = [
  ['off', 'on', 'on', 'off'],
  ['on', 'off', 'off', 'on'],
  ['off', 'traced'],
] as const
type Setting = (typeof PROCESSES)[number][number]
const TITLES: Record<Setting, string> = {
  off: 'off',
  on: 'metrics and access log',
  traced: 'and traces',
}
/** For each node, which warms up the code of all of them. */
const WARM_UP_SECONDS = [2]
/** Many short slots: the difference is smaller than the noise of one. */
const MAX_SECONDS = 0.5
const TIMES_ROUNDS = 4
const LEAST_RATIO = 0.97
const MAX_START_MS = 200

/** Requests and start with and without what an operator can turn on. */
export interface CostFindings {
  races: { name: string; settings: { result: Result; ofOff: number }[] }[]
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
  const settings: Record<Setting, Record<string, string>> = {
    off: OFF,
    on: ON,
    traced: { ...ON, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
  }
  const common = { DATABASE_URL: database.url, PUBLIC_URL }
  const loader = await startScript('load', 'load.mjs')
  const { places, postmaster } = database
  const headers = { authorization: `Bearer ${places.token}` }
  const list = `/v1/spaces/${places.busySpaceId}/change-requests/${places.busyChangeRequestId}/comments?limit=100`
  const asked: Record<string, Pick<Entry, 'path' | 'body'>> = {
    big: { path: '/graphql', body: quireQuery(places.spaceId, breadths.big) },
    small: { path: '/graphql', body: quireQuery(places.spaceId, breadths.small) },
    list: { path: list },
  }
  const results = Object.keys(asked).map((): Result[][] => [])
  const slots = {
    loader,
    postmaster,
    rounds: rounds * TIMES_ROUNDS,
    seconds: Math.min(seconds, MAX_SECONDS),
    warmUp: WARM_UP_SECONDS,
  }
  for (const [index, compared] of PROCESSES.entries()) {
    const servers = await startNodes(compared.map((setting) => ({ ...common, ...settings[setting] })))
    for (const [at, [name, request]] of Object.entries(asked).entries()) {
      say(`cost of metrics, logs and traces: ${name}, process ${index + 1} of ${PROCESSES.length} …`)
      const entries = servers.map((server, node) => {
        const setting = compared[node] ?? 'off'
        return { name: TITLES[setting], server, headers, ...request }
      })
      results[at]?.push(await race(entries, slots))
    }
    await servers[0]?.stop()
  }
  await loader.stop()
  const races = Object.keys(asked).map((name, at) => ({ name, settings: bySetting(results[at] ?? []) }))
  say('cost of metrics, logs and traces: start …')
  const times = Object.keys(settings).map((): number[] => [])
  for (let count = 0; count < STARTS; count++) {
    for (const [index, environment] of Object.values(settings).entries()) {
      const begun = performance.now()
      const node = await startQuire({ environment: { ...common, ...environment } })
      times[index]?.push(performance.now() - begun)
      await node.stop()
    }
  }
  collector.close()
  const starts = Object.values(TITLES).map((name, index) => ({ name, ms: median(times[index] ?? []) }))
  return { races, starts }
}

/** The results of all nodes of a setting as one, next to those of `off` in the same processes. */
const bySetting = (processes: readonly Result[][]): { result: Result; ofOff: number }[] =>
  Object.values(TITLES).flatMap((title) => {
    const those = processes.filter((results) => results.some(({ name }) => name === title))
    const all = (sought: string) => those.flat().filter(({ name }) => name === sought)
    const [first, ...others] = all(title)
    const [off, ...otherOff] = all(TITLES.off)
    if (!first || !off) return []
    const result = merged([first, ...others])
    return [{ result, ofOff: ratio(result, merged([off, ...otherOff])) }]
  })

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
    ...races.map(({ name, settings }) =>
      table(
        [name, 'requests/s', 'CPU Node ms', 'of off'],
        settings.map(({ result, ofOff }) => [
          result.name,
          number(result.perSecond),
          number(result.nodeMs, 3),
          number(ofOff, 3),
        ]),
      ),
    ),
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
    ...races.flatMap(({ name, settings }) =>
      settings
        .filter(({ result }) => result.name === TITLES.on)
        .map(({ ofOff }) => ({
          what: `\`${name}\` with metrics and access log, relative to without`,
          measured: number(ofOff, 3),
          target: `≥ ${LEAST_RATIO}`,
          met: ofOff >= LEAST_RATIO,
        })),
    ),
    {
      what: 'start with metrics and access log, longer than without',
      measured: `${number(longer, 0)} ms`,
      target: `≤ ${MAX_START_MS} ms`,
      met: longer <= MAX_START_MS,
    },
  ]
}
