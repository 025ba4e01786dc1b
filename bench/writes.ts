import type pg from 'pg'
import { type Child, profiling, startQuire, startScript } from './children.ts'
import { findGround, operations } from './content.ts'
import { CONTENT_TOKEN } from './content-seed.ts'
import type { BenchServer } from './database.ts'
import type { Options } from './options.ts'
import { type Entry, median, type Result, race, type WireRequest } from './race.ts'
import { resetStatements } from './statements.ts'
import { costOf, type Trip, type WireCost, WireRecorder } from './wire.ts'
import { type Layout, requireConsistent, seedWrites, type WritePlace } from './writes-seed.ts'

/** One kind of write raced in one layout. */
export interface WriteRace {
  what: string
  layout: Layout
  results: Result[]
}

/** The cost of one write on an idle server. */
export interface WriteCost extends WireCost {
  what: string
  p50: number
  /** The time that PostgreSQL spends on its statements. */
  ownMs: number
}

export interface WriteFindings {
  races: WriteRace[]
  costs: WriteCost[]
}

interface Write {
  what: string
  layouts: readonly Layout[]
  method: string
  path: (place: WritePlace) => string
  /** The bodies that a connection sends one after the other. */
  bodies: readonly object[]
}

const TEXT = 'Posted by the benchmark: see `quire.conf` and the **guide**.'
const ALL: readonly Layout[] = ['one space', '16 spaces', '16 organizations']
const writes: readonly Write[] = [
  {
    what: 'post a comment',
    layouts: ALL,
    method: 'POST',
    path: ({ space }) => `/v1/spaces/${space}/comments`,
    bodies: [{ body: { markdown: TEXT } }],
  },
  {
    what: 'reply',
    layouts: ['16 spaces'],
    method: 'POST',
    path: ({ space, comment }) => `/v1/spaces/${space}/comments/${comment}/replies`,
    bodies: [{ body: { markdown: TEXT } }],
  },
  {
    what: 'react',
    layouts: ['16 spaces'],
    method: 'PUT',
    path: ({ space, comment }) => `/v1/spaces/${space}/comments/${comment}`,
    bodies: [{ addedReactions: ['👍'] }, { removedReactions: ['👍'] }],
  },
]
const CONTENT = ['edit one page in a change request', 'merge 10 pages, main content unchanged']
/** The space whose pages are edited and merged. */
export const WRITTEN_PAGES = 1_000
const REPEATS = 15
const RECORDED = 5

const HEADERS = { authorization: `Bearer ${CONTENT_TOKEN}`, 'content-type': 'application/json' }

/** Races writes with a handler that sends the same statements, and counts what each write costs. */
export async function measureWrites(
  database: BenchServer,
  { rounds, seconds, profile, against }: Options,
  findings: WriteFindings,
  say: (line: string) => void,
): Promise<void> {
  const { client, url, postmaster } = database
  // As for every installation: a write is acknowledged when it is on the disk.
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = on`)
  const environment = { RUN_JOBS: 'false', ACCESS_LOG: 'false' }
  const recorder = new WireRecorder(url)
  const recorded = await startQuire({
    environment: { ...environment, DATABASE_URL: await recorder.open() },
  })
  const gateway = await startQuire({
    environment: { ...environment, DATABASE_URL: url },
    nodeFlags: profiling(profile),
  })
  const other =
    against &&
    (await startQuire({
      environment: { ...environment, DATABASE_URL: url },
      nodeFlags: profiling(profile && `${profile}-other`),
      root: against,
    }))
  const bare = await startScript('bare', 'contestants/bare-writes.mjs', { DATABASE_URL: url })
  const loader = await startScript('load', 'load.mjs')
  const places = await seedWrites(client, gateway)
  for (const write of writes) {
    const [place] = places['16 spaces'] as [WritePlace]
    const send = (server: Child, index: number) => answerOf(server, write, place, index)
    const variants = []
    for (const index of write.bodies.keys()) {
      variants.push(await recording(recorder, recorded, write, place, index))
    }
    const undo = () => (write.bodies.length > 1 ? send(gateway, 1) : Promise.resolve())
    const trips = variants[0]?.trips ?? []
    findings.costs.push(await costOfWrite(client, write.what, () => send(gateway, 0), trips, undo))
    await undo()
    for (const layout of write.layouts) {
      say(`${write.what}, ${layout} …`)
      await bare.ask({ variants: variants.map(({ replay }) => replay), places: places[layout] })
      const entry = (name: string, server: Child, isBare = false): Entry => ({
        name,
        server,
        path: '/',
        expected: 200,
        perConnection: places[layout].map((each, index) => requestsFor(write, each, isBare ? index : null)),
      })
      const entries = [entry('gateway', gateway), entry('bare', bare, true)]
      if (other) entries.push(entry('other checkout', other))
      const results = await race(entries, { loader, postmaster, rounds, seconds })
      findings.races.push({ what: write.what, layout, results })
    }
  }
  await requireConsistent(client)
  await bare.stop()
  await loader.stop()
  say('edits and merges …')
  for (const what of CONTENT) {
    const operation = operations.find((each) => each.what === what)
    if (!operation) throw new Error(`There is no operation ${what}`)
    const ground = await findGround(client, gateway, WRITTEN_PAGES)
    const about = { value: '' }
    const prepare = async () => {
      about.value = (await operation.before?.(ground)) ?? ''
    }
    const run = () => operation.run(ground, about.value)
    const through = { ...ground, gateway: recorded }
    const trips = await leastTrips(recorder, prepare, () => operation.run(through, about.value))
    findings.costs.push(await costOfWrite(client, what, run, trips, prepare))
  }
  for (const child of [gateway, recorded, ...(other ? [other] : [])]) await child.stop()
  await recorder.close()
}

function requestsFor({ method, path, bodies }: Write, place: WritePlace, bare: number | null): WireRequest[] {
  return bodies.map((body, variant) => ({
    method,
    path: bare === null ? path(place) : `/?place=${bare}&variant=${variant}`,
    body: JSON.stringify(body),
    headers: HEADERS,
  }))
}

async function answerOf(server: Child, write: Write, place: WritePlace, index: number): Promise<string> {
  const [request] = requestsFor({ ...write, bodies: [write.bodies[index] ?? {}] }, place, null)
  const { path = '', ...init } = request ?? {}
  const response = await fetch(server.origin + path, init)
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${write.what} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

/** The run with the fewest round trips: periodic work of a node can only add some. */
async function leastTrips(
  recorder: WireRecorder,
  prepare: () => Promise<unknown>,
  run: () => Promise<unknown>,
): Promise<Trip[]> {
  const runs: Trip[][] = []
  for (let n = 0; n < RECORDED; n++) {
    await prepare()
    runs.push(await recorder.record(run))
  }
  // Statements are prepared in the first runs.
  return runs.slice(2).reduce((a, b) => (b.length < a.length ? b : a))
}

const ID = /\b[a-z]+_[0-9a-z]{26}\b/g

/** What the bare handler sends for one request, with the ids that are new in each request. */
async function recording(
  recorder: WireRecorder,
  gateway: Child,
  write: Write,
  place: WritePlace,
  index: number,
) {
  let bytes = 0
  // The other variants undo what this one did.
  const others = [...write.bodies.keys()].filter((other) => other !== index)
  const prepare = async () => {
    for (const other of others) await answerOf(gateway, write, place, other)
  }
  const trips = await leastTrips(recorder, prepare, async () => {
    bytes = Buffer.byteLength(await answerOf(gateway, write, place, index))
  })
  const statements = trips.flatMap((trip) => trip.statements)
  const ids = new Set(statements.flatMap(({ values }) => JSON.stringify(values).match(ID) ?? []))
  const known = new Set(Object.values(place))
  // An id whose time is later than that of the comment, the newest row of the place, was created by the request.
  const timeOf = (id: string) => id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11)
  const newIds = [...ids].filter((id) => !known.has(id) && timeOf(id) > timeOf(place.comment))
  return { trips, replay: { statements, newIds, reference: place, bytes, status: 200 } }
}

async function costOfWrite(
  client: pg.Client,
  what: string,
  run: () => Promise<unknown>,
  trips: Trip[],
  prepare: () => Promise<unknown>,
): Promise<WriteCost> {
  const [times, own]: [number[], number[]] = [[], []]
  for (let n = -3; n < REPEATS; n++) {
    await prepare()
    await resetStatements(client)
    const begun = performance.now()
    await run()
    const ms = performance.now() - begun
    const { rows } = await client.query<{ ms: number }>(
      `SELECT coalesce(sum(total_exec_time), 0)::float8 AS ms FROM pg_stat_statements
        WHERE strpos(query, 'pg_stat') = 0 AND strpos(query, '"ApiToken"') = 0`,
    )
    if (n < 0) continue
    times.push(ms)
    own.push(rows[0]?.ms ?? Number.NaN)
  }
  return { what, p50: median(times), ownMs: median(own), ...costOf(trips) }
}
