import type { TaskContext } from '../../../platform/workers/worker-tasks.ts'
import { BookLinks, type BookPage } from '../book/links.ts'
import { renderPdf } from '../drawing/render.ts'
import type { PdfPage } from '../drawing/types.ts'

/** What the worker should render. */
export interface PdfOrder {
  book: { title: string; description?: string; pages: readonly BookPage[] }
  /** The prefix of page ids, because the declarations of modules are not loaded in the thread. */
  pageIdPrefix: string
  createdAt: Date
  language?: string
  /** Whether there is a logo for the cover. */
  hasLogo?: boolean
}

/** A request of the worker, one at a time: the text of a page by its index in the book, an image of it, or the logo. */
export type PdfQuestion = { markdown: number } | { image: string; page: number } | { logo: true }

/** The size of a part. The renderer makes many small chunks. */
const PART_BYTES = 128 * 1024

/** A part of the document. The worker continues when it is stored, so parts never pile up. */
export interface PdfPart {
  bytes: Uint8Array
}

async function make(
  { book, pageIdPrefix, createdAt, language, hasLogo }: PdfOrder,
  { ask }: TaskContext,
): Promise<void> {
  const links = new BookLinks(book.pages, pageIdPrefix)
  const places = new Map<PdfPage, number>(book.pages.map((page, at) => [page, at]))
  const placeOf = (page: PdfPage): number => places.get(page) ?? -1
  const pdf = renderPdf(
    {
      ...book,
      loadMarkdown: (page) => ask<string | null>({ markdown: placeOf(page) } satisfies PdfQuestion),
      loadImage: (image, page) =>
        ask<Uint8Array | null>({ image, page: placeOf(page) } satisfies PdfQuestion),
      loadLogo: async () => (hasLogo ? ask<Uint8Array | null>({ logo: true } satisfies PdfQuestion) : null),
      // The renderer returns the pages that it was given.
      resolveLink: (href, page) => links.resolve(href, page as BookPage),
    },
    { createdAt, ...(language === undefined ? {} : { language }) },
  )
  for await (const part of inParts(pdf)) {
    // A copy, because it is transferred and chunks can share their memory.
    const bytes = new Uint8Array(part)
    await ask({ bytes } satisfies PdfPart, [bytes.buffer])
  }
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    collected.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(collected)
    collected = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(collected)
}

/** The tasks of the worker that renders PDFs. */
export const pdfTasks = { make }
