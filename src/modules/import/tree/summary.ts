import { posix } from 'node:path'
import type { BlockContent, Heading, Link, ListItem, Paragraph, PhrasingContent } from 'mdast'
import { readYaml } from '../../../platform/yaml.ts'
import { isExternal, markdownText, percentDecoded } from '../../documents/index.ts'
import { refuseImport } from '../refusals.ts'
import { parseMarkdown } from './markdown-tree.ts'

/** The offsets of the first character and of the one after the last. */
type Range = [number, number]

export type SummaryNode =
  | {
      type: 'page'
      title: string
      linkTitle?: string
      path: string
      anchor?: string
      /** Counts from 1. */
      line?: number
      /** Where its link is in the text. */
      range?: Range
      children: SummaryNode[]
    }
  | {
      type: 'link'
      title: string
      linkTitle?: string
      url: string
      range?: Range
      children: SummaryNode[]
    }
  /** An item without a link: a title for the items below it. */
  | { type: 'label'; title: string; children: SummaryNode[] }
  | { type: 'group'; title: string; slug?: string; range?: Range; children: SummaryNode[] }
  /** Pages that are computed from a source, such as an API description. */
  | { type: 'computed'; source: Record<string, unknown>; children: SummaryNode[] }

export interface Summary {
  title?: string
  nodes: SummaryNode[]
}

/** Parses a table of contents. Paths are relative to the root of the tree that contains `path`, the file itself. */
export function parseSummary(text: string, path = 'SUMMARY.md'): Summary {
  const nodes: SummaryNode[] = []
  let title: string | undefined
  let open = nodes
  const isTitle = (depth: number) => depth === 1 && title === undefined && nodes.length === 0

  for (const block of parseMarkdown(text).children) {
    if (block.type === 'heading' && isTitle(block.depth)) title = markdownText(block).trim()
    else if (block.type === 'heading') {
      const group = groupOf(block)
      open = group.children
      nodes.push(group)
    } else if (block.type === 'thematicBreak') open = nodes
    else if (block.type === 'list') open.push(...block.children.flatMap((item) => itemNodes(item, path)))
    // Some tables of contents list the first chapters outside of any list.
    else if (block.type === 'paragraph') open.push(...linkedNodes(block, posix.dirname(path)))
  }
  return title === undefined ? { nodes } : { title, nodes }
}

const rangeOf = ({ position }: Heading | Link): { range?: Range } => {
  const [start, end] = [position?.start.offset, position?.end.offset]
  return start === undefined || end === undefined ? {} : { range: [start, end] }
}

function groupOf(heading: Heading): Extract<SummaryNode, { type: 'group' }> {
  const markup = heading.children.map((child) => (child.type === 'html' ? child.value : '')).join('')
  const slug = /\sid="([^"]+)"/.exec(markup)?.[1]
  const title = markdownText(heading).trim()
  return { type: 'group', title, ...(slug === undefined ? {} : { slug }), ...rangeOf(heading), children: [] }
}

function itemNodes(item: ListItem, path: string): SummaryNode[] {
  const children = item.children.flatMap((child) =>
    child.type === 'list' ? child.children.flatMap((below) => itemNodes(below, path)) : [],
  )
  const computed = item.children.flatMap((child) => computedNodes(child, path))
  const paragraph = item.children.find((child) => child.type === 'paragraph')
  const node = paragraph === undefined ? undefined : nodeOf(paragraph, posix.dirname(path))
  if (node === undefined) return [...computed, ...children]
  const line = item.position?.start.line
  if (node.type === 'page' && line !== undefined) node.line = line
  node.children.push(...computed, ...children)
  return [node]
}

function nodeOf(paragraph: Paragraph, folder: string): SummaryNode | undefined {
  const link = paragraph.children.find((child): child is Link => child.type === 'link')
  const title = markdownText(link ?? paragraph).trim()
  if (link !== undefined) {
    const node = destinationNode({ title, url: link.url, label: link.title ?? undefined }, folder)
    return node.type === 'label' ? node : Object.assign(node, rangeOf(link))
  }
  const loose = looseLink(paragraph.children)
  if (loose !== undefined) return destinationNode(loose, folder)
  return title === '' ? undefined : { type: 'label', title, children: [] }
}

const linkedNodes = (paragraph: Paragraph, folder: string): SummaryNode[] =>
  paragraph.children
    .filter((child): child is Link => child.type === 'link')
    .map((link) =>
      destinationNode(
        { title: markdownText(link).trim(), url: link.url, label: link.title ?? undefined },
        folder,
      ),
    )

// Authors write paths with spaces unescaped, which CommonMark does not parse as a link.
function looseLink(children: PhrasingContent[]): Destination | undefined {
  const text = children.map(markdownText).join('').trim()
  const [, title, url] = /^\[([^\]]+)\]\(([^()<>"]+)\)$/.exec(text) ?? []
  if (title === undefined || url === undefined || !isPageWithAnchor(url)) return undefined
  return { title, url: url.trim(), label: undefined }
}

/** Whether it is a path of Markdown, with or without an anchor. The anchor begins at a `#` after the extension. */
const isPageWithAnchor = (url: string): boolean => /.\.(?:md|markdown)(?:#|$)/s.test(url)

interface Destination {
  title: string
  url: string
  label: string | undefined
}

function destinationNode({ title, url, label }: Destination, folder: string): SummaryNode {
  const named = label === undefined ? { title } : { title, linkTitle: label }
  if (isExternal(url)) return { type: 'link', ...named, url, children: [] }
  const [target = '', anchor] = url.split('#', 2)
  // An item can refer to an anchor of another page or, with an empty destination, to nothing.
  if (target === '') return { type: 'label', title, children: [] }
  const decoded = percentDecoded(target)
  const path = posix.normalize(decoded.startsWith('/') ? decoded.slice(1) : posix.join(folder, decoded))
  return { type: 'page', ...named, path, ...(anchor ? { anchor: percentDecoded(anchor) } : {}), children: [] }
}

function computedNodes(block: BlockContent | ListItem['children'][number], path: string): SummaryNode[] {
  if (block.type !== 'code' || !/^ya?ml$/i.test(block.lang ?? '')) return []
  const read = readYaml(block.value)
  if ('error' in read) {
    const line = (block.position?.start.line ?? 0) + read.error.line
    throw refuseImport(path, `${path}, line ${line}: ${read.error.message}`, line)
  }
  const { value: source } = read
  const isMap = typeof source === 'object' && source !== null && !Array.isArray(source)
  return isMap ? [{ type: 'computed', source: source as Record<string, unknown>, children: [] }] : []
}
