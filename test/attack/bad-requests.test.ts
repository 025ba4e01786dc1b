import { afterAll, beforeAll, expect, test } from 'vitest'
import { bombard } from './bombard.ts'
import { figure } from './figures.ts'
import { Random, seedOfRun } from './random.ts'
import { sendBytes, sendMessages } from './raw-bytes.ts'
import { Target } from './target.ts'

const TOTAL = Number(process.env.ATTACK_REQUESTS ?? 100_000)
const IN_BYTES = Math.ceil(TOTAL * 0.2)
const IN_SOCKETS = Math.ceil(TOTAL * 0.2)
const AT_ONCE = 16
const BYTES_AT_ONCE = 200

const seed = seedOfRun()
let target: Target

beforeAll(async () => {
  process.stderr.write(`seed of the bad requests: ${seed} (repeat with ATTACK_SEED=${seed})\n`)
  target = await Target.start({ MAX_QUERY_COST: '1000000', MAX_TOKENS_PER_USER: '100000' })
})
afterAll(() => target.end())

/** Runs the same work several times concurrently. */
const atOnce = (times: number, work: () => Promise<void>) => Promise.all(Array.from({ length: times }, work))

test('generated invalid requests never cause a server error', { timeout: 1_200_000 }, async () => {
  const random = new Random(seed)
  const faults: string[] = []

  let bytes = 0
  await atOnce(BYTES_AT_ONCE, async () => {
    while (bytes < IN_BYTES) {
      bytes++
      const { sent, statuses } = await sendBytes(target.origin, random)
      if (statuses.some((status) => status >= 500)) faults.push(`${statuses} ${sent.slice(0, 2_000)}`)
    }
  })

  const { token } = await target.build.buildPerson()
  let messages = 0
  await atOnce(AT_ONCE, async () => {
    while (messages < IN_SOCKETS) {
      const { count, fault } = await sendMessages(target.origin, token, random)
      messages += Math.max(1, count)
      if (fault !== null) faults.push(fault)
    }
  })

  const requests = TOTAL - bytes - messages
  const { failures, sent, statuses } = await bombard(target, { seed, requests, atOnce: AT_ONCE })
  process.stderr.write(`statuses: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`)
  faults.push(...failures.map((failure) => JSON.stringify(failure)))

  figure('bad requests', bytes + messages + sent, { atLeast: TOTAL })
  // The causes in the log come first: they say more than the responses.
  expect(target.bugs()).toEqual([])
  expect(faults.slice(0, 20)).toEqual([])
  figure('bad requests answered with 5xx', faults.length, { exactly: 0 })
})
