export interface PdfPage {
  id: string
  title: string
  description?: string
  /** 0 at the root of the tree; a page stands under the nearest page before it that is less deep. */
  depth: number
}

export interface PdfBook {
  title: string
  description?: string
  /** In reading order. Only the titles are held; the text of a page is asked for when its turn comes. */
  pages: readonly PdfPage[]
  /** The body of a page, without front matter; null for a group, which only names what stands under it. */
  loadMarkdown(page: PdfPage): Promise<string | null>
  /** The bytes of an image as written in the text of a page; null when there is none to be had. */
  loadImage(ref: string, page: PdfPage): Promise<Uint8Array | null>
  /** Where a link written in the text of a page leads; null for nowhere, which leaves its words as they are. */
  resolveLink(href: string, page: PdfPage): PdfLink | null
}

export type PdfLink = { page: string; anchor?: string } | { url: string }

export interface PdfOptions {
  /** Written into the file, so it is part of what makes two files the same: take the time of the revision. */
  createdAt: Date
  /** BCP 47, such as `ja`: tells readers the language and which form of Han characters to draw. */
  language?: string
  signal?: AbortSignal
  /** False leaves the streams of the file readable. */
  compress?: boolean
}
