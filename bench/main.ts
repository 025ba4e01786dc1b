import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import {
  type Child,
  memoryOnRequest,
  profiling,
  startQuire,
  startScript,
  stopChildren,
  withoutCompiler,
} from './children.ts'
import { type ContentFindings, measureContent, requireFlat } from './content.ts'
import { contentScales } from './content-seed.ts'
import { measureCost } from './cost.ts'
import {
  type BenchDatabase,
  type BenchServer,
  openBenchDatabase,
  openContentDatabase,
  openGrowthDatabase,
  openPeopleDatabase,
  openSearchedDatabase,
} from './database.ts'
import { measureFanOut } from './fanout.ts'
import { type GitFindings, measureGit } from './git.ts'
import { type GrowthFindings, measureGrowth } from './growth.ts'
import { growthFactors } from './growth-seed.ts'
import { type ImportFindings, measureImports } from './imports.ts'
import { type Options, type Part, readOptions } from './options.ts'
import { measurePeople, type PeopleFindings, requireSteady, untilIndexed } from './people.ts'
import { peopleScales } from './people-seed.ts'
import { startPostgraphiles } from './postgraphiles.ts'
import { measurePosting } from './posting.ts'
import {
  type Breadth,
  barePath,
  breadths,
  normalised,
  normalisedList,
  postgraphileQuery,
  quireQuery,
} from './queries.ts'
import { answerTo, type Entry, race } from './race.ts'
import { type Findings, report } from './report.ts'
import { measureSiteSearch, type SiteSearchFindings } from './site-search.ts'
import { measureSites, type SiteFindings } from './sites.ts'
import { measureSpecs, type SpecFindings } from './specs.ts'
import { measureStartUp } from './startup.ts'
import { countReads } from './statements.ts'
import { measurePagesInMemory, measureWeb, type WebFindings } from './web.ts'
import type { WebMemory } from './web-memory.ts'
import { measureWrites, WRITTEN_PAGES } from './writes.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)

/** Responses contain URLs. A fixed public URL makes them the same for every contestant. */
const PUBLIC_URL = 'https://docs.example.com'
const LIST_LIMIT = 100

/** Runs the selected benchmarks and prints the tables. Returns the exit code: 1 only if results are wrong. */
export async function main(args: string[]): Promise<number> {
  const options = readOptions(args)
  const begun = Date.now()
  sayHowBusy()
  let stopDatabase: (() => Promise<void>) | undefined
  const stop = async () => {
    await stopChildren()
    await stopDatabase?.()
  }
  const findings: Findings = {}
  // The results so far took minutes.
  const printAndExit = (code: number) => {
    process.stdout.write(`${report(findings)}\n`)
    void stop().finally(() => process.exit(code))
  }
  process.once('SIGINT', () => printAndExit(130))
  process.once('SIGTERM', () => printAndExit(143))
  const onStart = (stop: () => Promise<void>) => {
    stopDatabase = stop
  }
  // Each has a database of its own. What was found before a failure is reported too.
  const separate: [Part, () => Promise<void>][] = [
    [
      'cost',
      async () => {
        const database = await openBenchDatabase(options.scale, say, onStart)
        findings.cost = await measureCost(database, options, say)
      },
    ],
    [
      'people',
      async () => {
        findings.people = { costs: [], searches: [] }
        await comparePeople(options, findings.people, onStart)
        requireSteady(findings.people)
      },
    ],
    [
      'content',
      async () => {
        findings.content = { costs: [] }
        await compareContent(options, findings.content, onStart)
        requireFlat(findings.content.costs)
      },
    ],
    [
      'growth',
      async () => {
        findings.growth = { costs: [], searches: [], retained: [] }
        await compareGrowth(options, findings.growth, onStart, async () => stopDatabase?.())
      },
    ],
    [
      'writes',
      async () => {
        findings.writes = { races: [], costs: [] }
        const database = await openContentDatabase([100, WRITTEN_PAGES], say, onStart)
        await measureWrites(database, options, findings.writes, say)
      },
    ],
    [
      'specs',
      async () => {
        findings.specs = await compareSpecs(onStart)
      },
    ],
    [
      'git',
      async () => {
        findings.git = await compareGit(options, onStart)
      },
    ],
    [
      'imports',
      async () => {
        findings.imports = { sizes: [] }
        await compareImports(options, findings.imports, onStart)
      },
    ],
    [
      'sites',
      async () => {
        findings.sites = await compareSites(options, onStart)
      },
    ],
    [
      'web',
      async () => {
        findings.web = await compareWeb(options, onStart)
      },
    ],
    [
      'site-search',
      async () => {
        findings.siteSearch = await compareSiteSearch(options, onStart)
      },
    ],
    [
      'web-memory',
      async () => {
        findings.web = { costs: [], ...findings.web, memory: await observeWeb(options, onStart) }
      },
    ],
  ]
  try {
    if (['big', 'small', 'list', 'sql', 'fanout'].some((part) => (options.only as Set<string>).has(part))) {
      const database = await openBenchDatabase(options.scale, say, onStart)
      await compare(database, options, findings)
      if (options.only.has('fanout')) {
        say('fan-out …')
        findings.fanOut = await measureFanOut(database, options.scale.subscribers, options.profile)
        findings.posting = await measurePosting(database, options.scale.subscribers)
      }
    }
    for (const [part, run] of separate) {
      if (!options.only.has(part)) continue
      await stopDatabase?.()
      await run()
    }
    if (options.only.has('startup')) {
      say('start-up …')
      findings.startUp = await measureStartUp()
    }
    say(`Done in ${Math.round((Date.now() - begun) / 1000)} s.`)
    return 0
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 1
  } finally {
    // Also after a failure.
    process.stdout.write(`${report(findings)}\n`)
    await stop()
  }
}

async function comparePeople(
  { scale }: Options,
  findings: PeopleFindings,
  onStart: (stop: () => Promise<void>) => void,
): Promise<void> {
  const database = await openPeopleDatabase(peopleScales[scale.name], say, onStart)
  const gateway = await startQuire({ environment: { DATABASE_URL: database.url, PUBLIC_URL } })
  await untilIndexed(database)
  say('people and places …')
  await measurePeople(database, gateway, findings)
  await gateway.stop()
}

async function compareSpecs(onStart: (stop: () => Promise<void>) => void): Promise<SpecFindings> {
  const database = await openContentDatabase([100], say, onStart)
  const gateway = await startQuire({
    environment: { DATABASE_URL: database.url, PUBLIC_URL, RUN_JOBS: 'true' },
  })
  say('OpenAPI specs …')
  const findings = await measureSpecs(database, gateway)
  await gateway.stop()
  return findings
}

/** A quick run leaves out the largest repository. */
const gitSizes = { full: [100, 1_000, 10_000], small: [100, 1_000] }

async function compareGit(
  { scale }: Options,
  onStart: (stop: () => Promise<void>) => void,
): Promise<GitFindings> {
  const database = await openContentDatabase([100], say, onStart)
  const start = (environment: Record<string, string>) =>
    startQuire({
      environment: { DATABASE_URL: database.url, PUBLIC_URL, RUN_JOBS: 'true', ...environment },
    })
  return measureGit(database, start, gitSizes[scale.name], say)
}

async function compareImports(
  { scale, profile }: Options,
  findings: ImportFindings,
  onStart: (stop: () => Promise<void>) => void,
): Promise<void> {
  const database = await openContentDatabase([100], say, onStart, { autovacuum: 'off' })
  const preload = pathToFileURL(join(import.meta.dirname, 'stalls-on-request.mjs')).href
  const start = (environment: Record<string, string>) =>
    startQuire({
      environment: { DATABASE_URL: database.url, PUBLIC_URL, RUN_JOBS: 'false', ...environment },
      nodeFlags: ['--import', preload, ...profiling(profile)],
    })
  await measureImports(database, start, contentScales[scale.name], findings, say)
}

async function compareSites(
  { rounds, seconds, profile }: Options,
  onStart: (stop: () => Promise<void>) => void,
): Promise<SiteFindings> {
  const database = await openContentDatabase([100], say, onStart)
  const gateway = await startQuire({
    environment: { DATABASE_URL: database.url, PUBLIC_URL, RUN_JOBS: 'false' },
    nodeFlags: profiling(profile),
  })
  say('sites …')
  const findings = await measureSites(database, gateway, PUBLIC_URL, { rounds, seconds })
  await gateway.stop()
  return findings
}

/** Different pages that are opened in a row. */
const webMemoryPages = { full: 100_000, small: 2_000 }

async function compareWeb(
  options: Options,
  onStart: (stop: () => Promise<void>) => void,
): Promise<WebFindings> {
  const sizes = contentScales[options.scale.name]
  const { database, gateway } = await startWeb(options, onStart)
  say('published pages …')
  const findings = await measureWeb(database, gateway, sizes, options)
  await gateway.stop()
  return findings
}

async function observeWeb(
  options: Options,
  onStart: (stop: () => Promise<void>) => void,
): Promise<WebMemory> {
  const { name } = options.scale
  const { database, gateway } = await startWeb(options, onStart)
  say(`${webMemoryPages[name]} different published pages …`)
  const memory = await measurePagesInMemory(database, gateway, contentScales[name], webMemoryPages[name])
  await gateway.stop()
  return memory
}

async function compareSiteSearch(
  { profile }: Options,
  onStart: (stop: () => Promise<void>) => void,
): Promise<SiteSearchFindings> {
  const database = await openSearchedDatabase(say, onStart)
  const gateway = await startQuire({
    environment: { DATABASE_URL: database.url, PUBLIC_URL, RUN_JOBS: 'false', ACCESS_LOG: 'false' },
    nodeFlags: profiling(profile),
  })
  say('search on sites …')
  const findings = await measureSiteSearch(database, gateway)
  await gateway.stop()
  return findings
}

async function startWeb(
  { scale, profile }: Options,
  onStart: (stop: () => Promise<void>) => void,
): Promise<{ database: BenchServer; gateway: Child }> {
  const database = await openContentDatabase(contentScales[scale.name], say, onStart)
  const gateway = await startQuire({
    environment: {
      DATABASE_URL: database.url,
      PUBLIC_URL,
      RUN_JOBS: 'false',
      RATE_LIMIT: '0',
      ACCESS_LOG: 'false',
    },
    nodeFlags: [...profiling(profile), ...memoryOnRequest],
  })
  return { database, gateway }
}

async function compareContent(
  { scale, profile }: Options,
  findings: ContentFindings,
  onStart: (stop: () => Promise<void>) => void,
): Promise<void> {
  const sizes = contentScales[scale.name]
  const database = await openContentDatabase(sizes, say, onStart)
  const gateway = await startQuire({
    environment: { DATABASE_URL: database.url, PUBLIC_URL, RUN_JOBS: 'false' },
    nodeFlags: profiling(profile),
  })
  say('content …')
  await measureContent(database, gateway, sizes, findings)
  await gateway.stop()
}

async function compareGrowth(
  { scale }: Options,
  findings: GrowthFindings,
  onStart: (stop: () => Promise<void>) => void,
  stopBefore: () => Promise<void>,
): Promise<void> {
  const parts = {
    factors: growthFactors[scale.name],
    openFactor: async (factor: number) => {
      await stopBefore()
      return openGrowthDatabase(factor, say, onStart)
    },
    openPages: async (pages: number) => {
      await stopBefore()
      return openContentDatabase([pages], say, onStart)
    },
    publicUrl: PUBLIC_URL,
  }
  await measureGrowth(parts, findings, say)
}

/**
 * Alternating spreads the load of other processes evenly over rounds, but not over contestants: one with more
 * processes gets a larger share of the CPU.
 */
function sayHowBusy(): void {
  const [load = 0] = loadavg()
  if (load < availableParallelism() / 2) return
  say(`This machine is busy (load ${load.toFixed(1)}): trust CPU per request more than requests per second.`)
}

async function compare(database: BenchDatabase, options: Options, findings: Findings): Promise<void> {
  const { only, rounds, seconds, profile, against } = options
  const races = (['big', 'small'] as const).filter((name) => only.has(name))
  if (races.length === 0 && !only.has('list') && !only.has('sql')) return

  const { places, postmaster } = database
  const environment = { DATABASE_URL: database.url }
  const gateway = await startQuire({
    environment: { ...environment, PUBLIC_URL },
    nodeFlags: profiling(profile),
  })
  const other =
    against &&
    (await startQuire({
      environment: { ...environment, PUBLIC_URL },
      nodeFlags: profiling(profile && `${profile}-other`),
      root: resolve(against),
    }))
  // The responses of another checkout can differ, so it is timed and not compared.
  const withOther = (entries: Entry[]) =>
    entries.flatMap((entry) =>
      other && entry.server === gateway
        ? [entry, { ...entry, name: 'other checkout', server: other }]
        : [entry],
    )
  const bare = await startScript('bare', 'contestants/bare.mjs', environment)
  const loader = await startScript('load', 'load.mjs')
  const pace = { loader, postmaster, rounds, seconds }
  const headers = { authorization: `Bearer ${places.token}` }
  const askGateway = (spaceId: string, breadth: Breadth, server = gateway): Entry => ({
    name: server === gateway ? 'gateway' : 'gateway, not compiled',
    server,
    path: '/graphql',
    body: quireQuery(spaceId, breadth),
    headers,
  })

  if (races.length > 0) {
    const postgraphiles = await startPostgraphiles(environment, say)
    const interpreted = await startQuire({
      environment: { ...environment, PUBLIC_URL },
      nodeFlags: withoutCompiler,
    })
    for (const name of races) {
      say(`${name} …`)
      const breadth = breadths[name]
      const entries: Entry[] = [
        askGateway(places.spaceId, breadth),
        askGateway(places.spaceId, breadth, interpreted),
        ...postgraphiles.map(({ name, version, server }) => ({
          name,
          server,
          path: '/graphql',
          body: postgraphileQuery(version, places.spaceId, breadth),
        })),
        { name: 'F', server: bare, path: barePath('F', places.spaceId, breadth) },
        { name: 'F3', server: bare, path: barePath('F3', places.spaceId, breadth) },
      ]
      await requireEqual(entries, normalised)
      findings[name] = await race(withOther(entries), pace)
    }
    for (const server of [interpreted, ...postgraphiles.map((each) => each.server)]) await server.stop()
  }
  if (only.has('list')) {
    say('list …')
    const entries = listEntries(database, gateway, bare, headers)
    await requireEqual(entries, normalisedList)
    findings.list = await race(withOther(entries), pace)
  }
  if (only.has('sql')) {
    say('statements and rows …')
    findings.reads = await countReads(database, askGateway)
  }
  for (const child of [gateway, bare, loader, ...(other ? [other] : [])]) await child.stop()
}

function listEntries(
  { places }: BenchDatabase,
  gateway: Child,
  bare: Child,
  headers: Record<string, string>,
): Entry[] {
  const changeRequest = places.busyChangeRequestId
  const query = new URLSearchParams({
    changeRequest,
    user: places.userId,
    limit: String(LIST_LIMIT),
    origin: PUBLIC_URL,
  })
  return [
    {
      name: 'gateway',
      server: gateway,
      path: `/v1/spaces/${places.busySpaceId}/change-requests/${changeRequest}/comments?limit=${LIST_LIMIT}`,
      headers,
    },
    { name: 'bare', server: bare, path: `/list?${query}` },
  ]
}

/** Stops if a contestant returns a different result: its time would be meaningless. */
async function requireEqual(entries: Entry[], normalise: (body: string) => unknown): Promise<void> {
  const [first, ...others] = await Promise.all(
    entries.map(async (entry) => ({ name: entry.name, value: normalise(await answerTo(entry)) })),
  )
  for (const other of others) {
    if (isDeepStrictEqual(first?.value, other.value)) continue
    const [a = '', b = ''] = [JSON.stringify(first?.value), JSON.stringify(other.value)]
    const at = [...a].findIndex((char, index) => char !== b[index])
    const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100)
    throw new Error(
      `${first?.name} and ${other.name} do not answer the same:\n  ${around(a)}\n  ${around(b)}`,
    )
  }
}
