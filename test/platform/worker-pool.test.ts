import { mkdtempSync, rmSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import {
  threadsBesideMain,
  WorkerPool,
  WorkerPoolBusy,
  type WorkerPoolOptions,
} from '../../src/platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../src/platform/workers/worker-thread.ts'
import '../../src/server/v8-flags.ts'
import type { toyTasks } from './toy.worker.ts'

// Compiled, as workers are in dist.
const folder = mkdtempSync(join(tmpdir(), 'quire-worker-'))
beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'toy.worker.ts')],
    outfile: join(folder, 'toy.worker.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let pool: WorkerPool<typeof toyTasks>
const poolWith = (options: Partial<WorkerPoolOptions> = {}) => {
  pool = new WorkerPool({ file: relative(join(projectRoot, 'dist'), join(folder, 'toy.worker')), ...options })
  return pool
}

describe('a worker pool', { timeout: 60_000 }, () => {
  afterEach(() => pool.close())

  it('runs tasks one after the other on one thread by default', async () => {
    poolWith()
    expect(await Promise.all([1, 2, 3].map((value) => pool.run('double', value)))).toEqual([2, 4, 6])
    expect(pool.threadCount).toBe(1)
  })

  it('starts no more threads than it may', async () => {
    poolWith({ threads: 2 })
    await Promise.all([1, 2, 3, 4].map((value) => pool.run('double', value)))
    expect(pool.threadCount).toBe(2)
  })

  it('makes another thread ready while a task takes long', async () => {
    poolWith({ hasSpare: true })
    let started = 0
    const onWorker = () => {
      started++
    }
    process.on('worker', onWorker)
    const stop = new AbortController()
    const long = pool.run('spin', undefined as never, { organizationId: 'one', signal: stop.signal })
    await vi.waitFor(() => expect(started).toBe(2))
    expect(await pool.run('double', 4, { organizationId: 'other' })).toBe(8)
    expect(started).toBe(2)
    stop.abort()
    await expect(long).rejects.toThrow()
    process.off('worker', onWorker)
  })

  it('starts one thread in advance, which runs the next task', async () => {
    poolWith()
    let started = 0
    const onWorker = () => {
      started++
    }
    process.on('worker', onWorker)
    pool.prepare()
    pool.prepare()
    expect(pool.threadCount).toBe(1)
    expect(await pool.run('double', 4)).toBe(8)
    process.off('worker', onWorker)
    expect(started).toBe(1)
    await pool.close()
    pool.prepare()
    expect(pool.threadCount).toBe(0)
  })

  it.runIf(process.platform === 'linux')('lowers the priority of a background thread alone', async () => {
    const before = getPriority(0)
    poolWith({ isBackground: true })
    expect(await pool.run('priority', undefined)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
    expect(getPriority(0)).toBe(before)
    await pool.close()
    poolWith()
    expect(await pool.run('priority', undefined)).toBe(before)
  })

  it('returns the error that a task throws, with its fields, and keeps the thread', async () => {
    poolWith()
    await expect(pool.run('fail', 'because')).rejects.toMatchObject({
      name: 'TypeError',
      message: 'It cannot be done.',
      reason: 'because',
    })
    expect(pool.threadCount).toBe(1)
    expect(await pool.run('double', 4)).toBe(8)
  })

  it.each([0, 1, 2, 5])('returns a list of %i items that a task sends in parts', async (count) => {
    poolWith()
    const items = Array.from({ length: count }, (_, at) => at)
    expect(await pool.run('list', count)).toEqual({ value: 'all', items })
    expect(await pool.run('double', 4)).toBe(8)
  })

  it('revives errors', async () => {
    poolWith({ reviveError: ({ fields }) => new RangeError(String(fields.reason)) })
    await expect(pool.run('fail', 'because')).rejects.toThrow(new RangeError('because'))
  })

  it('ends a thread whose task takes too long, and goes on with the next task', async () => {
    poolWith()
    const late = expect(pool.run('spin', undefined, { timeoutMs: 50 })).rejects.toThrow(WorkerTimeout)
    const next = pool.run('double', 5)
    await late
    expect(await next).toBe(10)
    expect(pool.threadCount).toBe(1)
  })

  it('ends a thread that uses up its heap', async () => {
    poolWith({ heapMegabytes: 16 })
    await expect(pool.run('hoard', undefined)).rejects.toThrow(WorkerOutOfMemory)
    expect(await pool.run('double', 6)).toBe(12)
  })

  it('limits new objects of a thread, although the process starts with a flag for the main thread', async () => {
    expect(process.execArgv).toContain('--max-semi-space-size=64')
    // Two thirds are for the two halves of the space for new objects.
    expect(await poolWith({ youngMegabytes: 12 }).run('churn', undefined)).toBeLessThanOrEqual(
      8 * 1024 * 1024,
    )
  })

  it('replaces a thread that dies', async () => {
    poolWith()
    await expect(pool.run('crash', undefined)).rejects.toThrow('The worker thread ended')
    expect(await pool.run('double', 7)).toBe(14)
  })

  it('stops a running task and drops a waiting one when the caller goes away', async () => {
    poolWith()
    const leaver = new AbortController()
    const { signal } = leaver
    const running = expect(pool.run('spin', undefined, { signal })).rejects.toThrow('gone')
    const waiting = expect(pool.run('double', 1, { signal })).rejects.toThrow('gone')
    const other = pool.run('double', 8)
    leaver.abort(new Error('gone'))
    await Promise.all([running, waiting])
    expect(await other).toBe(16)
    await expect(pool.run('double', 1, { signal })).rejects.toThrow('gone')
  })

  it('refuses tasks beyond the number and the bytes that may wait', async () => {
    poolWith({ maxQueued: 2, maxQueuedBytes: 10 })
    const leaver = new AbortController()
    const running = expect(pool.run('spin', undefined, { signal: leaver.signal })).rejects.toThrow('gone')
    const waiting = pool.run('double', 1, { bytes: 6 })
    await expect(pool.run('double', 2, { bytes: 5 })).rejects.toThrow(WorkerPoolBusy)
    await expect(pool.run('fail', 'more than ten')).rejects.toThrow(WorkerPoolBusy)
    const last = pool.run('double', 3, { bytes: 4 })
    await expect(pool.run('double', 4)).rejects.toThrow(WorkerPoolBusy)
    leaver.abort(new Error('gone'))
    await running
    expect(await Promise.all([waiting, last])).toEqual([2, 6])
    // Jobs that have left the queue make room again.
    expect(await Promise.all([1, 2, 3].map((value) => pool.run('double', value, { bytes: 5 })))).toEqual([
      2, 4, 6,
    ])
  })

  it('has a thread and room in the queue for another organization, whatever the first one runs and queues', async () => {
    poolWith({ threads: 1, maxQueued: 2, maxQueuedBytes: 10 })
    const leaver = new AbortController()
    const { signal } = leaver
    const first = { organizationId: 'first', signal, bytes: 5 }
    const stuck = [1, 2, 3].map(() => expect(pool.run('spin', undefined, first)).rejects.toThrow('gone'))
    await expect(pool.run('spin', undefined, first)).rejects.toThrow(WorkerPoolBusy)
    const second = { organizationId: 'second', bytes: 5 }
    expect(await Promise.all([1, 2, 3].map((value) => pool.run('double', value, second)))).toEqual([2, 4, 6])
    expect(pool.threadCount).toBe(2)
    leaver.abort(new Error('gone'))
    await Promise.all(stuck)
  })

  it('answers the questions of a task, and takes what it sends in order', async () => {
    poolWith()
    const asked: unknown[] = []
    const answer = async (question: string) => {
      asked.push(question)
      return 'Ada'
    }
    expect(await pool.run('greet', 'Hello', { answer })).toBe('Hello Ada')
    expect(asked).toEqual(['name'])
    const parts: number[] = []
    const take = (bytes: Uint8Array) => {
      parts.push(...bytes)
    }
    expect(await pool.run('stream', 3, { answer: take })).toBe(3)
    expect(parts).toEqual([0, 1, 2])
  })

  it('sends the requests of a task one after the other, and each gets its own answer', async () => {
    let running = 0
    const answer = async (name: string) => {
      running += 1
      expect(running).toBe(1)
      await setImmediate()
      running -= 1
      return `Hello, ${name}`
    }
    const greetings = await poolWith().run('greetAll', ['Ada', 'Grace', 'Mary'], { answer })
    expect(greetings).toEqual(['Hello, Ada', 'Hello, Grace', 'Hello, Mary'])
  })

  it('ignores the answer to a task that has failed in the meantime', async () => {
    poolWith()
    let answerLate: (name: string) => void = () => {}
    const answer = () => new Promise<string>((resolve) => (answerLate = resolve))
    await expect(pool.run('hurry', undefined, { answer })).rejects.toThrow('It did not wait.')
    answerLate('Ada')
    await setImmediate()
    expect(await pool.run('double', 21)).toBe(42)
    expect(pool.threadCount).toBe(1)
  })

  it('counts no time while a task waits for an answer', async () => {
    poolWith()
    await pool.run('double', 1)
    const answer = () => new Promise((resolve) => setTimeout(resolve, 400, 'now'))
    expect(await pool.run('patiently', undefined, { answer, timeoutMs: 300 })).toBe('done')
  })

  it('returns buffers that a task moves', async () => {
    poolWith()
    expect((await pool.run('move', 3)).bytes).toEqual(new Uint8Array(3))
  })

  it('fails a task whose question cannot be answered', async () => {
    poolWith()
    const answer = () => Promise.reject(new Error('no database'))
    await expect(pool.run('greet', 'Hello', { answer })).rejects.toThrow('no database')
    await expect(pool.run('greet', 'Hello')).rejects.toThrow('there is no function to answer it')
  })

  it('ends threads that have nothing to do', async () => {
    poolWith({ idleMs: 0 })
    await pool.run('double', 1)
    await expect.poll(() => pool.threadCount).toBe(0)
    expect(await pool.run('double', 2)).toBe(4)
  })

  it('refuses what waits and what comes once it is closed', async () => {
    poolWith()
    const running = expect(pool.run('spin', undefined)).rejects.toThrow()
    const waiting = expect(pool.run('double', 1)).rejects.toThrow(WorkerPoolBusy)
    await pool.close()
    await Promise.all([running, waiting])
    await expect(pool.run('double', 1)).rejects.toThrow(WorkerPoolBusy)
    expect(pool.threadCount).toBe(0)
  })
})

it('a pool leaves a core to the main thread, and has from 1 to 4 threads', () => {
  expect([1, 2, 3, 5, 6, 64].map((cores) => threadsBesideMain(cores))).toEqual([1, 1, 2, 4, 4, 4])
})
