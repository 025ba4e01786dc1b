export interface PdfPage {
  id: string
  title: string
  description?: string
  /** 0 at the root. A page is a child of the nearest preceding page with a smaller depth. */
  depth: number
}

export interface PdfBook {
  title: string
  description?: string
  /** In reading order. Only titles are in memory; the text of a page is read when it is rendered. */
  pages: readonly PdfPage[]
  /** The body of a page, without front matter. Null for a group, which has only a title. */
  loadMarkdown(page: PdfPage): Promise<string | null>
  /** The bytes of an image by its URL in the text. Null if it is not available. */
  loadImage(ref: string, page: PdfPage): Promise<Uint8Array | null>
  /** The logo for the cover as PNG, if there is one. */
  loadLogo?(): Promise<Uint8Array | null>
  /** The target of a link in the text. Null if there is none; the text of the link is then shown without a link. */
  resolveLink(href: string, page: PdfPage): PdfLink | null
}

export type PdfLink = { page: string; anchor?: string } | { url: string }

export interface PdfOptions {
  /** Part of the file, so use the time of the revision to make the output deterministic. */
  createdAt: Date
  /** A BCP 47 tag such as `ja`: the language for PDF readers, and the form of Han characters. */
  language?: string
  signal?: AbortSignal
  /** False leaves the streams of the file uncompressed. */
  compress?: boolean
}
