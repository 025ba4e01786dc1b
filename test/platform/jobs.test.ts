import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Jobs } from '../../src/platform/jobs.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

const HOUR = 60 * 60 * 1000

function node(isReady = () => true) {
  const failures: [string, unknown][] = []
  const jobs = new Jobs({
    pool: db.database.pool,
    isReady,
    onError: (name, error) => failures.push([name, error]),
  })
  return { jobs, failures }
}

describe('jobs', () => {
  it('run once at the start, and again after each interval', async () => {
    const { jobs } = node()
    const turns: number[] = []
    await new Promise<void>((resolve) => {
      jobs.every(1, 'often', async () => {
        if (turns.push(turns.length) === 3) resolve()
      })
    })
    await jobs.close()
    expect(turns).toEqual([0, 1, 2])
  })

  it('run on one node of many at a time', async () => {
    const [first, second] = [node(), node()]
    let finish = () => {}
    const isRunning = new Promise<void>((running) => {
      first.jobs.every(HOUR, 'alone', () => {
        running()
        return new Promise<void>((resolve) => {
          finish = resolve
        })
      })
    })
    await isRunning
    let ran = 0
    const other = second.jobs.every(HOUR, 'alone', async () => ran++)
    // Its own first run must have passed too, or it could start once the lock is free.
    await second.jobs.idle()
    expect(await other.turn()).toBe(false)
    finish()
    await first.jobs.close()
    expect(await other.turn()).toBe(true)
    expect(ran).toBe(1)
    await second.jobs.close()
  })

  it('that fail are reported, leave the lock, and are tried again at the next turn', async () => {
    const { jobs, failures } = node()
    let attempts = 0
    const job = jobs.every(HOUR, 'shaky', async () => {
      if (++attempts < 3) throw new Error(`attempt ${attempts}`)
    })
    await jobs.idle()
    expect(await job.turn()).toBe(false)
    expect(await job.turn()).toBe(true)
    expect(failures.map(([name, error]) => [name, (error as Error).message])).toEqual([
      ['shaky', 'attempt 1'],
      ['shaky', 'attempt 2'],
    ])
    await jobs.close()
  })

  it('wait until the app is ready', async () => {
    let isReady = false
    const { jobs } = node(() => isReady)
    let ran = 0
    const done = new Promise<void>((resolve) => {
      jobs.every(HOUR, 'patient', async () => {
        ran++
        resolve()
      })
    })
    await jobs.idle()
    expect(ran).toBe(0)
    isReady = true
    await done
    await jobs.close()
  })

  it('are aborted when the app closes, which waits for them and starts no more', async () => {
    const { jobs } = node()
    let ended = false
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const job = jobs.every(HOUR, 'long', async (signal) => {
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      begin()
      await stopped
      ended = true
    })
    await begun
    await jobs.close()
    expect(ended).toBe(true)
    expect(await job.turn()).toBe(false)
  })
})
