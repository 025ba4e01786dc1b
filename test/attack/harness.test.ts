import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from './figures.ts'
import { Target } from './target.ts'

let target: Target

beforeAll(async () => {
  target = await Target.start()
})
afterAll(() => target.end())

test('an idle server is not reported as stalled, and its memory is reported', async () => {
  const { longestMs, polls, failed } = await target.stallsDuring(
    () => new Promise((resolve) => setTimeout(resolve, 1_000)),
  )
  figure('longest stall of the event loop: idle, ms', longestMs, { below: 200 })
  expect({ failed, hasPolled: polls > 20 }).toEqual({ failed: 0, hasPolled: true })
  expect((await target.memory()).heapUsed).toBeGreaterThan(1e6)
  expect((await target.memory()).rss).toBeGreaterThan(1e6)
  expect(target.bugs()).toEqual([])
})

test('a blocked server is reported as stalled', async () => {
  // Stopped by a signal, because no request can block the server this long.
  const { longestMs } = await target.stallsDuring(async () => {
    target.process.child.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 500))
    target.process.child.kill('SIGCONT')
  })
  expect(longestMs).toBeGreaterThan(400)
})
