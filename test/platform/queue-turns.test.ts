import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CLAIM } from '../../src/platform/queue/job-statements.ts'
import { JobTurns } from '../../src/platform/queue/job-turns.ts'
import {
  type EnqueueOptions,
  enqueue,
  Queue,
  type QueueHandler,
  type QueueOptions,
} from '../../src/platform/queue.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

const nodes: Queue[] = []
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()))
  await db.database.pool.query('DELETE FROM "QueuedJob"')
})

const HOUR = 60 * 60 * 1000
let time = new Date('2026-11-17T12:00:00.000Z')

function node(handlers: Record<string, QueueHandler>, options: Partial<QueueOptions> = {}): Queue {
  const queue = new Queue({
    pool: db.database.pool,
    handlers: new Map(Object.entries(handlers)),
    isReady: () => true,
    now: () => time,
    pollMs: HOUR,
    onError: () => {},
    ...options,
  })
  nodes.push(queue)
  return queue
}

const ask = (organizationId: string, name: string, options: Partial<EnqueueOptions> = {}) =>
  db.database.transaction((tx) => enqueue(tx, name, { organizationId }, { organizationId, ...options }))

/** Many jobs of an organization, in one transaction. */
const askMany = (
  organizationId: string,
  name: string,
  count: number,
  options: Partial<EnqueueOptions> = {},
) =>
  db.database.transaction(async (tx) => {
    await enqueue(tx, name, { organizationId }, { organizationId, ...options })
    await tx.$executeRawUnsafe(
      `INSERT INTO "QueuedJob" ("name", "organizationId", "payload", "runAt", "isDue", "maxAttempts")
       SELECT "name", "organizationId", "payload", "runAt", "isDue", "maxAttempts" FROM "QueuedJob", generate_series(2, $1)
       WHERE "organizationId" = $2 AND "name" = $3`,
      count,
      organizationId,
      name,
    )
  })

/** A handler that notes the organizations of its jobs, and keeps those of some running until they are released. */
function noting(holds: (organizationId: string) => boolean = () => false) {
  const order: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const handler: QueueHandler = async (payload) => {
    const { organizationId } = payload as { organizationId: string }
    order.push(organizationId)
    if (holds(organizationId)) await released
  }
  const count = (organizationId: string) => order.filter((each) => each === organizationId).length
  return { order, handler, release, count }
}

const begun = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe('organizations in the queue', () => {
  it('take turns, so that 300 jobs of one delay the job of another by one turn at most', async () => {
    await askMany('first', 'work', 300)
    await ask('second', 'work')
    await askMany('third', 'work', 2)
    const { order, handler } = noting()
    await node({ work: handler }, { concurrency: 1 }).idle()
    expect(order).toHaveLength(303)
    expect(order.slice(0, 5)).toEqual(['first', 'second', 'third', 'first', 'third'])
  })

  it('leave room for each other, however many jobs of one are running', async () => {
    await askMany('first', 'work', 30)
    const { handler, release, count } = noting((organization) => organization === 'first')
    const queue = node({ work: handler })
    await begun(() => expect(count('first')).toBe(10))
    await askMany('second', 'work', 20)
    queue.notify()
    await begun(() => expect(count('second')).toBe(20))
    expect(count('first')).toBe(10)
    release()
    await queue.idle()
    expect(count('first')).toBe(30)
  })

  it('leave room for each other in jobs with a limit, and for other jobs', async () => {
    await askMany('first', 'large', 5)
    await askMany('first', 'small', 2)
    const large = noting((organization) => organization === 'first')
    const small = noting()
    const queue = node({ large: large.handler, small: small.handler }, { concurrencyOf: { large: 1 } })
    await begun(() => expect(small.count('first')).toBe(2))
    expect(large.count('first')).toBe(1)
    await askMany('second', 'large', 3)
    queue.notify()
    await begun(() => expect(large.count('second')).toBe(3))
    expect(large.count('first')).toBe(1)
    large.release()
  })

  it('get their jobs at their time, although another always has jobs to start', async () => {
    await ask('second', 'work', { runAt: new Date(time.getTime() + 1) })
    let isSecondDone = false
    let started = 0
    const handler: QueueHandler = async (payload) => {
      const { organizationId } = payload as { organizationId: string }
      if (organizationId === 'second') isSecondDone = true
      started += 1
      if (started === 5) time = new Date(time.getTime() + HOUR)
      if (!isSecondDone) await ask('first', 'work')
    }
    await ask('first', 'work')
    await node({ work: handler }).idle()
    expect(isSecondDone).toBe(true)
  })
})

describe('the statement that starts a job', () => {
  interface Plan {
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    'Rows Removed by Index Recheck'?: number
    Plans?: Plan[]
  }
  const rowsRead = (plan: Plan): number =>
    (plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops'] +
    (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)

  /** The rows that it reads when `first` runs as many jobs as it may. */
  async function rowsOfClaim(): Promise<number> {
    const turns = new JobTurns({ names: ['large', 'work'], each: 2, eachOf: { large: 1 } })
    const running = ['large', 'work'].map((name) => ({ name, organizationId: 'first' }))
    const ranges = turns.ranges(running)
    const columns = [
      ranges.map(({ name }) => name),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
    ]
    const client = await db.database.pool.connect()
    try {
      await client.query('BEGIN')
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${CLAIM}`, [
        'node',
        15_000,
        time,
        ...columns,
      ])
      return rowsRead(rows[0]['QUERY PLAN'][0].Plan)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  it('reads a few rows, with 10,000 jobs that may not start and 10,000 that are not due', async () => {
    // Statistics as they are most of the time: of an empty table.
    await db.database.pool.query('VACUUM ANALYZE "QueuedJob"')
    for (const name of ['large', 'work']) {
      await askMany('first', name, 5_000)
      await askMany('later', name, 5_000, { runAt: new Date(time.getTime() + HOUR) })
    }
    await ask('second', 'work')
    expect(await rowsOfClaim()).toBeLessThan(20)
  })
})

describe('the turns of a node', () => {
  const turnsOf = (running: [string, string][], last: [string, string][] = []) => {
    const turns = new JobTurns({ names: ['a', 'b'], each: 2, eachOf: { b: 1 } })
    for (const [name, organizationId] of last) turns.started({ name, organizationId })
    return turns
      .ranges(running.map(([name, organizationId]) => ({ name, organizationId })))
      .map(({ name, from, to }) =>
        `${name} ${from}-${to}`.replaceAll('\u0001', '+').replace('\u{10ffff}', ''),
      )
  }

  it('begin after the last organization, with the name that has waited longest', () => {
    expect(turnsOf([], [['a', 'm']])).toEqual(['b -', 'a m+-', 'a -m+'])
  })

  it('leave out organizations that run as many jobs as they may', () => {
    expect(turnsOf([['b', 'm']])).toEqual(['a -', 'b -m', 'b m+-'])
    expect(
      turnsOf([
        ['a', 'm'],
        ['a', 'm'],
      ]),
    ).toEqual(['a -m', 'a m+-', 'b -m', 'b m+-'])
    expect(
      turnsOf([
        ['a', ''],
        ['a', ''],
      ]),
    ).toEqual(['a +-', 'b +-'])
  })

  it('end when the node runs as many jobs as it may, of a name or of all', () => {
    expect(
      turnsOf([
        ['b', 'm'],
        ['b', 'n'],
      ]),
    ).toEqual(['a -'])
    expect(
      turnsOf([
        ['a', 'm'],
        ['a', 'n'],
        ['a', 'o'],
      ]),
    ).toEqual([])
  })
})
