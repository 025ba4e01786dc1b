import { afterAll, beforeAll, expect, test } from 'vitest'
import { bombard } from './bombard.ts'
import { figure } from './figures.ts'
import { seedOfRun } from './random.ts'
import { Target } from './target.ts'

const REQUESTS = Number(process.env.ATTACK_REQUESTS ?? 100_000)

let target: Target

beforeAll(async () => {
  target = await Target.start({ OUTBOUND_ALLOW: '' })
})
afterAll(() => target.end())

test('generated bad requests at both APIs never fail the server', { timeout: 3_600_000 }, async () => {
  const seed = seedOfRun()
  process.stderr.write(`seed of the bad requests: ${seed} (repeat with ATTACK_SEED=${seed})\n`)
  const { failures, sent, statuses } = await bombard(target, { seed, requests: REQUESTS, atOnce: 8 })
  process.stderr.write(`${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`)
  figure('bad requests', sent, { atLeast: REQUESTS })
  expect(failures.slice(0, 20)).toEqual([])
  figure('bad requests answered with 5xx', failures.length, { exactly: 0 })
  expect(target.bugs()).toEqual([])
})
