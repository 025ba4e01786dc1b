import type { BookPage } from '../book/links.ts'

/** What the worker is to make; the next one comes when it is done. */
export interface PdfOrder {
  book: { title: string; description?: string; pages: readonly BookPage[] }
  /** The prefix of ids of pages; a thread knows no declarations of modules. */
  pageIdPrefix: string
  createdAt: Date
  language?: string
}

/** What it asks for, one thing at a time: the text of a page, by its place in the book, or an image on it. */
export type PdfQuestion = { markdown: number } | { image: string; page: number }

export type PdfAnswer = string | Uint8Array | null

/** What it says; it is done when all bytes are sent. */
export type FromPdfWorker = PdfQuestion | { bytes: Uint8Array } | { done: true }
