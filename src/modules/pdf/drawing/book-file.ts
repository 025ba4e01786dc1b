import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'

/** The parts of the library's document that its types do not include. */
interface Inner {
  page: { height: number; dictionary: Reference } | null
  _write(data: Uint8Array | string): void
  _offset: number
  _root: {
    data: {
      Pages: { data: { Kids: Reference[] } }
      Names: { data: { Dests: { add(name: string, destination: unknown[]): void } } }
    }
  }
}

/** An object of the file, which other objects refer to by its number. */
interface Reference {
  data: object
}

/** A position on a page. */
export interface PagePosition {
  sheet: Reference
  y: number
}

const CHUNK_BYTES = 64 * 1024

/**
 * A file that is read while it is written, and holds nothing of a page that is written: the library would hold the
 * dictionaries of all pages until the end, and a chunk for each object.
 */
export class BookFile {
  readonly doc: PDFKit.PDFDocument
  readonly #inner: Inner
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(options: PDFKit.PDFDocumentOptions) {
    this.doc = new PDFDocument(options)
    this.#inner = this.doc as unknown as Inner
    this.#inner._write = (data) => this.#write(data)
  }

  addSheet(): void {
    const { page } = this.#inner
    this.doc.addPage()
    if (page) page.dictionary.data = {}
  }

  /** A position on the current page. */
  placeAt(y: number): PagePosition {
    const { page } = this.#inner
    if (!page) throw new Error('The document has no page yet.')
    return { sheet: page.dictionary, y: page.height - Math.max(0, y) }
  }

  addDestination(name: string, { sheet, y }: PagePosition): void {
    this.#inner._root.data.Names.data.Dests.add(name, [sheet, 'XYZ', 0, y, null])
  }

  /** Moves the last pages to a position at the beginning. */
  moveToFront(at: number, count: number): void {
    const { Kids } = this.#inner._root.data.Pages.data
    Kids.splice(at, 0, ...Kids.splice(Kids.length - count, count))
  }

  /** What was written since the last call, if it is enough for a chunk. */
  *written(): Generator<Buffer> {
    const stream = this.doc as unknown as Readable
    for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) yield chunk as Buffer
  }

  *end(): Generator<Buffer> {
    const stream = this.doc as unknown as Readable
    const push = stream.push.bind(stream)
    stream.push = (chunk: unknown) => {
      // The end of the file.
      if (chunk === null) this.#flush()
      return push(chunk)
    }
    this.doc.end()
    yield* this.written()
  }

  #write(data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? Buffer.from(`${data}\n`, 'latin1') : Buffer.from(data)
    this.#chunks.push(bytes)
    this.#bytes += bytes.length
    this.#inner._offset += bytes.length
    if (this.#bytes >= CHUNK_BYTES) this.#flush()
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bytes = 0
    if (bytes.length > 0) (this.doc as unknown as Readable).push(bytes)
  }
}
