import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DomainError } from '../../../core/errors.ts'
import { projectRoot } from '../../../project-root.ts'
import type { FromPdfWorker, PdfAnswer, PdfOrder, PdfQuestion } from './worker-messages.ts'

/** Where the texts and images of a book come from. */
export interface PdfMaterial {
  markdown(at: number): Promise<string | null>
  image(ref: string, at: number): Promise<Uint8Array | null>
}

export interface PdfLimits {
  ms: number
  bytes: number
  /** Of the heap; what is outside of it is held within bounds by the other two. */
  megabytes: number
}

const limits: PdfLimits = { ms: 5 * 60 * 1000, bytes: 64 * 1024 * 1024, megabytes: 768 }

const tooMuch = () =>
  new DomainError('payload_too_large', 'This is too much for one PDF. Ask for a page and what is below it.')

const isSource = import.meta.url.endsWith('.ts')

/** The compiled worker is an entry point of its own; among the sources it has to be compiled as it is read. */
function startWorker(workerData: PdfOrder, { megabytes }: PdfLimits): Worker {
  const options = { workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: megabytes } }
  if (!isSource) return new Worker(join(projectRoot, 'dist/modules/content/pdf/pdf.worker.js'), options)
  const file = JSON.stringify(new URL('./pdf.worker.ts', import.meta.url).href)
  const compileAndRun = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(compileAndRun, { ...options, eval: true })
}

/** Makes a PDF in a thread of its own, which is gone when this settles. */
export async function makePdf(
  order: PdfOrder,
  material: PdfMaterial,
  signal: AbortSignal,
  within: PdfLimits = limits,
): Promise<Buffer> {
  signal.throwIfAborted()
  const timeout = AbortSignal.timeout(within.ms)
  const worker = startWorker(order, within)
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const chunks: Uint8Array[] = []
      let size = 0
      worker.on('message', (message: FromPdfWorker) => {
        if ('done' in message) return resolve(Buffer.concat(chunks, size))
        if (!('bytes' in message)) return void answer(worker, message, material).catch(reject)
        chunks.push(message.bytes)
        size += message.bytes.length
        if (size > within.bytes) reject(tooMuch())
      })
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
      )
      worker.on('exit', () => reject(new Error('The worker ended before the PDF was complete.')))
      timeout.addEventListener('abort', () => reject(tooMuch()), { once: true })
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  } finally {
    await worker.terminate()
  }
}

async function answer(worker: Worker, question: PdfQuestion, material: PdfMaterial): Promise<void> {
  const found: PdfAnswer =
    'markdown' in question
      ? await material.markdown(question.markdown)
      : await material.image(question.image, question.page)
  // What comes from the database may be a part of a larger piece of memory, all of which would go along.
  if (found instanceof Uint8Array) {
    const bytes = new Uint8Array(found)
    worker.postMessage(bytes, [bytes.buffer])
  } else worker.postMessage(found)
}
