import { PostgresBudgets } from '../platform/budgets/postgres.ts'
import { redisBudgets } from '../platform/budgets/redis.ts'
import type { Database } from '../platform/database.ts'
import { Budgets } from './budget.ts'
import type { FaultLog } from './logs/fault-log.ts'

/** The budgets that all nodes share, in Redis or in the database. */
export async function sharedBudgets({
  redisUrl,
  pointsPerMinute,
  database,
  now,
  faults,
}: {
  redisUrl: string | undefined
  pointsPerMinute: number
  database: Database
  now: () => Date
  faults: FaultLog
}): Promise<{ budgets: Budgets; close: () => Promise<void> }> {
  const store = redisUrl ? await redisBudgets(redisUrl) : new PostgresBudgets(database)
  const budgets = new Budgets({
    pointsPerMinute,
    now,
    store,
    onFailure: (error) =>
      faults.report(error, 'shared rate limits cannot be reached; this node counts by itself', {
        level: 'warn',
      }),
  })
  return { budgets, close: async () => store.close() }
}
