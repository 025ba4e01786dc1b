import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { DomainError } from '../../core/errors.ts'
import { inspectUpload, type NewFile } from '../../core/files/inspect-upload.ts'
import { type StatedMetadata, statedMetadata } from '../page-metadata/index.ts'
import { type GitOrigin, hashOf, type NewBlob } from '../revisions/index.ts'
import { nothingToImport, refuseImport } from './refusals.ts'
import type {
  ImportedContent,
  ImportedFile,
  ImportedPage,
  ImportedReusable,
  ImportLimits,
  KeptSettings,
  SkippedResource,
} from './types.ts'

/** A text to store, with its hash and its origin. */
interface StorableText {
  /** The hash of the text. Absent if there is none. */
  document?: string
  git?: GitOrigin
}

export interface StorablePage extends Omit<ImportedPage, 'pages'>, StorableText {
  stated: StatedMetadata
  pages: StorablePage[]
}

export type StorableReusable = ImportedReusable & StorableText

export interface StorableFile {
  record: NewFile['record']
  /** The hash of the bytes. */
  blob: string
  git: GitOrigin
}

/** Imported content with everything precomputed, so that it only has to be written. */
export interface StorableContent {
  pages: StorablePage[]
  reusables: StorableReusable[]
  files: StorableFile[]
  /** The bytes of small files that are not stored yet: they are written together with the content. */
  blobs: NewBlob[]
  variables?: Record<string, string> | undefined
  settings?: KeptSettings | undefined
  skipped: SkippedResource[]
  importedResources: number
  totalResources: number
}

/** Stores the bytes of files, a few at a time. */
export interface BlobStore {
  add(blob: NewBlob, progress: { done: number; total: number }): Promise<void>
  /** Those that are not stored at the end, because they are few. */
  rest(): NewBlob[]
}

/**
 * Stores the bytes of the files of an import one by one, and computes the rest. Runs in the worker: hashing and parsing
 * the front matter of thousands of texts would block the event loop.
 */
export async function storableContent(
  content: ImportedContent,
  { textCharacters }: Pick<ImportLimits, 'textCharacters'>,
  store: BlobStore,
): Promise<StorableContent> {
  try {
    const characters =
      charactersOf(content.pages) + content.reusables.reduce((sum, { markdown }) => sum + markdown.length, 0)
    if (characters > textCharacters) {
      const message = `The texts have ${characters} characters together; ${textCharacters} are allowed. Import them in parts.`
      throw refuseImport('url', message)
    }
    const counts = importCounts(content)
    const { files, skipped } = await storedFiles(content, store)
    // All files of the archive may be damaged.
    if (counts.importedResources === skipped.length) throw nothingToImport(skipped)
    return {
      pages: content.pages.map(storablePage),
      reusables: content.reusables.map((reusable) => ({ ...reusable, ...textOf(reusable) })),
      files,
      blobs: store.rest(),
      variables: content.variables,
      settings: content.settings,
      skipped: [...content.skipped, ...skipped],
      importedResources: counts.importedResources - skipped.length,
      totalResources: counts.totalResources,
    }
  } finally {
    content.archived?.close()
  }
}

async function storedFiles(
  { files, archived }: ImportedContent,
  store: BlobStore,
): Promise<{ files: StorableFile[]; skipped: SkippedResource[] }> {
  const stored: StorableFile[] = []
  const skipped: SkippedResource[] = []
  const total = files.length + (archived?.paths.length ?? 0)
  const add = async ({ name, path, bytes }: Pick<ImportedFile, 'name' | 'path' | 'bytes'>) => {
    const { record } = await inspectUpload(name, bytes)
    const blob = hashOf(bytes)
    const git = originOf(path, bytes)
    await store.add({ hash: blob, bytes }, { done: stored.length + skipped.length, total })
    stored.push({ record, blob, git })
  }
  for (const path of archived?.paths ?? []) {
    const bytes = await archived?.read(path).catch((error: unknown) => {
      archived.throwIfRejected()
      if (!(error instanceof DomainError)) throw error
      skipped.push({ path, reason: error.details?.[0]?.message ?? error.message })
    })
    if (bytes) await add({ path, name: posix.basename(path), bytes })
  }
  for (const file of files) await add(file)
  return { files: stored, skipped }
}

function charactersOf(pages: readonly ImportedPage[]): number {
  let sum = 0
  for (const { markdown, pages: below } of pages) sum += markdown.length + charactersOf(below)
  return sum
}

function countOf(pages: readonly ImportedPage[]): number {
  let sum = pages.length
  for (const { pages: below } of pages) sum += countOf(below)
  return sum
}

function storablePage(page: ImportedPage): StorablePage {
  const stated = page.stated ?? statedMetadata(page.markdown)
  // Not an object literal that begins with a spread: V8 11 creates hidden classes for each of them, which remain until a
  // full collection.
  return Object.assign({}, page, textOf(page), { stated, pages: page.pages.map(storablePage) })
}

function textOf({ markdown, path }: { markdown: string; path?: string }): StorableText {
  const text: StorableText = {}
  if (markdown !== '') text.document = hashOf(markdown)
  if (path) text.git = originOf(path, markdown)
  return text
}

/** The blob hash of Git for this content. Together with the path, it identifies the origin. */
function originOf(path: string, content: string | Uint8Array): GitOrigin {
  const size = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
  const oid = createHash('sha1').update(`blob ${size}\0`).update(content).digest('hex')
  return { oid, path }
}

/** The number of imported pages, files and reusable contents, with and without skipped ones. */
export function importCounts(content: ImportedContent): {
  importedResources: number
  totalResources: number
} {
  const files = content.files.length + (content.archived?.paths.length ?? 0)
  const importedResources = countOf(content.pages) + files + content.reusables.length
  return { importedResources, totalResources: importedResources + content.skipped.length }
}
