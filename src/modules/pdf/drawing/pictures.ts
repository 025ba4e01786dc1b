import { createHash } from 'node:crypto'
import { isPng, opaquePng } from './png.ts'

/** An image of the document, with its size in pixels. */
export interface Picture {
  width: number
  height: number
  image: PDFKit.Mixins.ImageSrc
}

interface OpenedImage {
  width: number
  height: number
  orientation?: number
  embed(doc: PDFKit.PDFDocument): void
}

/** The images of one document. The same bytes are embedded once, however many pages use them. */
export class Pictures {
  #doc: PDFKit.PDFDocument
  #opened = new Map<string, Picture | null>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /** Null if it is neither PNG nor JPEG, or is broken. */
  open(bytes: Uint8Array): Picture | null {
    const hash = createHash('sha256').update(bytes).digest('base64')
    const known = this.#opened.get(hash)
    if (known !== undefined) return known
    const picture = this.#read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    this.#opened.set(hash, picture)
    return picture
  }

  #read(bytes: Buffer): Picture | null {
    const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
    if (!isJpeg && !isPng(bytes)) return null
    try {
      const source = isJpeg ? bytes : opaquePng(bytes)
      // The types of the library do not include the method that opens images.
      const { openImage } = this.#doc as unknown as { openImage(source: Buffer): OpenedImage }
      const image = openImage.call(this.#doc, source)
      if (!(image.width > 0 && image.height > 0)) return null
      // Written at once, so that the bytes of one image are in memory at a time.
      image.embed(this.#doc)
      const isTurned = (image.orientation ?? 0) > 4
      const [width, height] = isTurned ? [image.height, image.width] : [image.width, image.height]
      return { width, height, image: image as unknown as PDFKit.Mixins.ImageSrc }
    } catch {
      return null
    }
  }
}
