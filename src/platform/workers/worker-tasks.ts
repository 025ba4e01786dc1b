import { constants, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { WorkerData } from './start-worker.ts'
import type { FromWorker, PlainError, ToWorker } from './worker-thread.ts'

/** What a task can use besides its payload. */
export interface TaskContext {
  /**
   * Sends a request to the main thread (`answer` of `WorkerPool.run`) and waits. Requests of one task are sent one after
   * the other. Buffers in `transfer` are not copied.
   */
  ask<Answer>(question: unknown, transfer?: readonly ArrayBuffer[]): Promise<Answer>
  /** Sends a message to the same function without waiting; buffers in `transfer` are not copied. */
  send(part: unknown, transfer?: readonly ArrayBuffer[]): void
}

/** A result whose buffers are transferred to the main thread instead of copied. */
export class Moved<Value> {
  readonly value: Value
  readonly buffers: readonly ArrayBuffer[]

  constructor(value: Value, buffers: readonly ArrayBuffer[]) {
    this.value = value
    this.buffers = buffers
  }
}

/** Bytes of one part of a long list: receiving it takes about a millisecond. */
const PART_BYTES = 128 * 1024

/**
 * A result with a long list, which is sent in parts: receiving all of it at once would block the main thread. The caller
 * of the pool gets the value and all items.
 */
export class InParts<Value, Item> {
  readonly value: Value
  readonly #items: readonly Item[]
  readonly #bytesOf: (item: Item) => number

  constructor(value: Value, items: readonly Item[], bytesOf: (item: Item) => number) {
    this.value = value
    this.#items = items
    this.#bytesOf = bytesOf
  }

  *parts(): Generator<Item[]> {
    let part: Item[] = []
    let bytes = 0
    for (const item of this.#items) {
      part.push(item)
      bytes += this.#bytesOf(item)
      if (bytes < PART_BYTES) continue
      yield part
      part = []
      bytes = 0
    }
    yield part
  }
}

/** The tasks of a worker by name. Payloads and results are structured clones. */
export type Tasks = Record<string, (payload: never, context: TaskContext) => unknown>

/**
 * The last statement of a *.worker.ts file: runs the tasks that the pool sends, one after the other. A thread that starts
 * before there is a task runs `warmUp` first.
 */
export async function serveTasks(tasks: Tasks, warmUp?: () => Promise<void>): Promise<never> {
  const port = parentPort
  if (!port) throw new Error('This file runs in a worker thread only.')
  const { isBackground, isSpare } = workerData as WorkerData
  if (isBackground) yieldToOthers()
  const main = new MainThread(port)
  if (isSpare) await warmUp?.()
  for (;;) {
    const { task, payload } = await main.nextTask()
    try {
      const run = tasks[task]
      if (!run) throw new Error(`The worker has no task ${task}.`)
      const made = await run(payload as never, main.contextOfTask())
      if (made instanceof Moved) main.say({ result: made.value }, made.buffers)
      else if (made instanceof InParts) {
        const parts = [...made.parts()]
        const items = parts.pop() ?? []
        for (const others of parts) await main.request({ items: others })
        main.say({ lastResult: made.value, items })
      } else main.say({ result: made })
    } catch (error) {
      main.say({ failure: plain(error) })
    }
  }
}

type Order = Extract<ToWorker, { task: string }>

/** The other side of the port. */
class MainThread {
  readonly #port: MessagePort
  /** Tasks that have not started, and the function that waits for the next one. */
  readonly #orders: Order[] = []
  #start: ((order: Order) => void) | undefined
  /** Requests by their numbers. An answer to a task that has failed in the meantime finds none. */
  readonly #waiting = new Map<number, (answer: unknown) => void>()
  #lastRequest = 0

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (message: ToWorker) => {
      if ('task' in message) {
        this.#orders.push(message)
        this.#start?.(message)
        return
      }
      this.#waiting.get(message.to)?.(message.answer)
      this.#waiting.delete(message.to)
    })
  }

  async nextTask(): Promise<Order> {
    this.#waiting.clear()
    if (this.#orders.length === 0) {
      await new Promise((resolve) => {
        this.#start = resolve
      })
    }
    return this.#orders.shift() as Order
  }

  say(message: FromWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer)
  }

  request(
    message: { question: unknown } | { items: unknown[] },
    transfer?: readonly ArrayBuffer[],
  ): Promise<unknown> {
    this.#lastRequest += 1
    const request = this.#lastRequest
    const answered = new Promise((resolve) => this.#waiting.set(request, resolve))
    this.say({ ...message, request }, transfer)
    return answered
  }

  contextOfTask(): TaskContext {
    let last: Promise<unknown> = Promise.resolve()
    return {
      ask: <Answer>(question: unknown, transfer?: readonly ArrayBuffer[]) => {
        last = last.then(() => this.request({ question }, transfer))
        return last as Promise<Answer>
      },
      send: (part, transfer) => this.say({ question: part }, transfer),
    }
  }
}

/**
 * Lowers the priority of this thread. Linux has a priority for each thread, and 0 is the calling one; elsewhere it would be
 * that of the whole server. Not the lowest one, with which it gets a seventieth of a busy core: everybody's jobs would wait.
 */
function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
}

function plain(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} }
  const { name, message, stack } = error
  const fields = JSON.parse(JSON.stringify({ ...error })) as Record<string, unknown>
  return { name, message, ...(stack === undefined ? {} : { stack }), fields }
}
