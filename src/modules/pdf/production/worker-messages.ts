import type { BookPage } from '../book/links.ts'

/** What the worker should render. The next message follows when it is done. */
export interface PdfOrder {
  book: { title: string; description?: string; pages: readonly BookPage[] }
  /** The prefix of page ids, because the declarations of modules are not loaded in the thread. */
  pageIdPrefix: string
  createdAt: Date
  language?: string
}

/** A request of the worker, one at a time: the text of a page by its index in the book, or an image of it. */
export type PdfQuestion = { markdown: number } | { image: string; page: number }

export type PdfAnswer = string | Uint8Array | null

/** A message of the worker. It is done when all bytes are sent. */
export type FromPdfWorker = PdfQuestion | { bytes: Uint8Array } | { done: true }
