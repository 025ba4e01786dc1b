export { renderPdf } from './render.ts'
export type { PdfBook, PdfLink, PdfOptions, PdfPage } from './types.ts'
