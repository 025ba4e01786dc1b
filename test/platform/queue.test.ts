import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EnqueueOptions, enqueue, Queue, type QueueHandler } from '../../src/platform/queue.ts'
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

let time = new Date('2026-11-15T12:00:00.000Z')
const HOUR = 60 * 60 * 1000

function node(
  handlers: Record<string, QueueHandler>,
  options: { leaseMs?: number; concurrency?: number; pollMs?: number; isReady?: () => boolean } = {},
) {
  const failures: string[] = []
  const outcomes: string[] = []
  const queue = new Queue({
    pool: db.database.pool,
    handlers: new Map(Object.entries(handlers)),
    isReady: () => true,
    now: () => time,
    pollMs: HOUR,
    onRun: (name, outcome) => outcomes.push(`${name}: ${outcome}`),
    onError: (name, error) => failures.push(`${name}: ${(error as Error).message}`),
    ...options,
  })
  nodes.push(queue)
  return { queue, failures, outcomes }
}

const ask = (name: string, payload: object, options: Partial<EnqueueOptions> = {}) =>
  db.database.transaction((tx) => enqueue(tx, name, payload, { organizationId: 'one', ...options }))

const rows = () => db.database.prisma.queuedJob.findMany({ orderBy: { id: 'asc' } })

/** A handler that runs until it is released, and signals when it began. */
function held() {
  let release = () => {}
  let begun = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    release = resolve
  })
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const handler: QueueHandler = async () => {
    begun()
    await isLetGo
  }
  return { handler, hasBegun, release }
}

describe('a job', () => {
  it('exists if and only if the transaction that enqueues it commits', async () => {
    const failing = db.database.transaction(async (tx) => {
      await enqueue(tx, 'work', { turn: 1 }, { organizationId: 'one' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await ask('work', { turn: 2 })
    const done: unknown[] = []
    const { queue } = node({ work: async (payload) => void done.push(payload) })
    await queue.idle()
    expect(done).toEqual([{ turn: 2 }])
    expect(await rows()).toEqual([])
  })

  it('without a handler on this node is left to others', async () => {
    await ask('other', {})
    await node({ work: async () => {} }).queue.idle()
    expect(await rows()).toHaveLength(1)
  })

  it('waits for its time, by the clock of the app', async () => {
    await ask('work', {}, { runAt: new Date(time.getTime() + HOUR) })
    let ran = 0
    const { queue } = node({ work: async () => void ran++ })
    await queue.idle()
    expect(ran).toBe(0)
    time = new Date(time.getTime() + HOUR)
    queue.notify()
    await queue.idle()
    expect(ran).toBe(1)
  })

  it('that throws is begun again later, and given up after its last attempt', async () => {
    await ask('shaky', {}, { maxAttempts: 2 })
    const attempts: number[] = []
    const { queue, failures, outcomes } = node({
      shaky: async (_payload, { attempt }) => {
        attempts.push(attempt)
        throw new Error(`attempt ${attempt}`)
      },
    })
    await queue.idle()
    const [waiting] = await rows()
    expect(waiting).toMatchObject({ attempts: 1, lastError: 'attempt 1', lockedBy: null, failedAt: null })
    expect(waiting?.runAt.getTime()).toBeGreaterThan(time.getTime())
    time = new Date(time.getTime() + HOUR)
    queue.notify()
    await queue.idle()
    expect(attempts).toEqual([1, 2])
    expect(failures).toEqual(['shaky: attempt 1', 'shaky: attempt 2'])
    expect(outcomes).toEqual(['shaky: retried', 'shaky: failed'])
    expect((await rows())[0]?.failedAt).toBeInstanceOf(Date)
    time = new Date(time.getTime() + 24 * HOUR)
    queue.notify()
    await queue.idle()
    expect(attempts).toHaveLength(2)
  })

  it('is begun by one of many nodes', async () => {
    for (let turn = 0; turn < 30; turn++) await ask('work', { turn })
    const done: unknown[] = []
    const work: QueueHandler = async (payload) => void done.push((payload as { turn: number }).turn)
    await Promise.all([1, 2, 3].map(() => node({ work }).queue.idle()))
    expect(done.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 30 }, (_, turn) => turn))
  })

  it('goes back when its node stops, as if it had not been begun', async () => {
    await ask('long', {})
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const { queue } = node({
      long: async (_payload, { signal }) => {
        begun()
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    await hasBegun
    await queue.close()
    expect((await rows())[0]).toMatchObject({ attempts: 0, lockedBy: null, lastError: null })
    let ran = 0
    await node({ long: async () => void ran++ }).queue.idle()
    expect(ran).toBe(1)
  })

  it('of a node that died is taken over when its lease has ended', async () => {
    await ask('work', {}, { jobKey: 'one' })
    await db.database.pool.query(
      `UPDATE "QueuedJob" SET "lockedBy" = 'dead', "lockedUntil" = now() + interval '300 milliseconds',
        "attempts" = 1, "waitingKey" = NULL, "runningKey" = "key"`,
    )
    // It is queued behind the job of the killed node.
    await ask('work', {}, { jobKey: 'one' })
    const attempts: number[] = []
    const { queue } = node({ work: async (_payload, { attempt }) => void attempts.push(attempt) })
    await queue.idle()
    expect(attempts).toEqual([])
    await vi.waitFor(
      () => {
        queue.notify()
        expect(attempts).toEqual([2, 1])
      },
      { timeout: 10_000, interval: 50 },
    )
  })

  it('stays with a node that lives, however long it takes', async () => {
    await ask('work', {})
    const { handler, hasBegun, release } = held()
    const slow = node({ work: handler }, { leaseMs: 300 })
    await hasBegun
    const [before] = await rows()
    await vi.waitFor(
      async () => {
        const lease = (await rows())[0]?.lockedUntil?.getTime() ?? 0
        expect(lease - (before?.lockedUntil?.getTime() ?? 0)).toBeGreaterThan(600)
      },
      { timeout: 10_000, interval: 50 },
    )
    let stolen = 0
    const other = node({ work: async () => void stolen++ }, { leaseMs: 300 })
    await other.queue.idle()
    release()
    await slow.queue.idle()
    expect(stolen).toBe(0)
    expect(await rows()).toEqual([])
  })
})

describe('a key', () => {
  it('is merged with waiting jobs of the same key, at the earliest requested time', async () => {
    const later = new Date(time.getTime() + HOUR)
    await Promise.all([1, 2, 3].map((turn) => ask('work', { turn }, { jobKey: 'a', runAt: later })))
    await ask('work', { turn: 4 }, { jobKey: 'a' })
    await ask('work', { turn: 5 }, { jobKey: 'b' })
    const waiting = await rows()
    expect(waiting.map(({ key }) => key)).toEqual(['work:a', 'work:b'])
    expect(waiting[0]).toMatchObject({ payload: { turn: 4 }, runAt: new Date(0) })
  })

  it('runs one at a time on all nodes, and jobs that were enqueued meanwhile afterwards', async () => {
    await ask('work', {}, { jobKey: 'a' })
    const first = held()
    const one = node({ work: first.handler })
    await first.hasBegun
    await ask('work', {}, { jobKey: 'a' })
    let ran = 0
    const other = node({ work: async () => void ran++ })
    await other.queue.idle()
    expect(ran).toBe(0)
    expect(await rows()).toHaveLength(2)
    first.release()
    await one.queue.idle()
    other.queue.notify()
    await other.queue.idle()
    expect(await rows()).toEqual([])
  })
})

describe('a job that fails', () => {
  /** Fails one job with this number of earlier attempts, and returns its row. */
  async function failed(attempts: number, message = 'no') {
    await ask('shaky', {}, { maxAttempts: 100 })
    await db.database.pool.query('UPDATE "QueuedJob" SET "attempts" = $1', [attempts])
    const { queue } = node({ shaky: () => Promise.reject(new Error(message)) })
    await queue.idle()
    const [row] = await rows()
    await db.database.pool.query('DELETE FROM "QueuedJob"')
    return { row, delay: (row?.runAt.getTime() ?? 0) - time.getTime() }
  }

  it('waits twice as long each time, up to an hour, and up to half as long again', async () => {
    const expected = [
      [0, 2_000],
      [1, 4_000],
      [10, 2_048_000],
      [11, HOUR],
      [40, HOUR],
    ] as const
    for (const [attempts, least] of expected) {
      const { delay } = await failed(attempts)
      expect(delay).toBeGreaterThanOrEqual(least)
      expect(delay).toBeLessThanOrEqual(least * 1.5)
    }
  })

  it('keeps the first 1,000 characters of the reason', async () => {
    expect((await failed(0, 'x'.repeat(1_500))).row?.lastError).toBe('x'.repeat(1_000))
  })

  it('is started at most 25 times by default, also when its nodes die', async () => {
    await ask('work', {})
    expect((await rows())[0]?.maxAttempts).toBe(25)
    await db.database.pool.query('UPDATE "QueuedJob" SET "attempts" = 24')
    let ran = 0
    const first = node({ work: async () => void ran++ })
    await first.queue.idle()
    expect(ran).toBe(1)
    await ask('work', {})
    await db.database.pool.query('UPDATE "QueuedJob" SET "attempts" = 25')
    const second = node({ work: async () => void ran++ })
    await second.queue.idle()
    expect(ran).toBe(1)
    expect(second.failures).toEqual(['work: It never finished: its node died during every attempt.'])
    expect((await rows())[0]).toMatchObject({
      lastError: 'It never finished: its node died during every attempt.',
      lockedBy: null,
    })
    expect((await rows())[0]?.failedAt).toBeInstanceOf(Date)
  })

  it('is forgotten a week after it was given up', async () => {
    await ask('old', {})
    await ask('recent', {})
    const { queue } = node({})
    await db.database.pool.query(
      `UPDATE "QueuedJob" SET "failedAt" = now() - CASE "name" WHEN 'old' THEN interval '169 hours' ELSE interval '167 hours' END`,
    )
    await queue.forgetFailed()
    expect((await rows()).map(({ name }) => name)).toEqual(['recent'])
  })
})

describe('a node', () => {
  it('runs ten jobs at a time, each leased for 15 seconds', async () => {
    for (let turn = 0; turn < 12; turn++) await ask('work', { turn })
    let release = () => {}
    const isLetGo = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = 0
    const { queue } = node({
      work: async () => {
        begun += 1
        await isLetGo
      },
    })
    await vi.waitFor(() => expect(begun).toBe(10), { timeout: 10_000, interval: 10 })
    const { rows: leases } = await db.database.pool.query<{ ms: number }>(
      `SELECT extract(epoch FROM "lockedUntil" - now()) * 1000 AS ms FROM "QueuedJob" WHERE "lockedBy" IS NOT NULL`,
    )
    expect(leases).toHaveLength(10)
    for (const { ms } of leases) expect(Number(ms)).toBeLessThanOrEqual(15_000)
    release()
    await queue.idle()
    expect(begun).toBe(12)
    expect(await rows()).toEqual([])
  })

  it('that is not ready begins nothing, and looks again by itself', async () => {
    await ask('work', {})
    let isReady = false
    let ran = 0
    const { queue } = node({ work: async () => void ran++ }, { isReady: () => isReady })
    await queue.idle()
    expect(ran).toBe(0)
    isReady = true
    await vi.waitFor(() => expect(ran).toBe(1), { timeout: 10_000, interval: 10 })
  })

  it('looks again when the next job is due', async () => {
    time = new Date()
    await ask('work', {}, { runAt: new Date(time.getTime() + 50) })
    let ran = 0
    const { queue } = node({
      work: async () => void ran++,
    })
    await queue.idle()
    expect(ran).toBe(0)
    time = new Date(time.getTime() + 100)
    await vi.waitFor(() => expect(ran).toBe(1), { timeout: 10_000, interval: 10 })
  })

  it('that has stopped begins nothing more', async () => {
    const { queue } = node({ work: async () => {} })
    await queue.close()
    await ask('work', {})
    queue.notify()
    await queue.idle()
    expect(await rows()).toHaveLength(1)
  })

  it('reports a failure of the database, and continues', async () => {
    const broken = { query: () => Promise.reject(new Error('gone')) }
    const failures: string[] = []
    const queue = new Queue({
      pool: broken as unknown as TestDatabase['database']['pool'],
      handlers: new Map(),
      isReady: () => true,
      now: () => time,
      pollMs: HOUR,
      onError: (name, error) => failures.push(`${name}: ${(error as Error).message}`),
    })
    await queue.idle()
    queue.notify()
    await queue.idle()
    await queue.close()
    expect(failures).toEqual(['the queue: gone', 'the queue: gone'])
  })
})
