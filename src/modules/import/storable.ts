import { createHash } from 'node:crypto'
import { inspectUpload, type NewFile } from '../../core/files/inspect-upload.ts'
import { type StatedMetadata, statedMetadata } from '../page-metadata/index.ts'
import { type GitOrigin, hashOf } from '../revisions/index.ts'
import { refuseImport } from './refusals.ts'
import type {
  ImportedContent,
  ImportedFile,
  ImportedPage,
  ImportedReusable,
  ImportLimits,
  SkippedResource,
} from './types.ts'

/** A text to store, with its hash and its origin. */
interface StorableText {
  /** The hash of the text. Absent if there is none. */
  document?: string
  git?: GitOrigin
}

export interface StorablePage extends Omit<ImportedPage, 'pages'>, StorableText {
  said: StatedMetadata
  pages: StorablePage[]
}

export type StorableReusable = ImportedReusable & StorableText

export interface StorableFile extends NewFile {
  blob: string
  git: GitOrigin
}

/** Imported content with everything precomputed, so that it only has to be stored. */
export interface StorableContent {
  pages: StorablePage[]
  reusables: StorableReusable[]
  files: StorableFile[]
  variables?: Record<string, string> | undefined
  skipped: SkippedResource[]
  importedResources: number
  totalResources: number
}

/** Runs in the worker: hashing and parsing the front matter of thousands of texts would block the event loop. */
export async function storableContent(
  content: ImportedContent,
  { textCharacters }: Pick<ImportLimits, 'textCharacters'>,
): Promise<StorableContent> {
  const characters =
    charactersOf(content.pages) + content.reusables.reduce((sum, { markdown }) => sum + markdown.length, 0)
  if (characters > textCharacters) {
    const message = `The texts have ${characters} characters together; ${textCharacters} are allowed. Import them in parts.`
    throw refuseImport('url', message)
  }
  const files: StorableFile[] = []
  for (const file of content.files) files.push(await storableFile(file))
  return {
    pages: content.pages.map(storablePage),
    reusables: content.reusables.map((reusable) => ({ ...reusable, ...textOf(reusable) })),
    files,
    variables: content.variables,
    skipped: content.skipped,
    ...importCounts(content),
  }
}

const charactersOf = (pages: readonly ImportedPage[]): number =>
  pages.reduce((sum, { markdown, pages }) => sum + markdown.length + charactersOf(pages), 0)

function storablePage(page: ImportedPage): StorablePage {
  return {
    ...page,
    ...textOf(page),
    said: statedMetadata(page.markdown),
    pages: page.pages.map(storablePage),
  }
}

const textOf = ({ markdown, path }: { markdown: string; path?: string }): StorableText => ({
  ...(markdown === '' ? {} : { document: hashOf(markdown) }),
  ...(path ? { git: originOf(path, markdown) } : {}),
})

async function storableFile({ name, path, bytes }: ImportedFile): Promise<StorableFile> {
  return { ...(await inspectUpload(name, bytes)), blob: hashOf(bytes), git: originOf(path, bytes) }
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
  const count = (pages: ImportedPage[]): number => pages.reduce((sum, page) => sum + 1 + count(page.pages), 0)
  const importedResources = count(content.pages) + content.files.length + content.reusables.length
  return { importedResources, totalResources: importedResources + content.skipped.length }
}
