import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { slugOf } from '../../../core/slugs.ts'

import { linkPlaces } from '../../page-metadata/index.ts'
import { parseSummary } from '../tree/summary.ts'
import type { SummaryNode } from '../tree/summary-nodes.ts'
import { pagesOfSummary } from '../tree/summary-pages.ts'
import type { ImportedPage } from '../types.ts'
import { itemsIn, KeptEntries } from './kept-entries.ts'
import type { OutlineItem } from './outline-item.ts'
import { MovedLinks, patched } from './relink.ts'
import { patchedSummary } from './summary-patch.ts'
import { summarySegments } from './summary-segments.ts'

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
 * keeps every byte. Otherwise all lines stay as they are written except those of entries that differ.
 */
export async function summaryText(task: SummaryTask): Promise<string | undefined> {
  const { outline, path, text } = task
  const folder = posix.dirname(path)
  if (text === undefined) return `# Table of contents\n\n${linesOf(outline, folder).join('\n')}\n`
  const summary = parseSummary(text, path)
  const files = { gone: new Set(task.gone), refused: new Set(task.refused), isPartial: task.isPartial }
  const kept = new KeptEntries(text, summary.nodes, outline, files)
  if (await lists(task, kept, summary.nodes)) return undefined
  const items = kept.placed()
  const entries = kept.entriesOf(items)
  const segments = summarySegments(text, summary)
  if (segments) {
    const patch = entryPatch(text, path)
    const next = patchedSummary({
      ...patch,
      segments,
      items,
      entries,
      written: (item) => ownLines(item, folder),
    })
    const read = parseSummary(next, path).nodes
    if (await lists(task, new KeptEntries(next, read, outline, files), read)) return next
  }
  // An entry that cannot be changed in its place, such as one of several in a paragraph.
  const { title = 'Table of contents' } = summary
  return `# ${title}\n\n${linesOf(items, folder, entries, entryPatch(text, path)).join('\n')}\n`
}

/** Whether entries list the outline, and no file that the space no longer has. */
async function lists(
  { outline, root }: SummaryTask,
  kept: KeptEntries,
  nodes: readonly SummaryNode[],
): Promise<boolean> {
  if (kept.hasGone) return false
  const paths = new Set([...itemsIn(outline)].flatMap((item) => item.path ?? []))
  const take = async (file: string, name: string): Promise<ImportedPage> => ({
    type: 'document',
    title: name,
    path: file,
    markdown: '',
    pages: [],
  })
  const imported = { nodes: kept.imported(nodes), breaks: [] }
  return isSame(outline, await pagesOfSummary(imported, { paths, take }, () => {}, root))
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

type WriteEntry = (item: OutlineItem, node: SummaryNode) => string | undefined

function linesOf(
  items: readonly OutlineItem[],
  folder: string,
  entries: ReadonlyMap<OutlineItem, SummaryNode> = new Map(),
  { written }: { written: WriteEntry } = { written: () => undefined },
): string[] {
  const lines: string[] = []
  const ownOf = (item: OutlineItem): string[] => {
    const node = entries.get(item)
    const own = node && written(item, node)
    return own === undefined ? ownLines(item, folder) : [own]
  }
  const add = (item: OutlineItem, depth: number) => {
    const indent = '  '.repeat(depth)
    for (const [at, line] of ownOf(item).entries()) lines.push(`${indent}${at === 0 ? '* ' : '  '}${line}`)
    for (const page of item.pages) add(page, depth + 1)
  }
  let isInGroup = false
  for (const item of items) {
    if (item.type === 'group') {
      if (lines.length > 0) lines.push('')
      lines.push(...ownOf(item), '')
      for (const page of item.pages) add(page, 0)
    } else {
      if (isInGroup) lines.push('', '***', '')
      add(item, 0)
    }
    isInGroup = item.type === 'group'
  }
  return lines
}

/** An item as it is written by an export, without marker and indentation. */
function ownLines(item: OutlineItem, folder: string): string[] {
  const { type, title, slug, computed, raw } = item
  if (type === 'group') {
    const own = slug === undefined || slug === slugOf(title)
    return [`## ${escaped(title)}${own ? '' : ` <a href="#${slug}" id="${slug}"></a>`}`]
  }
  if (type === 'computed' && computed) return ['```yaml', ...stringify(computed).trimEnd().split('\n'), '```']
  if (raw !== undefined) return [raw]
  const target = type === 'link' ? item.url : item.path
  if (target === undefined) return [escaped(title)]
  return [linkOf(item, destination(type === 'link' ? target : posix.relative(folder, target)))]
}

function linkOf({ title, linkTitle }: OutlineItem, written: string): string {
  const label = linkTitle === undefined ? '' : ` "${linkTitle.replace(/["\\]/g, '\\$&')}"`
  return `[${escaped(title)}](${written}${label})`
}

/** Whether an entry has the title of its page. A file with a title of its own can have another one here. */
const isTitled = (
  { title, hasOwnTitle }: OutlineItem,
  node: Exclude<SummaryNode, { type: 'computed' }>,
): boolean => node.title === title || (node.type === 'page' && hasOwnTitle === true)

/** How entries are changed: only in what differs. */
function entryPatch(text: string, path: string) {
  /** The link or the heading of an entry; undefined if it has to be written again. */
  const written: WriteEntry = (item, node) => {
    if (item.raw !== undefined) return item.raw
    if (!('range' in node) || !node.range) return undefined
    const raw = text.slice(...node.range)
    if (node.type === 'group') return node.title === item.title ? raw : undefined
    const isNamed = isTitled(item, node) && node.linkTitle === item.linkTitle
    if (isNamed && item.former === undefined) return raw
    const place = linkPlaces(raw).at(-1)
    if (!place) return undefined
    const moves = new MovedLinks(new Map(item.former && item.path ? [[item.former, item.path]] : []))
    const moved = patched(raw, [place], (href) => moves.hrefOf(href, path, path))
    if (isNamed) return moved
    const brackets = place.form === 'bracketed' ? 1 : 0
    const end = moved.length - (raw.length - place.end) + brackets
    return linkOf(item, moved.slice(place.start - brackets, end))
  }
  const rewritten = (item: OutlineItem, node: SummaryNode, lines: readonly string[]): string[] => {
    const own = ownLines(item, posix.dirname(path))[0] ?? ''
    if (!('range' in node) || !node.range) {
      // A link that only people read as one.
      const isKept = node.type !== 'page' || (item.former === undefined && isTitled(item, node))
      return isKept ? [...lines] : [(lines[0] ?? '').replace(/[^\s*+\d.)-].*?(?=\r?\n?$)/s, () => own)]
    }
    const raw = text.slice(...node.range)
    const next = written(item, node) ?? own
    return next === raw
      ? [...lines]
      : lines
          .join('')
          .replace(raw, () => next)
          .split(/(?<=\n)/)
  }
  return { written, rewritten }
}

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&')

/** A destination with spaces or parentheses is written between angle brackets. */
const destination = (target: string): string =>
  /[\s()<>]/.test(target) ? `<${target.replace(/[<>\\]/g, '\\$&')}>` : target.replace(/[_*\\]/g, '\\$&')
