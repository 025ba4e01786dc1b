import { setTimeout as pause } from 'node:timers/promises'
import { type Child, memoryOnRequest, profiling, startQuire, startScript } from './children.ts'
import { cpuOf } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import { median } from './race.ts'
import { resetStatements, statementsSinceReset } from './statements.ts'

export const QUERY = `subscription ($space: ID!) { commentActivity(spaceId: $space) {
  cursor type occurredAt actor { id displayName }
  comment { id status postedAt body { markdown } postedBy { id displayName email } } } }`

export interface FanOut {
  name: string
  subscribers: number
  /** From the commit of the event, or the call that sends it, to the last subscriber. */
  lastMs: number
  cpuMs: number
  statements: number
  /** Of an idle subscriber. */
  heapBytes: number
  frameBytes: number
}

interface Side {
  name: string
  server: Child
  clients: Child
  send: () => Promise<unknown>
  emptyHeap: number
}

const EVENTS = 9
const LONGEST_MS = 20_000

/** One event to many subscribers: the gateway compared with a plain broadcast of the same bytes. */
export async function measureFanOut(
  database: BenchDatabase,
  sizes: number[],
  profile: string | undefined,
): Promise<FanOut[]> {
  const { places } = database
  const gateway = await startQuire({
    environment: {
      DATABASE_URL: database.url,
      MAX_SOCKETS_PER_TOKEN: '1000000',
      MAX_SOCKETS_PER_USER: '1000000',
      MAX_ANONYMOUS_SOCKETS: '1000000',
      MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: '1000000',
    },
    nodeFlags: [...memoryOnRequest, ...profiling(profile)],
  })
  const bare = await startScript('bare ws', 'contestants/broadcast.mjs')
  let frame = ''
  const sides: Side[] = []
  for (const [name, server, send] of [
    ['gateway', gateway, () => logEvent(database)],
    ['bare ws', bare, () => bare.ask({ frame })],
  ] as const) {
    const clients = await startScript('subscribers', 'subscribers.mjs')
    const { heapUsed } = await server.ask<{ heapUsed: number }>({})
    sides.push({ name, server, clients, send, emptyHeap: heapUsed })
  }

  const results: FanOut[] = []
  for (const subscribers of [1, ...sizes]) {
    const heaps = new Map<Side, number>()
    for (const side of sides) {
      const url = `${side.server.origin.replace('http', 'ws')}/graphql`
      const login = side.server === gateway ? { token: places.token } : {}
      const how = { url, query: QUERY, variables: { space: places.spaceId }, ...login }
      await side.clients.ask({ task: 'connect', count: subscribers, ...how })
      await warmUp(side, (seen) => {
        frame ||= seen
      })
      const { heapUsed } = await side.server.ask<{ heapUsed: number }>({})
      heaps.set(side, (heapUsed - side.emptyHeap) / subscribers)
    }
    const runs = new Map(
      sides.map((side) => [side, { last: [] as number[], cpu: 0, statements: [] as number[] }]),
    )
    for (let event = 0; event < EVENTS; event++) {
      for (const [side, run] of runs) {
        await resetStatements(database.client)
        const cpu = cpuOf(side.server.pid)
        run.last.push(await deliver(side))
        // Work of the server after its last frame is part of the event.
        await pause(30)
        run.cpu += cpuOf(side.server.pid) - cpu
        run.statements.push((await statementsSinceReset(database.client)).calls)
      }
    }
    for (const [side, run] of runs) {
      results.push({
        name: side.name,
        subscribers,
        lastMs: median(run.last),
        cpuMs: run.cpu / EVENTS,
        statements: median(run.statements),
        heapBytes: heaps.get(side) ?? Number.NaN,
        frameBytes: Buffer.byteLength(frame),
      })
    }
  }
  for (const { clients, server } of sides) {
    await clients.stop()
    await server.stop()
  }
  await database.client.query('DELETE FROM "Event"')
  return results
}

/**
 * An event in the log and a notification, as every write creates them. Without the write, only the fan-out is
 * measured.
 */
async function logEvent({ client, places }: BenchDatabase): Promise<void> {
  await client.query(`BEGIN; INSERT INTO "Event" ("organizationId", "spaceId", "type", "actorId", "subject")
    VALUES ('${places.organizationId}', '${places.spaceId}', 'comment.edited', '${places.userId}',
      '{"comment": "${places.commentId}"}');
    SELECT pg_notify('quire_events', '${places.organizationId}'); COMMIT`)
}

interface Delivery {
  received: number
  wanted: number
  frame: string
  lastAt: string
}

async function deliver(side: Side): Promise<number> {
  await side.clients.ask({ task: 'arm' })
  const begun = process.hrtime.bigint()
  await side.send()
  const { received, wanted, lastAt } = await side.clients.ask<Delivery>({
    task: 'wait',
    timeoutMs: LONGEST_MS,
  })
  if (received < wanted) throw new Error(`${side.name}: only ${received} of ${wanted} got the event`)
  return Number(BigInt(lastAt) - begun) / 1e6
}

/** The protocol does not confirm a subscription, so events are sent until one has reached all subscribers. */
async function warmUp(side: Side, onFrame: (frame: string) => void): Promise<void> {
  const deadline = Date.now() + LONGEST_MS
  for (let complete = 0; complete < 3; ) {
    await side.clients.ask({ task: 'arm' })
    await side.send()
    const { received, wanted, frame } = await side.clients.ask<Delivery>({ task: 'wait', timeoutMs: 2_000 })
    if (received < wanted && Date.now() > deadline) {
      throw new Error(`${side.name}: an event reached only ${received} of ${wanted}`)
    }
    if (received >= wanted) {
      complete++
      onFrame(frame)
    }
  }
}
