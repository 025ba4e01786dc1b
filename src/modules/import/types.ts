import type { Outbound } from '../../platform/outbound.ts'

export interface ImportedPage {
  type: 'document' | 'group' | 'link'
  title: string
  /** What the table of contents calls it, where that is not its title. */
  linkTitle?: string
  /** Unique among its siblings; absent where only the title can tell. */
  slug?: string
  description?: string
  /**
   * The source text, front matter and heading included; empty on groups and links. References to pages and files of
   * the import are relative to `path`; `importedPath` resolves them.
   */
  markdown: string
  /** Where a link leads. */
  url?: string
  /** The file of the import that it was made from. */
  path?: string
  pages: ImportedPage[]
}

export interface ImportedFile {
  path: string
  name: string
  contentType: string
  bytes: Buffer
}

/** A text that pages include. */
export interface ImportedReusable {
  title: string
  /** The source text, front matter included. */
  markdown: string
  /** The file of the import that it was made from, whose name pages include it by. */
  path: string
}

export interface SkippedResource {
  path: string
  reason: string
}

export interface ImportedContent {
  pages: ImportedPage[]
  files: ImportedFile[]
  reusables: ImportedReusable[]
  skipped: SkippedResource[]
}

export interface ImportLimits {
  /** Bytes of what an import is made from. */
  sourceBytes: number
  /** Bytes of the text of a page. */
  pageBytes: number
  /** Bytes of a file. */
  fileBytes: number
  /** Bytes of everything in an archive, unpacked. */
  unpackedBytes: number
  /** Characters of all texts together: they are in memory at once, and stored in one transaction. */
  textCharacters: number
  /** Files in an archive or a wiki. */
  entries: number
  /** Folders within each other. */
  depth: number
  /** Images that a page brings along, and the bytes of one of them. */
  images: number
  imageBytes: number
  /** Milliseconds for everything that is fetched. */
  timeoutMs: number
}

const mebibyte = 1024 * 1024

export const importLimits: ImportLimits = {
  sourceBytes: 32 * mebibyte,
  pageBytes: 2 * mebibyte,
  fileBytes: 32 * mebibyte,
  unpackedBytes: 128 * mebibyte,
  textCharacters: 32 * mebibyte,
  entries: 5000,
  depth: 32,
  images: 100,
  imageBytes: 8 * mebibyte,
  timeoutMs: 60_000,
}

export interface ImportRequest {
  url: string
  outbound: Outbound
  limits: ImportLimits
}
