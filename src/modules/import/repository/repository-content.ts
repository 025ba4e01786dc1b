import { posix } from 'node:path'
import { blobs, type LocalRepository, type TreeEntry } from '../../../platform/git/objects.ts'
import { type StatedMetadata, statedMetadata } from '../../page-metadata/index.ts'
import { type GitOrigin, hashOf } from '../../revisions/index.ts'
import { refuseImport } from '../refusals.ts'
import { contentOfTree, isAsset, type TreeSource } from '../tree/tree.ts'
import type { TreeSettings } from '../tree/tree-settings.ts'
import { type ImportedPage, type ImportedReusable, importLimits, type SkippedResource } from '../types.ts'

interface KnownText {
  oid: string
  /** Undefined for an empty text. It can differ from the text of the file in what an export has added to it. */
  document: string | undefined
}

/** A commit in a local repository, and the part of it that is imported. */
export interface RepositoryTask {
  repository: LocalRepository
  /** All files of the project directory, with full paths. */
  entries: readonly TreeEntry[]
  /** The project directory; empty for the whole repository. */
  directory: string
  /**
   * Texts that are stored already, by path: the object ids of their files, and the hashes that they are stored by. They
   * are parsed, and not returned again.
   */
  known: ReadonlyMap<string, KnownText>
}

export interface RepositoryPage extends Omit<ImportedPage, 'pages' | 'markdown'> {
  /** The text. Absent if it is known, and for a page without text. */
  markdown?: string
  /** The hash of the text. */
  document?: string
  /** Absent for a page without a file. */
  git?: GitOrigin
  stated: StatedMetadata
  pages: RepositoryPage[]
}

export interface RepositoryReusable extends Pick<ImportedReusable, 'title'> {
  markdown?: string
  document?: string
  git: GitOrigin
}

/** The content of a commit, except for the bytes of its files. Paths are full paths in the repository. */
export interface RepositoryContent {
  pages: RepositoryPage[]
  reusables: RepositoryReusable[]
  files: (GitOrigin & { size: number })[]
  variables: Record<string, string> | undefined
  settings: TreeSettings
  summary: { path: string; text: string } | undefined
  ignored: SkippedResource[]
  refused: SkippedResource[]
}

/** The number of characters of all texts together: they are in memory at once. */
const MAX_CHARACTERS = 96 * 1024 * 1024
const REGULAR = new Set(['100644', '100755'])
/** Pages, and the table of contents. */
const TEXT_BYTES = 2 * 1024 * 1024
/** Files besides the uploaded ones that pages show or offer: media, documents and data. The rest is source code. */
const ASSETS =
  /\.(?:avif|bmp|csv|docx?|eps|gif|gz|heic|ico|jpe?g|json|key|m4[av]|mov|mp[34]|odt|ogg|otf|pages|pdf|png|pptx?|psd|rtf|svg|tar|tgz|tiff?|tsv|ttf|txt|wav|webm|webp|woff2?|xlsx?|xml|ya?ml|zip)$/i

/** Whether a file is content, if it is in the folder of the content: a page, an uploaded file, or another file of pages. */
export const isContentFile = (path: string): boolean =>
  /\.(?:md|markdown)$/i.test(path) || isAsset(path) || ASSETS.test(path)

/** Counts the characters of texts, and throws when there are too many together. */
export function characterCount(most = MAX_CHARACTERS): (text: string) => void {
  let characters = 0
  return (text) => {
    characters += text.length
    if (characters <= most) return
    throw refuseImport('', `The texts have more than ${most} characters together. Split them.`)
  }
}

/** Reads the pages and includes of a commit, and lists its files. Runs in a worker. */
export async function repositoryContent(task: RepositoryTask): Promise<RepositoryContent> {
  const { repository, directory, known } = task
  const refused: SkippedResource[] = []
  const entries = usableEntries(task.entries, directory, refused)
  const reader = new BlobReader(repository, entries)
  const source: TreeSource = { paths: entries.keys(), read: (path) => reader.read(path) }
  const limits = { ...importLimits, pageBytes: TEXT_BYTES }
  const content = await contentOfTree(source, {
    limits,
    isHtmlPage: false,
    leftOut: (path) => (isContentFile(path) ? undefined : 'It is neither a page nor a media file.'),
  })
  const count = characterCount()
  const full = (path: string) => posix.join(directory, path)
  const storedAs = (path: string): Pick<GitOrigin, 'bom' | 'mode'> => ({
    ...(reader.marked.has(path) ? { bom: true } : {}),
    ...(entries.get(path)?.mode === '100755' ? { mode: '100755' } : {}),
  })
  const origin = (path: string): GitOrigin => ({
    oid: entries.get(path)?.oid ?? '',
    path: full(path),
    ...storedAs(path),
  })
  const textOf = (path: string | undefined, markdown: string) => {
    count(markdown)
    const stored = path === undefined ? undefined : known.get(full(path))
    if (stored && stored.oid === entries.get(path ?? '')?.oid) {
      return stored.document === undefined ? {} : { document: stored.document }
    }
    return markdown === '' ? {} : { document: hashOf(markdown), markdown }
  }
  const pageOf = ({ pages, markdown, path, isRefused, ...page }: ImportedPage): RepositoryPage => {
    return {
      ...page,
      ...(isRefused ? { isRefused } : textOf(path, markdown)),
      ...(path === undefined ? {} : { git: origin(path), path: full(path) }),
      // The tree has refused pages whose metadata cannot be read.
      stated: page.stated ?? statedMetadata(markdown),
      pages: pages.map(pageOf),
    }
  }
  const pages = content.pages.map(pageOf)
  if (pages.length === 0) {
    throw refuseImport('', `There are no pages in ${directory || 'this repository'}. Add a README.md.`)
  }
  const fullPath = <T extends { path: string }>(each: T): T => ({ ...each, path: full(each.path) })
  return {
    pages,
    reusables: content.reusables.map(({ title, markdown, path }) => ({
      title,
      ...textOf(path, markdown),
      git: origin(path),
    })),
    files: content.filePaths.map((path) => ({ ...origin(path), size: entries.get(path)?.size ?? 0 })),
    variables: content.variables,
    settings: settingsStored(content.settings, storedAs),
    summary:
      content.summaryText === undefined
        ? undefined
        : { path: full(content.settings.summary), text: content.summaryText },
    ignored: content.skipped.map(fullPath),
    refused: [...refused, ...content.refused].map(fullPath),
  }
}

/** Settings with how their files are stored. */
function settingsStored(
  { source, others, ...settings }: TreeSettings,
  storedAs: (path: string) => Pick<GitOrigin, 'bom' | 'mode'>,
): TreeSettings {
  return {
    ...settings,
    ...(source ? { source: { ...source, ...storedAs(source.path) } } : {}),
    ...(others ? { others: others.map((file) => ({ ...file, ...storedAs(file.path) })) } : {}),
    summaryFile: storedAs(settings.summary),
  }
}

interface UsableEntry extends TreeEntry {
  /** Why it cannot be read. */
  problem: string | undefined
}

const TEXT = /\.(?:md|markdown)$/i

/** The files that can be imported, by path relative to the project directory. The others are listed as refused. */
function usableEntries(
  entries: readonly TreeEntry[],
  directory: string,
  refused: SkippedResource[],
): Map<string, UsableEntry> {
  const usable = new Map<string, UsableEntry>()
  const folded = new Map<string, string>()
  for (const entry of entries) {
    const path = directory === '' ? entry.path : entry.path.slice(directory.length + 1)
    const problem = problemOf(entry, path, folded)
    // A page stays in the tree, and is refused where it is read: it keeps its last text.
    if (problem === undefined || TEXT.test(path)) usable.set(path, { ...entry, problem })
    else refused.push({ path, reason: problem })
    if (!folded.has(path.toLowerCase())) folded.set(path.toLowerCase(), path)
  }
  return usable
}

function problemOf({ mode, size }: TreeEntry, path: string, folded: ReadonlyMap<string, string>) {
  if (mode === '120000') return 'It is a symbolic link. Replace it with the file.'
  if (mode === '160000') return 'It is a submodule. Import its repository on its own.'
  if (!REGULAR.has(mode)) return `Its mode ${mode} is not that of a file.`
  if (size > importLimits.fileBytes) {
    return `It has ${size} bytes; at most ${importLimits.fileBytes} are allowed.`
  }
  if (path.split('/').length > importLimits.depth)
    return `It is more than ${importLimits.depth} folders deep.`
  if (path.includes('\ufffd')) return 'Its name is not UTF-8 text. Rename it.'
  const other = folded.get(path.toLowerCase())
  return other === undefined ? undefined : `Its path differs from ${other} only in case. Rename one of them.`
}

/** Reads texts by path, in batches: the next ones of the tree are read along with the one that is needed. */
class BlobReader {
  /** Files that begin with a byte order mark. */
  readonly marked = new Set<string>()
  readonly #repository: LocalRepository
  readonly #entries: ReadonlyMap<string, UsableEntry>
  readonly #texts: string[]
  readonly #ahead = new Map<string, Buffer>()
  #position = new Map<string, number>()

  constructor(repository: LocalRepository, entries: ReadonlyMap<string, UsableEntry>) {
    this.#repository = repository
    this.#entries = entries
    this.#texts = [...entries.keys()].filter((path) => TEXT.test(path))
    this.#position = new Map(this.#texts.map((path, at) => [path, at]))
  }

  async read(path: string): Promise<Buffer> {
    const entry = this.#entries.get(path)
    if (entry === undefined) throw refuseImport(path, `${path} does not exist.`)
    if (entry.problem !== undefined) throw refuseImport(path, entry.problem)
    if (entry.size > TEXT_BYTES) {
      throw refuseImport(path, `It has ${entry.size} bytes; at most ${TEXT_BYTES} are allowed for a text.`)
    }
    if (!this.#ahead.has(path)) await this.#readFrom(path)
    const bytes = this.#ahead.get(path) ?? Buffer.alloc(0)
    this.#ahead.delete(path)
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.marked.add(path)
    return bytes
  }

  async #readFrom(path: string): Promise<void> {
    const at = this.#position.get(path)
    const next = at === undefined ? [] : this.#texts.slice(at + 1, at + BATCH)
    const wanted = [path, ...next.filter((each) => !this.#ahead.has(each))].flatMap((each) => {
      const entry = this.#entries.get(each)
      return entry && entry.problem === undefined && entry.size <= TEXT_BYTES
        ? [{ path: each, oid: entry.oid }]
        : []
    })
    let index = 0
    // Texts that were read ahead and are not used, such as pages that no table of contents lists, are dropped.
    if (this.#ahead.size > MAX_AHEAD) this.#ahead.clear()
    for await (const { bytes } of blobs(
      this.#repository,
      wanted.map(({ oid }) => oid),
    )) {
      const { path: read = '' } = wanted[index] ?? {}
      this.#ahead.set(read, Buffer.from(bytes))
      index += 1
    }
  }
}

const BATCH = 500
const MAX_AHEAD = 4_000
