import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { FromWorker, PlainError, ToWorker } from './worker-thread.ts'

/** What a task can use besides its payload. */
export interface TaskContext {
  /**
   * Sends a request to the main thread (`answer` of `WorkerPool.run`) and waits. One at a time. Buffers in `transfer` are
   * not copied.
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

/** The tasks of a worker by name. Payloads and results are structured clones. */
export type Tasks = Record<string, (payload: never, context: TaskContext) => unknown>

/** The last statement of a *.worker.ts file: runs the tasks that the pool sends, one after the other. */
export async function serveTasks(tasks: Tasks): Promise<never> {
  const port = parentPort
  if (!port) throw new Error('This file runs in a worker thread only.')
  const say = (message: FromWorker, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, transfer)
  // The two sides alternate, so the next message is the one that this side waits for.
  const next = async (): Promise<ToWorker> => ((await once(port, 'message')) as [ToWorker])[0]

  const context: TaskContext = {
    ask: async <Answer>(question: unknown, transfer?: readonly ArrayBuffer[]) => {
      const answered = next()
      say({ question, isAnswered: true }, transfer)
      return ((await answered) as { answer: Answer }).answer
    },
    send: (part, transfer) => say({ question: part, isAnswered: false }, transfer),
  }
  for (;;) {
    const { task, payload } = (await next()) as { task: string; payload: unknown }
    try {
      const run = tasks[task]
      if (!run) throw new Error(`The worker has no task ${task}.`)
      const made = await run(payload as never, context)
      if (made instanceof Moved) say({ result: made.value }, made.buffers)
      else say({ result: made })
    } catch (error) {
      say({ failure: plain(error) })
    }
  }
}

function plain(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} }
  const { name, message, stack } = error
  const fields = JSON.parse(JSON.stringify({ ...error })) as Record<string, unknown>
  return { name, message, ...(stack === undefined ? {} : { stack }), fields }
}
