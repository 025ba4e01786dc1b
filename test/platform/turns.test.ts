import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eachInTurns } from '../../src/platform/turns/turns.ts'

/** The most steps of a millisecond in one iteration of the event loop. */
const TURN_STEPS = 10

let now = 0
/** The steps of each iteration of the event loop. */
let steps: number[] = []

/** A step that takes a millisecond, besides the one that looking at the clock takes. */
const step = () => {
  steps[steps.length - 1] = (steps.at(-1) ?? 0) + 1
}
const items = (length: number) => Array.from({ length })

/** Runs work, and counts its steps by iteration. */
async function stepsOf(work: () => Promise<unknown>): Promise<number[]> {
  let isDone = false
  const counting = async () => {
    while (!isDone) {
      await nextTurn()
      steps.push(0)
    }
  }
  // Counting begins first, so that each count has the steps of one iteration.
  const counted = counting()
  await work()
  isDone = true
  await counted
  return steps
}

beforeEach(async () => {
  // What another test has begun is over.
  await nextTurn()
  now = 0
  steps = [0]
  vi.spyOn(performance, 'now').mockImplementation(() => now++)
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('divided work', () => {
  it('shares the time with the work before it', async () => {
    const work = async () => {
      for (let each = 0; each < 20; each++) await eachInTurns(items(6), step)
    }
    const counts = await stepsOf(work)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(120)
    expect(Math.max(...counts)).toBeLessThanOrEqual(TURN_STEPS)
  })

  it('alternates with other work, in the same time', async () => {
    const order: string[] = []
    const work = (name: string) =>
      eachInTurns(items(60), () => {
        step()
        if (order.at(-1) !== name) order.push(name)
      })
    const counts = await stepsOf(() => Promise.all([work('one'), work('other')]))
    expect(Math.max(...counts)).toBeLessThanOrEqual(TURN_STEPS)
    expect(order.length).toBeGreaterThan(6)
  })

  it('of less than a millisecond does not wait for long work', async () => {
    await stepsOf(async () => {
      const long = eachInTurns(items(100), step)
      // The time is over, and this takes none.
      vi.mocked(performance.now).mockImplementation(() => now)
      const turn = steps.length
      await eachInTurns(items(3), () => {})
      expect(steps.length).toBe(turn)
      vi.mocked(performance.now).mockImplementation(() => now++)
      await long
    })
  })
})
