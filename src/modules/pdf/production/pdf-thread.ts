import { DomainError } from '../../../core/errors.ts'
import { WorkerPool } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { PdfOrder, PdfPart, PdfQuestion, pdfTasks } from './pdf.tasks.ts'

/** The source of the texts and images of a book. */
export interface PdfMaterial {
  markdown(at: number): Promise<string | null>
  image(ref: string, at: number): Promise<Uint8Array | null>
}

export interface PdfLimits {
  /** The time of rendering, in addition to the time for reading texts and images. */
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

/** A thread that renders PDFs, one after the other. It starts with the first PDF and ends when idle. */
export class PdfThread {
  readonly #most: number
  readonly #pool: WorkerPool<typeof pdfTasks>

  constructor(limits: Partial<PdfLimits> = {}) {
    const { ms, bytes, megabytes, idleMs } = { ...usual, ...limits }
    this.#most = bytes
    const file = 'modules/pdf/production/pdf.worker'
    this.#pool = new WorkerPool({ file, heapMegabytes: megabytes, timeoutMs: ms, idleMs })
  }

  get isRunning(): boolean {
    return this.#pool.threadCount > 0
  }

  async make(order: PdfOrder, material: PdfMaterial, signal: AbortSignal): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let size = 0
    const answer = async (message: PdfQuestion | PdfPart) => {
      if ('markdown' in message) return material.markdown(message.markdown)
      if ('image' in message) return material.image(message.image, message.page)
      chunks.push(message.bytes)
      size += message.bytes.length
      if (size > this.#most) throw tooMuch()
      return null
    }
    try {
      await this.#pool.run('make', order, { answer, signal })
      return Buffer.concat(chunks, size)
    } catch (error) {
      if (error instanceof WorkerTimeout || error instanceof WorkerOutOfMemory) throw tooMuch()
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
