import { posix } from 'node:path'
import { DomainError } from '../../../core/errors.ts'
import { textOf } from '../../../core/files/content-type.ts'
import type { Archive } from '../archive/zip.ts'
import { importedHtmlPage } from '../html/html-page.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportedContent, ImportedFile, ImportedPage, ImportLimits } from '../types.ts'
import { inferPages } from './infer-pages.ts'
import type { PageFiles } from './page-files.ts'
import { readPageText, readText } from './page-text.ts'
import { importedReusable, isInclude } from './reusables.ts'
import { parseSummary } from './summary.ts'
import { pagesOfSummary, placeholder } from './summary-pages.ts'
import {
  type KeptFile,
  settingsNames,
  type TreeSettings,
  treeSettings,
  treeTags,
  treeVariables,
} from './tree-settings.ts'

const markdownPattern = /\.(?:md|markdown)$/i
const htmlPattern = /\.html?$/i
const pagePattern = /\.(?:md|markdown|html?)$/i
const assetsFolder = '.gitbook/assets/'

/** The files of a tree. They are read one by one, when they are needed. */
export interface TreeSource {
  readonly paths: Iterable<string>
  read(path: string): Promise<Uint8Array>
}

/** How trees of different origin differ. */
interface TreeRules {
  limits: Pick<ImportLimits, 'pageBytes'> & ImportLimits
  /** Whether HTML files are pages. */
  isHtmlPage: boolean
  /** Why a file that is no page is left out; undefined for one that is imported. */
  leftOut?: (path: string) => string | undefined
}

interface TreeContent extends Omit<ImportedContent, 'files'> {
  /** Files that are no pages, by path. */
  filePaths: string[]
  /** Files that pages contained, such as images of an HTML page. */
  madeFiles: ImportedFile[]
  /** Files that cannot be used. */
  refused: ImportedContent['skipped']
  settings: TreeSettings
  /** Undefined if the tree has no file for them. */
  variables: Record<string, string> | undefined
  /** The text of the table of contents. */
  summaryText: string | undefined
}

/**
 * The pages, includes and files of a tree of Markdown, HTML and assets, in the order of its table of contents or of
 * its folders.
 */
export async function contentOfTree(source: TreeSource, rules: TreeRules): Promise<TreeContent> {
  const { limits } = rules
  const paths = new Set(source.paths)
  const settingsPath = settingsNames.find((name) => paths.has(name))
  const settings = treeSettings(settingsPath && (await source.read(settingsPath)), settingsPath ?? '')
  const { root, summary } = settings
  const variablesPath = posix.join(root, '.gitbook/vars.yaml')
  const tagsPath = posix.join(root, '.gitbook/tags.yaml')
  const content: TreeContent = {
    pages: [],
    reusables: [],
    skipped: [],
    refused: [],
    filePaths: [],
    madeFiles: [],
    settings,
    variables: undefined,
    summaryText: undefined,
  }
  const others: KeptFile[] = []
  if (paths.has(variablesPath)) {
    const bytes = await source.read(variablesPath)
    content.variables = treeVariables(bytes, variablesPath)
    others.push({ path: variablesPath, text: textOf(bytes) ?? '' })
  }
  const files = new TreeFiles(source, limits, content)
  if (paths.has(tagsPath)) {
    const tags = await files.usable(tagsPath, async () => {
      const bytes = await source.read(tagsPath)
      const value = treeTags(bytes, tagsPath)
      others.push({ path: tagsPath, text: textOf(bytes) ?? '' })
      return value
    })
    if (tags !== undefined) content.settings = { ...settings, tags }
  }
  if (others.length > 0) content.settings = { ...content.settings, others }
  for (const path of paths) {
    if ([settingsPath, summary, variablesPath, tagsPath].includes(path)) continue
    const reason = isJunk(path)
      ? 'It was added by the tool that created the archive.'
      : isHidden(path)
        ? 'Hidden files are not imported.'
        : root !== '' && !path.startsWith(`${root}/`)
          ? `It is outside ${root}.`
          : undefined
    if (reason !== undefined) files.skip(path, reason)
    else if (isInclude(path)) {
      const include = await files.usable(path, async () =>
        importedReusable(await source.read(path), path, limits.pageBytes),
      )
      if (include) content.reusables.push(include)
    } else if (markdownPattern.test(path) || (rules.isHtmlPage && htmlPattern.test(path)))
      files.paths.add(path)
    else {
      const left = rules.leftOut?.(path)
      if (left === undefined) content.filePaths.push(path)
      else files.skip(path, left)
    }
  }

  if (!paths.has(summary)) content.pages = await inferPages(files, root, settings.readme)
  else {
    const markdown = readText(await source.read(summary), summary, limits.pageBytes)
    const parsed = parseSummary(markdown, summary)
    if (parsed.nodes.length === 0 && markdown.trim() !== '') {
      throw refuseImport(summary, `${summary} lists no pages. Write a list of links, or delete the file.`, 1)
    }
    content.summaryText = markdown
    const skip: TreeFiles['skip'] = (path, reason, line) => files.skip(path, reason, line)
    content.pages = await pagesOfSummary(parsed, files, skip, root, skip)
    for (const path of files.notTaken()) {
      files.skip(path, `It is not listed in ${posix.basename(summary)}.`)
    }
  }
  return content
}

/** The files of a tree that are pages, and what of the tree is left out. */
class TreeFiles implements PageFiles {
  readonly paths = new Set<string>()
  readonly #source: TreeSource
  readonly #limits: ImportLimits
  readonly #content: TreeContent
  readonly #taken = new Set<string>()
  /** A file counts once, however often a table of contents lists it. */
  readonly #skipped = new Set<string>()

  constructor(source: TreeSource, limits: ImportLimits, content: TreeContent) {
    this.#source = source
    this.#limits = limits
    this.#content = content
  }

  skip(path: string, reason: string, line?: number): void {
    if (!this.#skipped.has(path)) this.#content.skipped.push({ path, reason, ...(line ? { line } : {}) })
    this.#skipped.add(path)
  }

  /** What `read` gives; undefined if the file cannot be used and the import goes on without it. */
  async usable<T>(path: string, read: () => Promise<T> | T): Promise<T | undefined> {
    try {
      return await read()
    } catch (error) {
      this.#refuse(path, error)
      return undefined
    }
  }

  async take(path: string, fallbackTitle: string): Promise<ImportedPage | undefined> {
    if (!this.paths.has(path) || this.#taken.has(path)) return undefined
    this.#taken.add(path)
    try {
      return await this.#pageOf(path, fallbackTitle)
    } catch (error) {
      this.#refuse(path, error)
      return { type: 'document', title: fallbackTitle, markdown: '', path, isRefused: true, pages: [] }
    }
  }

  notTaken(): string[] {
    return [...this.paths].filter((path) => !this.#taken.has(path))
  }

  async #pageOf(path: string, fallbackTitle: string): Promise<ImportedPage> {
    const limits = this.#limits
    const bytes = await this.#source.read(path)
    if (htmlPattern.test(path)) {
      const made = await importedHtmlPage(Buffer.from(bytes), { path, limits, fallbackTitle })
      this.#content.madeFiles.push(...made.files)
      this.#content.skipped.push(...made.skipped)
      return made.page
    }
    const { title = fallbackTitle, ...text } = readPageText(bytes, path, limits.pageBytes)
    return { type: 'document', title, ...text, path, pages: [] }
  }

  #refuse(path: string, error: unknown): void {
    if (!(error instanceof DomainError)) throw error
    const [detail] = error.details ?? []
    const line = detail?.path[1]
    const reason = detail?.message ?? error.message
    this.#content.refused.push({ path, reason, ...(typeof line === 'number' ? { line } : {}) })
    this.#skipped.add(path)
  }
}

/** The content of an archive, except for the bytes of its files. Files that cannot be used are skipped. */
export async function contentOfArchive(archive: Archive, limits: ImportLimits): Promise<ImportedContent> {
  const paths = withoutTopFolder([...archive.paths])
  const read = (path: string) => archive.read(paths.get(path) ?? path)
  const content = await contentOfTree({ paths: paths.keys(), read }, { limits, isHtmlPage: true })
  archive.throwIfRejected()
  const { reusables, filePaths, madeFiles, variables, settings } = content
  const skipped = [...archive.skipped, ...content.refused, ...content.skipped]
  const pages = withoutRefused(content.pages)
  if (settings.root !== '' && pages.length === 0 && filePaths.length === 0) {
    throw refuseImport(
      settings.source?.path ?? '',
      `The archive has no content in ${settings.root}, which is the root in its settings.`,
    )
  }
  const { root, redirects, tags } = settings
  return {
    pages,
    reusables,
    skipped,
    files: madeFiles,
    archived: {
      paths: filePaths,
      read,
      throwIfRejected: () => archive.throwIfRejected(),
      close: () => archive.close(),
    },
    settings: { root, redirects, ...(tags === undefined ? {} : { tags }) },
    ...(variables ? { variables } : {}),
  }
}

/** Without pages that cannot be used, except that those with children keep their place. */
function withoutRefused(pages: readonly ImportedPage[]): ImportedPage[] {
  const kept: ImportedPage[] = []
  for (const { isRefused, ...page } of pages) {
    const below = withoutRefused(page.pages)
    if (!isRefused) kept.push({ ...page, pages: below })
    else if (below.length > 0) kept.push(placeholder(page.title, below, page.slug))
  }
  return kept
}

/**
 * The paths in an archive by path in its tree: archives of repositories contain one folder that is named after the
 * repository.
 */
function withoutTopFolder(all: readonly string[]): ReadonlyMap<string, string> {
  const paths = all.filter(isNoJunk)
  const [top = ''] = paths[0]?.split('/', 1) ?? []
  const isCommon = top !== '' && !top.startsWith('.') && paths.every((path) => path.startsWith(`${top}/`))
  // Files of one folder without a page are not a repository: the folder is part of their paths.
  const length = isCommon && paths.some((path) => pagePattern.test(path)) ? top.length + 1 : 0
  const found = new Map<string, string>()
  for (const path of all) found.set(path.startsWith(`${top}/`) ? path.slice(length) : path, path)
  return found
}

const isJunk = (path: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path)
const isNoJunk = (path: string): boolean => !isJunk(path)

/** Whether a file belongs to the uploaded files of a tree. */
export const isAsset = (path: string): boolean =>
  path.startsWith(assetsFolder) || path.includes(`/${assetsFolder}`)

const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path) && !isAsset(path) && !isInclude(path)
