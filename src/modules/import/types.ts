import type { LocalRepository } from '../../platform/git/objects.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { StatedMetadata } from '../page-metadata/index.ts'
import type { ComputedSource } from '../revisions/index.ts'

export interface ImportedPage {
  type: 'document' | 'group' | 'link' | 'computed'
  title: string
  /** The title in the table of contents, if it differs from the title of the page. */
  linkTitle?: string
  /** Unique among its siblings. Absent if it is derived from the title. */
  slug?: string
  description?: string
  /**
   * The source text, including front matter and heading. Empty for groups and links. References to pages and files
   * of the import are relative to `path`.
   */
  markdown: string
  /** The metadata of the source text, if it was read. */
  stated?: StatedMetadata
  /** The target of a link. */
  url?: string
  /** What a computed page is computed from. */
  computed?: ComputedSource
  /** The file exists and cannot be used, so the page has no text of its own. */
  isRefused?: boolean
  /** The file of the import that it was created from. */
  path?: string
  pages: ImportedPage[]
}

export interface ImportedFile {
  path: string
  name: string
  contentType: string
  bytes: Buffer
}

/** Files of an archive, which are read one by one. */
interface ArchivedFiles {
  paths: readonly string[]
  /** Throws a `DomainError` if the file cannot be used. */
  read(path: string): Promise<Buffer>
  /** Throws if the whole archive was rejected while a file was read. */
  throwIfRejected(): void
  /** Frees the archive. */
  close(): void
}

/** A text that pages include. */
export interface ImportedReusable {
  title: string
  /** The source text, including front matter. */
  markdown: string
  /** The file of the import that it was created from. Pages include it by this name. */
  path: string
}

export interface SkippedResource {
  path: string
  reason: string
  /** The line that the reason is about, counted from 1. */
  line?: number
}

export interface ImportedContent {
  pages: ImportedPage[]
  files: ImportedFile[]
  /** More files, which are too many to be in memory at once. */
  archived?: ArchivedFiles
  reusables: ImportedReusable[]
  skipped: SkippedResource[]
  /** The variables of the content. Undefined if it sets none. */
  variables?: Record<string, string>
  /** What the content says about itself, for those who use it. */
  settings?: KeptSettings
}

/** Settings of a tree that do not change its pages. */
export interface KeptSettings {
  /** The folder of the pages. */
  root: string
  /** The file of the target page by old path. */
  redirects: Record<string, string>
  /** The value of `.gitbook/tags.yaml`. */
  tags?: unknown
}

export interface ImportLimits {
  /** The size of the source of an import, in bytes. */
  sourceBytes: number
  /** The size of the text of a page, in bytes. */
  pageBytes: number
  /** The size of a file, in bytes. */
  fileBytes: number
  /** The total size of what is unpacked into memory, in bytes. */
  unpackedBytes: number
  /** The total size of the files of an archive, which are read one by one, in bytes. */
  archiveBytes: number
  /** The number of characters of all texts: they are in memory at once, and stored in one transaction. */
  textCharacters: number
  /** The number of files in a document or a wiki. */
  entries: number
  /** The number of files in an archive. */
  archiveFiles: number
  /** The depth of nested folders. */
  depth: number
  /** The number of images of a page, and the size of each in bytes. */
  images: number
  imageBytes: number
  /** The time for all fetches, in milliseconds. */
  timeoutMs: number
}

const mebibyte = 1024 * 1024

export const importLimits: ImportLimits = {
  sourceBytes: 32 * mebibyte,
  pageBytes: 2 * mebibyte,
  fileBytes: 32 * mebibyte,
  unpackedBytes: 128 * mebibyte,
  archiveBytes: 1024 * mebibyte,
  textCharacters: 32 * mebibyte,
  entries: 5000,
  archiveFiles: 20_000,
  depth: 32,
  images: 100,
  imageBytes: 8 * mebibyte,
  timeoutMs: 60_000,
}

/** The latest commit of a wiki, in a local repository. */
export interface FetchedWiki {
  repository: LocalRepository
  commit: string
}

export interface ImportRequest {
  url: string
  /** The bytes of the archive at the URL or their file on this machine, for sources that are archives, and of an uploaded file. */
  archive?: Buffer | string | undefined
  /** The wiki at the URL, for sources that are wikis. */
  wiki?: FetchedWiki | undefined
  outbound: Outbound
  limits: ImportLimits
}
