import type { Worker } from 'node:worker_threads'
import { DomainError } from '../../../core/errors.ts'
import { startWorker } from '../../../platform/workers/start-worker.ts'
import type { FromPdfWorker, PdfAnswer, PdfOrder, PdfQuestion } from './worker-messages.ts'

/** The source of the texts and images of a book. */
export interface PdfMaterial {
  markdown(at: number): Promise<string | null>
  image(ref: string, at: number): Promise<Uint8Array | null>
}

export interface PdfLimits {
  ms: number
  bytes: number
  /** The limit of the heap. Memory outside of it is limited by the other two. */
  megabytes: number
  /** Milliseconds without work after which the thread ends. */
  idleMs: number
}

const usual: PdfLimits = { ms: 5 * 60 * 1000, bytes: 64 * 1024 * 1024, megabytes: 768, idleMs: 20 * 1000 }

const tooMuch = () =>
  new DomainError(
    'payload_too_large',
    'The content is too large for one PDF. Request a page and the pages below it.',
  )

const WORKER = 'modules/pdf/production/pdf.worker'

/** A thread that renders PDFs, one after the other. It starts with the first PDF and ends when idle. */
export class PdfThread {
  readonly #limits: PdfLimits
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(limits: Partial<PdfLimits> = {}) {
    this.#limits = { ...usual, ...limits }
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Any error ends the thread and rejects all of its work. */
  async make(order: PdfOrder, material: PdfMaterial, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted()
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#start()
    worker.ref()
    try {
      const made = await this.#run(worker, order, material, signal)
      worker.unref()
      this.#idle = setTimeout(() => void this.close(), this.#limits.idleMs).unref()
      return made
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = startWorker({ file: WORKER, heapMegabytes: this.#limits.megabytes })
    this.#worker = worker
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    // Work in progress is rejected; the next request starts a new thread.
    worker.on('error', () => {})
    return worker
  }

  async #run(worker: Worker, order: PdfOrder, material: PdfMaterial, signal: AbortSignal): Promise<Buffer> {
    const { ms, bytes: most } = this.#limits
    const timeout = AbortSignal.timeout(ms)
    const over = new AbortController()
    const listen = <Value>(event: string, heard: (value: Value) => void) => {
      worker.on(event, heard)
      over.signal.addEventListener('abort', () => worker.off(event, heard), { once: true })
    }
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        const chunks: Uint8Array[] = []
        let size = 0
        listen('message', (message: FromPdfWorker) => {
          if ('done' in message) return resolve(Buffer.concat(chunks, size))
          if (!('bytes' in message)) return void answer(worker, message, material).catch(reject)
          chunks.push(message.bytes)
          size += message.bytes.length
          if (size > most) reject(tooMuch())
        })
        listen('error', (error: Error & { code?: string }) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
        )
        listen('exit', () => reject(new Error('The worker ended before the PDF was complete.')))
        timeout.addEventListener('abort', () => reject(tooMuch()), { signal: over.signal })
        signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
        worker.postMessage(order)
      })
    } finally {
      over.abort()
    }
  }
}

async function answer(worker: Worker, question: PdfQuestion, material: PdfMaterial): Promise<void> {
  const found: PdfAnswer =
    'markdown' in question
      ? await material.markdown(question.markdown)
      : await material.image(question.image, question.page)
  // A buffer from the database can be part of a larger one, which would be copied as a whole.
  if (found instanceof Uint8Array) {
    const bytes = new Uint8Array(found)
    worker.postMessage(bytes, [bytes.buffer])
  } else worker.postMessage(found)
}
