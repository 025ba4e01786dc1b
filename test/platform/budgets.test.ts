import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Budgets } from '../../src/http/budget.ts'
import { PostgresBudgets } from '../../src/platform/budgets/postgres.ts'
import { redisBudgets } from '../../src/platform/budgets/redis.ts'
import { type BudgetStore, LocalBudgets } from '../../src/platform/budgets/store.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { hasRedis, TestRedis } from '../support/redis.ts'

const MINUTE = 60_000

let db: TestDatabase
let redis: TestRedis | undefined

beforeAll(async () => {
  db = await openTestDatabase()
  if (hasRedis) redis = await TestRedis.start()
})
afterAll(async () => {
  await redis?.stop()
  await db.drop()
})

const stores: [string, () => Promise<BudgetStore>][] = [
  ['this node', async () => new LocalBudgets()],
  ['PostgreSQL', async () => new PostgresBudgets(db.database)],
  ...(hasRedis
    ? ([['Redis', () => redisBudgets(redis?.url ?? '')]] as [string, () => Promise<BudgetStore>][])
    : []),
]

describe.each(stores)('budgets of %s', (name, open) => {
  let store: BudgetStore
  let now = 1_700_000_000_000
  let keys = 0
  const newKey = () => `user:${name}${++keys}`
  const node = (limit: number, of = store, onFailure: (error: unknown) => void = rethrow) =>
    new Budgets({ pointsPerMinute: limit, now: () => new Date(now), store: of, onFailure })

  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it('grant what is left, refuse what is not, and fill within a minute', async () => {
    const key = newKey()
    const take = async (price: number, limit = 10) => (await store.take([{ key, price }], limit, now))[0]
    expect(await take(7)).toEqual({ granted: 7, left: 3 })
    expect(await take(4)).toEqual({ granted: 0, left: 3 })
    now += MINUTE / 10
    expect(await take(4)).toEqual({ granted: 4, left: 0 })
    // A clock that is behind takes no points back.
    now -= MINUTE
    expect(await take(1)).toEqual({ granted: 0, left: 0 })
    now += 10 * MINUTE
    expect(await take(10)).toEqual({ granted: 10, left: 0 })
  })

  it('answer several keys at once', async () => {
    const [first, second] = [newKey(), newKey()]
    const asks = [
      { key: second, price: 2 },
      { key: first, price: 11 },
    ]
    expect(await store.take(asks, 10, now)).toEqual([
      { granted: 2, left: 8 },
      { granted: 0, left: 10 },
    ])
  })

  it.each([5, 50, 1_000])('give nodes that spend at the same time %i points together', async (limit) => {
    const key = newKey()
    const nodes = [node(limit), node(limit), node(limit)]
    const spent = await Promise.all(
      Array.from({ length: limit + 30 }, (_, at) => nodes[at % nodes.length]?.spend(key, 1)),
    )
    const paid = spent.filter((balance) => balance && balance.retryAfterSeconds === undefined)
    // Points that one node reserved and did not use are not available to others.
    expect(paid.length).toBeLessThanOrEqual(limit)
    expect(paid.length).toBeGreaterThanOrEqual(limit - nodes.length * Math.ceil(limit / 100))
  })

  it('know without asking that nothing is left', async () => {
    const key = newKey()
    const budgets = node(3)
    expect(budgets.isEmpty(key)).toBe(false)
    await budgets.spend(key, 3)
    expect((await budgets.spend(key, 1)).retryAfterSeconds).toBe(20)
    expect(budgets.isEmpty(key)).toBe(true)
    now += MINUTE / 3
    expect(budgets.isEmpty(key)).toBe(false)
  })
})

function rethrow(error: unknown): never {
  throw error
}

describe.skipIf(!hasRedis)('Redis', () => {
  it('away is replaced by what the node counts itself, and used again when it is back', async () => {
    const own = await TestRedis.start()
    const store = await redisBudgets(own.url)
    const failures: unknown[] = []
    const now = new Date()
    const budgets = new Budgets({
      pointsPerMinute: 3,
      now: () => now,
      store,
      onFailure: (error) => failures.push(error),
    })
    const paid = async (key: string) => (await budgets.spend(key, 1)).retryAfterSeconds === undefined
    const answers = () =>
      store.take([{ key: 'user:c', price: 1 }], 3, 0).then(
        () => true,
        () => false,
      )
    try {
      expect(await paid('user:a')).toBe(true)
      expect(failures).toEqual([])
      await own.stop()
      const alone: boolean[] = []
      for (let i = 0; i < 5; i++) alone.push(await paid('user:b'))
      expect(alone).toEqual([true, true, true, false, false])
      expect(failures.length).toBeGreaterThan(0)
      await own.start()
      await expect.poll(answers, { timeout: 15_000 }).toBe(true)
    } finally {
      await store.close()
      await own.stop()
    }
  })

  it('forgets budgets that are full', async () => {
    const store = await redisBudgets(redis?.url ?? '')
    await store.take([{ key: 'user:forgotten', price: 1 }], 10, Date.now())
    const { Redis } = await import('ioredis')
    const client = new Redis(redis?.url ?? '')
    const leftMs = await client.pttl('quire:budget:user:forgotten')
    client.disconnect()
    await store.close()
    expect(leftMs).toBeGreaterThan(MINUTE)
    expect(leftMs).toBeLessThanOrEqual(2 * MINUTE)
  })
})
