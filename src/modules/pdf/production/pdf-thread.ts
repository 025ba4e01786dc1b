import { DomainError } from '../../../core/errors.ts'
import { FairSlots } from '../../../platform/turns/fair-slots.ts'
import { WorkerPool } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import type { PdfOrder, PdfPart, PdfQuestion, pdfTasks } from './pdf.tasks.ts'

/** The source of the texts and images of a book. */
export interface PdfMaterial {
  markdown(at: number): Promise<string | null>
  image(ref: string, at: number): Promise<Uint8Array | null>
  /** The logo for the cover as PNG. */
  logo?(): Promise<Uint8Array | null>
}

/** Stores the next bytes of a PDF. */
type PdfSink = (bytes: Uint8Array) => Promise<void>

export interface PdfLimits {
  /** The time of rendering in addition to that per page, without the time for reading texts and images. */
  ms: number
  msPerPage: number
  /** The size of a PDF. */
  bytes: number
  /** The limit of the heap of a thread. It holds a page at a time, so memory outside of it is limited as well. */
  megabytes: number
  /** Milliseconds without work after which a thread ends. */
  idleMs: number
  /** The number of threads for one organization. */
  threads: number
  /** The number of threads that work at the same time for one organization. They alternate after each page. */
  working: number
}

const usual: PdfLimits = {
  ms: 5 * 60 * 1000,
  msPerPage: 1000,
  bytes: 512 * 1024 * 1024,
  megabytes: 512,
  idleMs: 20 * 1000,
  threads: 1,
  working: 1,
}

const partly = 'Request a page and the pages below it, with the parameter `page`.'
const tooLarge = (bytes: number) =>
  new DomainError(
    'payload_too_large',
    `The PDF has more than ${bytes / 1024 / 1024} MiB, which is the maximum of this server. ${partly}`,
  )
const tooMuch = () =>
  new DomainError('payload_too_large', `The content takes too much time or memory for one PDF. ${partly}`)

/** Threads that render PDFs, each one after the other. They start when there is work and end when idle. */
export class PdfThread {
  readonly #limits: PdfLimits
  readonly #pool: WorkerPool<typeof pdfTasks>
  readonly #slots: FairSlots

  constructor(limits: Partial<PdfLimits> = {}) {
    this.#limits = { ...usual, ...limits }
    const { ms, megabytes, idleMs, threads, working } = this.#limits
    const file = 'modules/pdf/production/pdf.worker'
    this.#pool = new WorkerPool({ file, heapMegabytes: megabytes, timeoutMs: ms, idleMs, threads })
    this.#slots = new FairSlots({ each: working })
  }

  get isRunning(): boolean {
    return this.#pool.threadCount > 0
  }

  /** Renders a PDF, and passes its bytes on as they are rendered. */
  async make(
    order: PdfOrder,
    material: PdfMaterial,
    sink: PdfSink,
    signal: AbortSignal,
    organizationId = '',
  ): Promise<void> {
    const { ms, msPerPage, bytes: most } = this.#limits
    let size = 0
    const answer = async (message: PdfQuestion | PdfPart) => {
      if ('markdown' in message) return material.markdown(message.markdown)
      if ('image' in message) return material.image(message.image, message.page)
      if ('logo' in message) return (await material.logo?.()) ?? null
      size += message.bytes.length
      if (size > most) throw tooLarge(most)
      await sink(message.bytes)
      return null
    }
    const timeoutMs = ms + msPerPage * order.book.pages.length
    let free = await this.#slots.take(organizationId)
    let isOver = false
    // Another thread can work while this one waits, and after each page.
    const inSlot = async (message: PdfQuestion | PdfPart) => {
      free()
      try {
        return await answer(message)
      } finally {
        free = await this.#slots.take(organizationId)
        if (isOver) free()
      }
    }
    try {
      await this.#pool.run('make', order, { answer: inSlot, signal, timeoutMs, organizationId })
    } catch (error) {
      if (error instanceof WorkerTimeout || error instanceof WorkerOutOfMemory) throw tooMuch()
      throw error
    } finally {
      isOver = true
      free()
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
