import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, MAX_STALL_MS } from './figures.ts'
import { Target } from './target.ts'

let target: Target

beforeAll(async () => {
  target = await Target.start()
})
afterAll(() => target.end())

test('an idle server is not reported as stalled, and its memory is reported', async () => {
  const ms = await target.longestTurnDuring(async () => {
    for (let n = 0; n < 20; n++) await (await fetch(`${target.origin}/healthz`)).text()
  })
  figure('longest stall of the event loop: idle, ms', ms, { below: MAX_STALL_MS })
  const { heapUsed, rss } = await target.report()
  expect(heapUsed).toBeGreaterThan(1e6)
  expect(rss).toBeGreaterThan(1e6)
  expect(target.bugs()).toEqual([])
})

test('a process that is busy for 200 ms is reported as stalled', async () => {
  const program = `
    const busy = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); }
    setTimeout(() => busy(200), 20)
    setTimeout(() => process.kill(process.pid, 'SIGUSR2'), 400)
    setTimeout(() => {}, 600)`
  const instruments = String(new URL('instruments.mjs', import.meta.url))
  const { stdout } = spawn(process.execPath, [`--import=${instruments}`, '-e', program])
  const [, report = '{}'] = /^report 1: (.+)$/m.exec(await text(stdout)) ?? []
  expect(JSON.parse(report).longestTurnMs).toBeGreaterThan(100)
})
