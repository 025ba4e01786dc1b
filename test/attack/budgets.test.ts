import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, TestRedis } from '../support/redis.ts'
import { type Asked, type Entrance, entrances } from './entrances.ts'
import { figure } from './figures.ts'
import { Target } from './target.ts'

const LIMIT = 5
const SECONDS_PER_POINT = 60 / LIMIT
const AT_ONCE = 6

const stores: [string, () => Promise<TestRedis | undefined>][] = [
  ['PostgreSQL', async () => undefined],
  ...(hasRedis ? ([['Redis', () => TestRedis.start()]] as [string, () => Promise<TestRedis>][]) : []),
]

describe.each(stores)('budgets that nodes share by %s', (store, startStore) => {
  let target: Target
  let redis: TestRedis | undefined
  let nodes: string[]
  let spaceId: string
  let organizationId: string
  let addresses = 0

  beforeAll(async () => {
    redis = await startStore()
    target = await Target.start({
      RATE_LIMIT: String(LIMIT),
      TRUST_PROXY: '1',
      ...(redis ? { REDIS_URL: redis.url } : {}),
    })
    nodes = [target.origin, (await target.another()).origin]
    organizationId = (await target.build.buildOrganization()).id
    spaceId = (await target.build.buildSpace({ organizationId })).id
  })
  afterAll(async () => {
    await target.end()
    await redis?.stop()
  })

  async function tokensFor({ isAnonymous }: Entrance, count: number): Promise<(string | undefined)[]> {
    // Anonymous callers are limited by their address, with any number of invalid tokens.
    if (isAnonymous) return count === 1 ? [undefined] : ['qre_wrong_1', 'qre_wrong_2', undefined]
    const { user, token } = await target.build.buildPerson({ organizationId, role: 'admin' })
    const more = Array.from({ length: count - 1 }, () => target.build.buildToken({ userId: user.id }))
    return [token, ...(await Promise.all(more)).map((each) => each.token)]
  }

  /** How many requests one user or address gets beyond the limit and the points refilled in the meantime. */
  async function excessOf(entrance: Entrance, tokens: number, origins: string[]): Promise<number> {
    const asked: Asked = {
      spaceId,
      token: undefined,
      address: `198.51.${addresses >> 8}.${addresses++ & 255}`,
    }
    const given = await tokensFor(entrance, tokens)
    const begun = performance.now()
    let points = 0
    for (let n = 0; ; n++) {
      const token = given[n % given.length]
      const origin = origins[Math.floor(n / given.length) % origins.length] ?? ''
      if ((await entrance.ask(origin, { ...asked, token })) === 'refused') break
      points += entrance.points
      if (points > 20 * LIMIT) break
    }
    const refilled = Math.ceil((performance.now() - begun) / 1000 / SECONDS_PER_POINT)
    // Fewer points would mean that requests were rejected for another reason.
    expect(points, entrance.name).toBeGreaterThan(LIMIT - 2 * entrance.points)
    return Math.max(0, points - LIMIT - refilled)
  }

  test('every entry point rejects the request after the limit', async () => {
    const ways = entrances.flatMap((entrance) =>
      [1, 3].flatMap((tokens) =>
        [nodes.slice(0, 1), nodes].map((origins) => ({ entrance, tokens, origins })),
      ),
    )
    const left = [...ways]
    const open: string[] = []
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { entrance, tokens, origins } = next
        const excess = await excessOf(entrance, tokens, origins)
        if (excess > 0) open.push(`${entrance.name}, ${tokens} tokens, ${origins.length} nodes: ${excess}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(open).toEqual([])
    figure(`entrances without 429 at limit + 1 (of ${ways.length}; ${store})`, open.length, { exactly: 0 })
    expect(target.bugs()).toEqual([])
  })
})
