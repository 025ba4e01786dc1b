import { sheet } from './theme.ts'
import type { PdfPage } from './types.ts'

type Item = PDFKit.PDFOutline

/** The bookmarks of a document: the tree of its pages. */
export class Outline {
  #open: { depth: number; item: Item }[]

  constructor(doc: PDFKit.PDFDocument) {
    this.#open = [{ depth: -1, item: doc.outline }]
  }

  /** A bookmark to the page that is being drawn. */
  add({ title, depth }: PdfPage): void {
    while (this.#open.length > 1 && (this.#open.at(-1)?.depth ?? -1) >= depth) this.#open.pop()
    // Without the right edge, a PDF reader would scroll horizontally.
    const place = { expanded: false, left: sheet.width } as object
    const item = this.#open.at(-1)?.item.addItem(title, place)
    if (item !== undefined) this.#open.push({ depth, item })
  }
}
