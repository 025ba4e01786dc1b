import { type BudgetStore, type Grant, MINUTE_MS, type Take } from './store.ts'

/** The same arithmetic as `grantOf`. An unused budget is full, and expires, after a minute. */
const TAKE = `
local price, limit, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'points', 'at')
local points, at = tonumber(kept[1]) or limit, tonumber(kept[2]) or now
local available = math.min(limit, points + math.max(0, now - at) * limit / ${MINUTE_MS})
local granted = 0
if available >= price then
  granted = math.floor(math.min(available, math.max(price, math.min(limit / 100, available / 10))))
end
redis.call('HSET', KEYS[1], 'points', tostring(available - granted), 'at', tostring(math.max(at, now)))
redis.call('PEXPIRE', KEYS[1], ${2 * MINUTE_MS})
return { tostring(granted), tostring(available - granted) }`

const ANSWER_MS = 1_000

/** Budgets in Redis: one round trip for all pending charges of a node. */
export async function redisBudgets(url: string): Promise<BudgetStore> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    lazyConnect: true,
  })
  redis.on('error', () => {})
  // Without a queue, commands before the connection is established fail. The client keeps reconnecting by
  // itself.
  await redis.connect().catch(() => {})
  return {
    take: async (asks: readonly Take[], limit: number, now: number): Promise<Grant[]> =>
      Promise.all(
        asks.map(async ({ key, price }) => {
          const answer = await redis.eval(TAKE, 1, `quire:budget:${key}`, price, limit, now)
          const [granted, left] = answer as [string, string]
          return { granted: Number(granted), left: Number(left) }
        }),
      ),
    close: async () => redis.disconnect(),
  }
}
