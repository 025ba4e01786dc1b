import type { ContentFindings } from './content.ts'
import { contentReport, contentVerdicts } from './content-report.ts'
import { type CostFindings, costReport, costVerdicts } from './cost.ts'
import type { FanOut } from './fanout.ts'
import { type GitFindings, gitReport, gitVerdicts } from './git.ts'
import type { GrowthFindings } from './growth.ts'
import { growthReport, growthVerdicts } from './growth-report.ts'
import type { ImportFindings } from './imports.ts'
import { importsReport, importsVerdicts } from './imports-report.ts'
import type { PeopleFindings } from './people.ts'
import { peopleReport, peopleVerdicts } from './people-report.ts'
import { POSTGRAPHILE_5 } from './postgraphiles.ts'
import type { Posting } from './posting.ts'
import { type Result, ratio } from './race.ts'
import { type SiteSearchFindings, siteSearchReport, siteSearchVerdicts } from './site-search.ts'
import { type SiteFindings, sitesReport, sitesVerdicts } from './sites.ts'
import { type SpecFindings, specReport, specVerdicts } from './specs.ts'
import type { StartUp } from './startup.ts'
import type { ReadCount } from './statements.ts'
import { number, table, type Verdict } from './table.ts'
import { type WebFindings, webReport, webVerdicts } from './web.ts'
import type { WriteFindings } from './writes.ts'
import { writesReport, writesVerdicts } from './writes-report.ts'

export interface Findings {
  big?: Result[]
  small?: Result[]
  list?: Result[]
  reads?: ReadCount[]
  fanOut?: FanOut[]
  posting?: Posting[]
  people?: PeopleFindings
  content?: ContentFindings
  growth?: GrowthFindings
  writes?: WriteFindings
  specs?: SpecFindings
  git?: GitFindings
  imports?: ImportFindings
  sites?: SiteFindings
  web?: WebFindings
  siteSearch?: SiteSearchFindings
  startUp?: StartUp
  cost?: CostFindings
}

function raceTable(name: string, results: Result[]): string {
  const fastest = [...results].sort((a, b) => b.perSecond - a.perSecond)[0]
  return table(
    [name, 'requests/s', 'CPU Node ms', 'CPU PostgreSQL ms', 'kB', 'of the fastest'],
    results.map((result) => [
      result.name,
      number(result.perSecond),
      number(result.nodeMs, 2),
      number(result.postgresMs, 2),
      number(result.bytes / 1000, 0),
      fastest ? number(ratio(result, fastest), 2) : '–',
    ]),
  )
}

const readsTable = (reads: ReadCount[]) =>
  table(
    ['nested read', 'levels', 'statements', 'rows to the client', 'rows returned + connections', 'rows read'],
    reads.map((read) => [
      read.label,
      String(read.depth),
      number(read.statements, 0),
      number(read.rows, 0),
      `${read.returned} + ${read.connections}`,
      String(read.rowsRead),
    ]),
  )

const fanOutTable = (results: FanOut[]) =>
  table(
    [
      'one event',
      'subscribers',
      'to the last ms',
      'CPU Node ms',
      'statements',
      'heap per subscriber kB',
      'frame B',
    ],
    results.map((result) => [
      result.name,
      String(result.subscribers),
      number(result.lastMs),
      number(result.cpuMs),
      number(result.statements, 0),
      result.subscribers === 1 ? '–' : number(result.heapBytes / 1000),
      String(result.frameBytes),
    ]),
  )

const postingTable = (postings: Posting[]) =>
  table(
    ['posting a comment', 'p50 ms', 'relative to no subscribers'],
    postings.map(({ subscribers, p50 }) => [
      `${subscribers} subscribers`,
      number(p50),
      `${number(p50 / (postings[0]?.p50 ?? Number.NaN), 2)}×`,
    ]),
  )

function verdicts({
  big,
  small,
  list,
  reads,
  fanOut,
  posting,
  people,
  content,
  growth,
  writes,
  specs,
  git,
  imports,
  sites,
  web,
  siteSearch,
  startUp,
  cost,
}: Findings): Verdict[] {
  const found: Verdict[] = []
  const named = (results: Result[], name: string) => results.find((result) => result.name === name)
  const atLeast = (what: string, first?: Result, second?: Result, target = 1) => {
    if (!first || !second) return
    const value = ratio(first, second)
    found.push({ what, measured: number(value, 2), target: `≥ ${target}`, met: value >= target })
  }
  for (const [name, results, ofBare, ofPostgraphile] of [
    ['big', big, 0.85, 2.7],
    ['small', small, 1, 2.2],
  ] as const) {
    if (!results) continue
    const gateway = named(results, 'gateway')
    const [bare] = ['F', 'F3']
      .map((variant) => named(results, variant))
      .toSorted((a, b) => (b?.perSecond ?? 0) - (a?.perSecond ?? 0))
    atLeast(`${name}: gateway / max(F, F3), here ${bare?.name}`, gateway, bare, ofBare)
    atLeast(`${name}: gateway / ${POSTGRAPHILE_5}`, gateway, named(results, POSTGRAPHILE_5), ofPostgraphile)
  }
  if (list) atLeast('REST list / bare handler', named(list, 'gateway'), named(list, 'bare'), 0.95)
  if (reads) {
    const [, , usual] = reads
    const long = reads.at(-1)
    found.push({
      what: 'SQL statements per nested read, any breadth',
      measured: reads.map((read) => read.statements).join(', '),
      target: '= levels (4)',
      met: reads.every((read) => read.statements === read.depth),
    })
    found.push({
      what: 'rows to the client',
      measured: `${number(Math.max(...reads.map((read) => read.rows - read.returned - read.connections)), 0)} beyond`,
      target: '≤ returned + connections',
      met: reads.every((read) => read.rows <= read.returned + read.connections),
    })
    found.push({
      what: 'rows read, long lists against usual ones',
      measured: `${long?.rowsRead} and ${usual?.rowsRead}`,
      target: 'equal',
      met: long?.rowsRead === usual?.rowsRead,
    })
  }
  if (fanOut) {
    const gateway = fanOut.filter(({ name }) => name === 'gateway')
    const [one] = gateway
    const [most, bare] = [gateway.at(-1), fanOut.filter(({ name }) => name !== 'gateway').at(-1)]
    if (one && most && bare) {
      const executions = most.statements / one.statements
      const cpu = most.cpuMs / bare.cpuMs
      found.push({
        what: `fan-out: executions per event and group (statements for ${most.subscribers} / for 1)`,
        measured: number(executions, 2),
        target: '1',
        met: Math.abs(executions - 1) < 0.05,
      })
      found.push({
        what: `fan-out: CPU / bare ws, ${most.subscribers}`,
        measured: number(cpu, 2),
        target: '≤ 1.25',
        met: cpu <= 1.25,
      })
      const heap = most.heapBytes / bare.heapBytes
      found.push({
        what: `fan-out: heap per idle subscriber / bare ws, ${most.subscribers}`,
        measured: number(heap, 2),
        target: '≤ 2',
        met: heap <= 2,
      })
    }
  }
  if (posting) {
    const [none, most] = [posting[0], posting.at(-1)]
    const slower = (most?.p50 ?? Number.NaN) / (none?.p50 ?? Number.NaN)
    found.push({
      what: `posting a comment with ${most?.subscribers} subscribers, relative to none`,
      measured: `${number(slower, 2)}×`,
      target: '≤ 2×',
      met: slower <= 2,
    })
  }
  if (people) found.push(...peopleVerdicts(people))
  if (content) found.push(...contentVerdicts(content))
  if (growth) found.push(...growthVerdicts(growth))
  if (writes) found.push(...writesVerdicts(writes))
  if (specs) found.push(...specVerdicts(specs))
  if (git) found.push(...gitVerdicts(git))
  if (imports) found.push(...importsVerdicts(imports))
  if (sites) found.push(...sitesVerdicts(sites))
  if (web) found.push(...webVerdicts(web))
  if (siteSearch) found.push(...siteSearchVerdicts(siteSearch))
  if (startUp) {
    found.push({
      what: 'ready on a warm data directory',
      measured: `${number(startUp.warmMs / 1000, 2)} s`,
      target: '≤ 1.5 s',
      met: startUp.warmMs <= 1_500,
    })
    found.push({
      what: 'resident memory of a node after its start',
      measured: `${number(startUp.residentBytes / 1e6, 0)} MB`,
      target: '≤ 180 MB',
      met: startUp.residentBytes <= 180e6,
    })
  }
  if (cost) found.push(...costVerdicts(cost))
  return found
}

/** All results, as Markdown. */
export function report(findings: Findings): string {
  const { big, small, list, reads, fanOut, posting, people, content, growth } = findings
  const { writes, specs, git, imports, sites, web, siteSearch, startUp, cost } = findings
  const sections = [
    big && raceTable('**big**', big),
    small && raceTable('**small**', small),
    list && raceTable('**list**', list),
    reads && readsTable(reads),
    fanOut && fanOutTable(fanOut),
    posting && postingTable(posting),
    people && peopleReport(people),
    content && contentReport(content),
    growth && growthReport(growth),
    writes && writesReport(writes),
    specs && specReport(specs),
    git && gitReport(git),
    imports && importsReport(imports),
    sites && sitesReport(sites),
    web && webReport(web),
    siteSearch && siteSearchReport(siteSearch),
    startUp &&
      `Ready after ${number(startUp.warmMs / 1000, 2)} s on a warm data directory, ${number(startUp.firstMs / 1000, 2)} s on an empty one. The node then has ${number(startUp.residentBytes / 1e6, 0)} MB of memory.`,
    cost && costReport(cost),
    table(
      ['target', 'measured', 'limit', 'met'],
      verdicts(findings).map(({ what, measured, target, met }) => [
        what,
        measured,
        target,
        met ? 'yes' : '**no**',
      ]),
    ),
  ]
  return sections.filter((section) => section !== undefined).join('\n\n')
}
