import { posix } from 'node:path'
import { readYaml } from '../../../platform/yaml.ts'
import { importedHtmlPage } from '../html/html-page.ts'
import { importedFile } from '../imported-file.ts'
import type { ImportedContent, ImportLimits } from '../types.ts'
import { inferPages } from './folders.ts'
import type { PageFiles } from './page-files.ts'
import { readPageText } from './page-text.ts'
import { importedReusable, isInclude } from './reusables.ts'
import { parseSummary } from './summary.ts'
import { pagesOfSummary } from './summary-pages.ts'

const pagePattern = /\.(?:md|markdown|html?)$/i
const settingsNames = ['.gitbook.yaml', '.gitbook.yml']
const assetsFolder = '.gitbook/assets/'

/**
 * The pages, includes and files of a tree of Markdown, HTML and assets, in the order of its table of contents or of
 * its folders.
 */
export async function contentOfTree(
  tree: ReadonlyMap<string, Buffer>,
  limits: ImportLimits,
): Promise<ImportedContent> {
  const files = withoutTopFolder(tree)
  const { root, summary } = settingsOf(files)
  const inside = (path: string) => root === '' || path.startsWith(`${root}/`)
  const content: ImportedContent = { pages: [], files: [], reusables: [], skipped: [] }
  // A file counts once, however often a table of contents lists it.
  const skippedPaths = new Set<string>()
  const skip = (path: string, reason: string) => {
    if (!skippedPaths.has(path)) content.skipped.push({ path, reason })
    skippedPaths.add(path)
  }
  const pagePaths = new Set<string>()

  for (const [path, bytes] of files) {
    if (settingsNames.includes(path) || path === summary) continue
    if (isJunk(path)) skip(path, 'It was added by the tool that created the archive.')
    else if (isHidden(path)) skip(path, 'Hidden files are not imported.')
    else if (!inside(path)) skip(path, `It is outside ${root}.`)
    else if (isInclude(path)) content.reusables.push(importedReusable(bytes, path, limits.pageBytes))
    else if (pagePattern.test(path)) pagePaths.add(path)
    else content.files.push(await importedFile(path, bytes))
  }

  const taken = new Set<string>()
  const pageFiles: PageFiles = {
    paths: pagePaths,
    take: async (path, fallbackTitle) => {
      const bytes = files.get(path)
      if (bytes === undefined || !pagePaths.has(path) || taken.has(path)) return undefined
      taken.add(path)
      if (/\.html?$/i.test(path)) {
        const made = await importedHtmlPage(bytes, { path, limits, fallbackTitle })
        content.files.push(...made.files)
        content.skipped.push(...made.skipped)
        return made.page
      }
      const { title = fallbackTitle, ...text } = readPageText(bytes, path, limits.pageBytes)
      return { type: 'document', title, ...text, path, pages: [] }
    },
  }
  const listed = files.get(summary)
  if (listed === undefined) content.pages = await inferPages(pageFiles, root)
  else {
    const { markdown } = readPageText(listed, summary, limits.pageBytes)
    content.pages = await pagesOfSummary(parseSummary(markdown, summary), pageFiles, skip)
    for (const path of pagePaths) {
      if (!taken.has(path)) skip(path, `It is not listed in ${posix.basename(summary)}.`)
    }
  }
  return content
}

/** Archives of repositories contain one folder that is named after the repository. */
function withoutTopFolder(tree: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  const paths = [...tree.keys()].filter((path) => !isJunk(path))
  const [top = ''] = paths[0]?.split('/', 1) ?? []
  const isCommon = top !== '' && !top.startsWith('.') && paths.every((path) => path.startsWith(`${top}/`))
  if (!isCommon) return tree
  return new Map(
    [...tree].map(([path, bytes]) => [path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path, bytes]),
  )
}

function settingsOf(files: ReadonlyMap<string, Buffer>): { root: string; summary: string } {
  const bytes = settingsNames.map((name) => files.get(name)).find((found) => found !== undefined)
  const read = bytes === undefined ? undefined : readYaml(bytes.toString())
  const settings = read && 'value' in read ? read.value : undefined
  const root = insidePath(stringAt(settings, 'root') ?? '')
  const structure =
    typeof settings === 'object' && settings !== null ? Reflect.get(settings, 'structure') : undefined
  return { root, summary: posix.join(root, insidePath(stringAt(structure, 'summary') ?? '') || 'SUMMARY.md') }
}

const stringAt = (map: unknown, key: string): string | undefined => {
  const value: unknown = typeof map === 'object' && map !== null ? Reflect.get(map, key) : undefined
  return typeof value === 'string' ? value : undefined
}

/** A path from the settings, relative to the root of the tree and never above it. */
const insidePath = (path: string): string => posix.join('/', path).replace(/^\/|\/$/g, '')

const isJunk = (path: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path)

const isHidden = (path: string): boolean =>
  /(?:^|\/)\./.test(path) &&
  !path.startsWith(assetsFolder) &&
  !path.includes(`/${assetsFolder}`) &&
  !isInclude(path)
