import { availableParallelism } from 'node:os'
import { FairSlots, type Release, SlotsFull, slotsOfAll } from '../turns/fair-slots.ts'
import type { InParts, Moved, Tasks } from './worker-tasks.ts'
import { type PlainError, WorkerThread } from './worker-thread.ts'

export interface WorkerPoolOptions {
  /** The worker's file below src, without its extension, such as `modules/import/threads/import.worker`. */
  file: string
  /**
   * The maximum number of threads that work for one organization. There can be half as many again for others: see
   * `FairSlots`. They start when there is work.
   */
  threads?: number
  /** The maximum heap size of a thread. */
  heapMegabytes?: number
  /** The maximum size of the heap of a thread for new objects. */
  youngMegabytes?: number
  /** Threads for work that no request waits for: they yield the CPU to all others. */
  isBackground?: boolean
  /** The time limit of a running task, unless `run` sets another. */
  timeoutMs?: number
  /** The maximum number of waiting tasks of one organization, and of bytes in their payloads together. */
  maxQueued?: number
  maxQueuedBytes?: number
  /** Idle time after which a thread ends. */
  idleMs?: number
  /**
   * For threads that take long to start: while a task takes long, another thread is made ready, so that the task of
   * another organization does not wait for its start.
   */
  hasSpare?: boolean
  /** Restores the class of an error that a task threw. */
  reviveError?: (error: PlainError) => unknown
}

/** A task that runs longer makes a pool with a spare thread start it. */
const LONG_TASK_MS = 250

export interface RunOptions {
  /** Whose work it is: organizations take turns. Tasks without one count as those of one more organization. */
  organizationId?: string | undefined
  timeoutMs?: number
  /** Removes a waiting task from the queue, and ends the thread of a running one. */
  signal?: AbortSignal
  /** Bytes of the payload; estimated from its strings and buffers when omitted. */
  bytes?: number
  /** Buffers that are transferred to the thread instead of copied. */
  transfer?: readonly ArrayBuffer[]
  /** Answers requests of the task, and receives its messages. */
  answer?: (question: never) => unknown
}

/** The queue is full, or the pool is closed: 503 for the caller. */
export class WorkerPoolBusy extends Error {}

const defaults = {
  threads: 1,
  heapMegabytes: 256,
  youngMegabytes: 192,
  timeoutMs: 30_000,
  maxQueued: 64,
  maxQueuedBytes: 64 * 1024 * 1024,
  idleMs: 20_000,
}

/** The number of threads for work that requests wait for: one core is left for the main thread. */
export const threadsBesideMain = (cores = availableParallelism()): number =>
  Math.min(4, Math.max(1, cores - 1))

/** The result of a task for its caller. */
type ResultOf<Made> =
  Awaited<Made> extends Moved<infer Value>
    ? Value
    : Awaited<Made> extends InParts<infer Value, infer Item>
      ? { value: Value; items: Item[] }
      : Awaited<Made>

interface Idle {
  thread: WorkerThread
  timer: NodeJS.Timeout
}

/**
 * Runs tasks in worker threads, with limits on time, memory and the queue. A thread that crashes, exceeds
 * its time or memory, or whose caller aborts is ended, and the next task starts another.
 */
export class WorkerPool<T extends Tasks> {
  readonly #options: WorkerPoolOptions & typeof defaults
  readonly #idle: Idle[] = []
  readonly #busy = new Set<WorkerThread>()
  readonly #slots: FairSlots
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = { ...defaults, ...options }
    const { threads: each, maxQueued: maxWaiting, maxQueuedBytes: maxWaitingBytes } = this.#options
    this.#slots = new FairSlots({ each, maxWaiting, maxWaitingBytes })
  }

  /** Threads that exist at the moment. */
  get threadCount(): number {
    return this.#busy.size + this.#idle.filter(({ thread }) => !thread.isDead).length
  }

  async run<Name extends keyof T & string>(
    task: Name,
    payload: Parameters<T[Name]>[0],
    options: RunOptions = {},
  ): Promise<ResultOf<ReturnType<T[Name]>>> {
    const { signal } = options
    const free = await this.#slot(options, options.bytes ?? estimateBytes(payload))
    try {
      signal?.throwIfAborted()
      return await this.#runOn(this.#take(), task, payload, options)
    } finally {
      free()
    }
  }

  async #runOn<Name extends keyof T & string>(
    thread: WorkerThread,
    task: Name,
    payload: Parameters<T[Name]>[0],
    { transfer = [], timeoutMs = this.#options.timeoutMs, signal, answer }: RunOptions,
  ): Promise<ResultOf<ReturnType<T[Name]>>> {
    const spare = setTimeout(() => this.#startSpare(), LONG_TASK_MS).unref()
    try {
      const result = await thread.run({ task, payload, transfer, timeoutMs, signal, answer })
      return result as ResultOf<ReturnType<T[Name]>>
    } finally {
      clearTimeout(spare)
      this.#release(thread)
    }
  }

  /** Makes a thread ready for another organization, unless one is idle or as many as can work exist. */
  #startSpare(): void {
    const { hasSpare, threads } = this.#options
    const count = this.threadCount
    if (!hasSpare || this.#isClosed || count > this.#busy.size || count >= slotsOfAll(threads)) return
    this.#keep(new WorkerThread({ ...this.#options, isSpare: true }))
  }

  /** Starts a thread, if there is none, for a task that will follow: loading its code takes longer than most tasks. */
  prepare(): void {
    if (!this.#isClosed && this.threadCount === 0) this.#keep(new WorkerThread(this.#options))
  }

  /** Ends all threads; waiting and later tasks are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#slots.refuseWaiting(this.#refusal())
    const threads = [...this.#busy, ...this.#idle.splice(0).map(({ thread }) => thread)]
    await Promise.all(threads.map((thread) => thread.end()))
  }

  #refusal(): WorkerPoolBusy {
    const { maxQueued, maxQueuedBytes } = this.#options
    return new WorkerPoolBusy(
      this.#isClosed
        ? 'The server is stopping. Try again in a few seconds.'
        : `Too much work is queued (of one organization at most ${maxQueued} tasks with ${maxQueuedBytes} bytes together). Try again in a few seconds.`,
    )
  }

  async #slot({ organizationId = '', signal }: RunOptions, bytes: number): Promise<Release> {
    if (this.#isClosed) throw this.#refusal()
    try {
      return await this.#slots.take(organizationId, { signal, bytes })
    } catch (error) {
      throw error instanceof SlotsFull ? this.#refusal() : error
    }
  }

  /** An idle thread, or a new one. */
  #take(): WorkerThread {
    if (this.#isClosed) throw this.#refusal()
    let found = this.#idle.pop()
    while (found?.thread.isDead) found = this.#idle.pop()
    clearTimeout(found?.timer)
    const thread = found?.thread ?? new WorkerThread(this.#options)
    this.#busy.add(thread)
    return thread
  }

  /** Keeps a thread for the next task, until it has been idle for too long. */
  #keep(thread: WorkerThread): void {
    const timer = setTimeout(() => void thread.end(), this.#options.idleMs).unref()
    this.#idle.push({ thread, timer })
  }

  #release(thread: WorkerThread): void {
    this.#busy.delete(thread)
    if (!thread.isDead && !this.#isClosed) this.#keep(thread)
    if (this.#isClosed) void thread.end()
  }
}

/** The strings and buffers of a payload, one level deep. */
function estimateBytes(payload: unknown): number {
  const sizeOf = (value: unknown): number =>
    typeof value === 'string' ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0
  if (typeof payload !== 'object' || payload === null || ArrayBuffer.isView(payload)) return sizeOf(payload)
  return Object.values(payload).reduce((sum: number, value) => sum + sizeOf(value), 0)
}
