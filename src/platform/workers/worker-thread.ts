import type { Worker } from 'node:worker_threads'
import { startWorker, type WorkerOptions } from './start-worker.ts'

/** Messages of the main thread: a task, or the answer to a request by its number. */
export type ToWorker = { task: string; payload: unknown } | { to: number; answer: unknown }

/**
 * Messages of the worker: its result, parts of a list, its result with the last part, its error, or a question. With a
 * `request` number, the worker waits for the answer.
 */
export type FromWorker =
  | { result: unknown }
  | { items: unknown[]; request: number }
  | { lastResult: unknown; items: unknown[] }
  | { failure: PlainError }
  | Question

interface Question {
  question: unknown
  request?: number
}

/** An error across threads: structured cloning keeps neither its class nor its own fields. */
export interface PlainError {
  name: string
  message: string
  stack?: string
  fields: Record<string, unknown>
}

/** The task exceeded its time limit; its thread was ended. */
export class WorkerTimeout extends Error {}

/** The task exceeded the heap of its thread, which ended. */
export class WorkerOutOfMemory extends Error {}

export interface ThreadOptions extends WorkerOptions {
  reviveError?: (error: PlainError) => unknown
}

export interface ThreadTask {
  task: string
  payload: unknown
  transfer: readonly ArrayBuffer[]
  timeoutMs: number
  signal: AbortSignal | undefined
  answer: ((question: never) => unknown) | undefined
}

/** One worker thread. It runs one task at a time and cannot be used after a failure of the thread itself. */
export class WorkerThread {
  readonly #worker: Worker
  readonly #reviveError: (error: PlainError) => unknown
  #isDead = false

  constructor(options: ThreadOptions) {
    this.#worker = startWorker(options)
    this.#reviveError = options.reviveError ?? plainError
    this.#worker.once('exit', () => {
      this.#isDead = true
    })
    // Reported to the running task; without one, the next task gets another thread.
    this.#worker.on('error', () => {})
    this.#worker.unref()
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** An error that the task throws keeps the thread alive; a timeout, an abort or a crash ends it. */
  async run({ task, payload, transfer, timeoutMs, signal, answer }: ThreadTask): Promise<unknown> {
    const worker = this.#worker
    let isThreadFine = false
    // Not an AbortController, which creates an error with a stack for each task.
    let stopListening = () => {}
    worker.ref()
    try {
      return await new Promise<unknown>((resolve, reject) => {
        const fail = (error: unknown) => {
          isThreadFine = true
          reject(error)
        }
        const clock = new TaskClock(timeoutMs, () =>
          reject(new WorkerTimeout(`The task took longer than ${timeoutMs} ms.`)),
        )
        const items: unknown[] = []
        const succeed = (result: unknown) => {
          isThreadFine = true
          resolve(result)
        }
        const onMessage = (message: FromWorker) => {
          if ('result' in message) succeed(message.result)
          else if ('lastResult' in message) {
            items.push(...message.items)
            succeed({ value: message.lastResult, items })
          } else if ('items' in message) {
            items.push(...message.items)
            worker.postMessage({ to: message.request, answer: null } satisfies ToWorker)
          } else if ('failure' in message) fail(this.#reviveError(message.failure))
          else {
            if (message.request !== undefined) clock.stop()
            this.#answer(message, answer).then(() => clock.start(), reject)
          }
        }
        const onError = (error: Error & { code?: string }) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerOutOfMemory(error.message) : error)
        const onExit = () => reject(new Error('The worker thread ended before its task did.'))
        const onAbort = () => reject(signal?.reason)
        stopListening = () => {
          clock.end()
          worker.off('message', onMessage).off('error', onError).off('exit', onExit)
          signal?.removeEventListener('abort', onAbort)
        }
        worker.on('message', onMessage).on('error', onError).on('exit', onExit)
        signal?.addEventListener('abort', onAbort)
        clock.start()
        worker.postMessage({ task, payload } satisfies ToWorker, transfer)
      })
    } finally {
      stopListening()
      if (isThreadFine && !this.#isDead) worker.unref()
      else await this.end()
    }
  }

  async end(): Promise<void> {
    this.#isDead = true
    await this.#worker.terminate()
  }

  async #answer({ question, request: to }: Question, answer: ThreadTask['answer']): Promise<void> {
    if (!answer) throw new Error('The task sent a request, but there is no function to answer it.')
    const found = await answer(question as never)
    if (to === undefined || this.#isDead) return
    // Bytes from the database may be part of a larger buffer, all of which would be copied.
    if (found instanceof Uint8Array) {
      const bytes = new Uint8Array(found)
      this.#worker.postMessage({ to, answer: bytes } satisfies ToWorker, [bytes.buffer])
    } else this.#worker.postMessage({ to, answer: found } satisfies ToWorker)
  }
}

/** Measures the time in which a task works, without the time that it waits for an answer. */
class TaskClock {
  readonly #onEnd: () => void
  #left: number
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(ms: number, onEnd: () => void) {
    this.#left = ms
    this.#onEnd = onEnd
  }

  start(): void {
    if (this.#timer || this.#hasEnded) return
    this.#startedAt = performance.now()
    this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#left))
  }

  stop(): void {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#left -= performance.now() - this.#startedAt
  }

  /** Stops it for good: the answer to a question may come after the end of the task. */
  end(): void {
    this.#hasEnded = true
    this.stop()
  }
}

export function plainError({ name, message, stack, fields }: PlainError): Error {
  const error = Object.assign(new Error(message), fields, { name })
  if (stack !== undefined) error.stack = stack
  return error
}
