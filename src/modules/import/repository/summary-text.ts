import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { slugOf } from '../../documents/index.ts'
import { parseSummary } from '../tree/summary.ts'
import type { SummaryNode } from '../tree/summary-nodes.ts'
import { pagesOfSummary } from '../tree/summary-pages.ts'
import type { ImportedPage } from '../types.ts'
import { KeptEntries } from './kept-entries.ts'
import type { OutlineItem } from './outline-item.ts'

export interface SummaryTask {
  outline: readonly OutlineItem[]
  /** The full path of the table of contents. */
  path: string
  root: string
  /** The current text. */
  text: string | undefined
  /** See `ListedFiles`. */
  gone: readonly string[]
  refused: readonly string[]
  isPartial: boolean
}

/**
 * The text of a table of contents for an outline. Undefined if the current one has the same outline already, so that it
 * keeps every byte. Entries that stay are kept as they are written.
 */
export async function summaryText(task: SummaryTask): Promise<string | undefined> {
  const { outline, path, root, text } = task
  if (text === undefined)
    return `# Table of contents\n\n${linesOf(outline, posix.dirname(path)).join('\n')}\n`
  const { nodes, title = 'Table of contents' } = parseSummary(text, path)
  const paths = new Set(pathsIn(outline))
  const files = { gone: new Set(task.gone), refused: new Set(task.refused), isPartial: task.isPartial }
  const kept = new KeptEntries(text, nodes, paths, files)
  const take = async (file: string, name: string): Promise<ImportedPage> => ({
    type: 'document',
    title: name,
    path: file,
    markdown: '',
    pages: [],
  })
  const pages = await pagesOfSummary({ nodes: kept.imported(nodes) }, { paths, take }, () => {}, root)
  if (isSame(outline, pages)) return undefined
  const written = writtenIn(nodes, text, kept)
  const lines = linesOf(kept.among(outline, nodes), posix.dirname(path), written)
  return `# ${title}\n\n${lines.join('\n')}\n`
}

function* pathsIn(items: readonly OutlineItem[]): Generator<string> {
  for (const { path, pages } of items) {
    if (path !== undefined) yield path
    yield* pathsIn(pages)
  }
}

function isSame(items: readonly OutlineItem[], pages: readonly ImportedPage[]): boolean {
  if (items.length !== pages.length) return false
  return items.every((item, at) => {
    const page = pages[at] as ImportedPage
    if (item.type !== page.type || item.path !== page.path || item.linkTitle !== page.linkTitle) return false
    if (item.type === 'computed' && !isDeepStrictEqual(item.computed, page.computed)) return false
    if (item.type === 'link' && item.url !== page.url) return false
    if (item.type === 'group' && item.slug !== page.slug) return false
    const isTitled = item.hasOwnTitle === true || item.type === 'computed' || item.title === page.title
    return isTitled && isSame(item.pages, page.pages)
  })
}

/** An entry as it is written, with what it means. */
interface Written {
  raw: string
  title: string
  linkTitle: string | undefined
}

const keyOf = (type: string, target: string | undefined): string => `${type} ${target ?? ''}`

function writtenIn(
  nodes: readonly SummaryNode[],
  text: string,
  kept: KeptEntries,
  found = new Map<string, Written>(),
): Map<string, Written> {
  for (const node of nodes) {
    if ('range' in node && node.range) {
      const target =
        node.type === 'page'
          ? kept.pathOf(node)
          : node.type === 'link'
            ? node.url
            : slugOf(node.slug ?? node.title)
      const type = node.type === 'page' ? 'document' : node.type
      const linkTitle = node.type === 'group' ? undefined : node.linkTitle
      const entry = { raw: text.slice(...node.range), title: node.title, linkTitle }
      if (!found.has(keyOf(type, target))) found.set(keyOf(type, target), entry)
    }
    writtenIn(node.children, text, kept, found)
  }
  return found
}

function linesOf(
  items: readonly OutlineItem[],
  folder: string,
  written: ReadonlyMap<string, Written> = new Map(),
): string[] {
  const lines: string[] = []
  let isInGroup = false
  for (const item of items) {
    if (item.type === 'group') {
      if (lines.length > 0) lines.push('')
      const before = written.get(keyOf('group', item.slug))
      lines.push(before?.title === item.title ? before.raw : headingOf(item), '')
      for (const page of item.pages) lines.push(...entryLines(page, 0, folder, written))
      isInGroup = true
      continue
    }
    if (isInGroup) lines.push('', '***', '')
    isInGroup = false
    lines.push(...entryLines(item, 0, folder, written))
  }
  return lines
}

function headingOf({ title, slug }: OutlineItem): string {
  const own = slug === undefined || slug === slugOf(title)
  return `## ${escaped(title)}${own ? '' : ` <a href="#${slug}" id="${slug}"></a>`}`
}

function entryLines(
  item: OutlineItem,
  depth: number,
  folder: string,
  written: ReadonlyMap<string, Written>,
): string[] {
  const indent = '  '.repeat(depth)
  const below = item.pages.flatMap((page) => entryLines(page, depth + 1, folder, written))
  if (item.type === 'computed' && item.computed) {
    const yaml = stringify(item.computed).trimEnd().split('\n')
    return [`${indent}* \`\`\`yaml`, ...[...yaml, '```'].map((line) => `${indent}  ${line}`), ...below]
  }
  return [`${indent}* ${entryOf(item, folder, written)}`, ...below]
}

function entryOf(item: OutlineItem, folder: string, written: ReadonlyMap<string, Written>): string {
  if (item.raw !== undefined) return item.raw
  const target = item.type === 'link' ? item.url : item.path
  if (target === undefined) return escaped(item.title)
  const before = written.get(keyOf(item.type, target))
  const isKept =
    before !== undefined &&
    before.linkTitle === item.linkTitle &&
    (item.hasOwnTitle === true || before.title === item.title)
  if (isKept) return before.raw
  const label = item.linkTitle === undefined ? '' : ` "${item.linkTitle.replace(/["\\]/g, '\\$&')}"`
  return `[${escaped(item.title)}](${destination(item.type === 'link' ? target : posix.relative(folder, target))}${label})`
}

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&')

/** A destination with spaces or parentheses is written between angle brackets. */
const destination = (target: string): string =>
  /[\s()<>]/.test(target) ? `<${target.replace(/[<>\\]/g, '\\$&')}>` : target.replace(/[_*\\]/g, '\\$&')
