import { posix } from 'node:path'
import type { Heading, Link, ListItem, Paragraph, PhrasingContent } from 'mdast'
import { isExternal, markdownText, percentDecoded } from '../../documents/index.ts'

/** The offsets of the first character and of the one after the last. */
export type Range = [number, number]

/** Where a node is written. */
interface Written {
  /** Its first and its last line without those of the nodes below it, from 1. Absent if it shares a line with others. */
  lines?: Range
}

export type SummaryNode = Written &
  (
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
  )

type SummaryGroup = Extract<SummaryNode, { type: 'group' }>

export interface Summary {
  title?: string
  nodes: SummaryNode[]
  /** The lines that end a group, from 1. */
  breaks: number[]
}

const rangeOf = ({ position }: Heading | Link): { range?: Range } => {
  const [start, end] = [position?.start.offset, position?.end.offset]
  return start === undefined || end === undefined ? {} : { range: [start, end] }
}

/** The lines of a block. */
export function linesOf({ position }: Heading | ListItem, end = position?.end.line): { lines?: Range } {
  return position === undefined || end === undefined ? {} : { lines: [position.start.line, end] }
}

/** The group of a heading. */
export function groupOf(heading: Heading): SummaryGroup {
  const markup = heading.children.map((child) => (child.type === 'html' ? child.value : '')).join('')
  const slug = /\sid="([^"]+)"/.exec(markup)?.[1]
  const title = markdownText(heading).trim()
  return {
    type: 'group',
    title,
    ...(slug === undefined ? {} : { slug }),
    ...rangeOf(heading),
    ...linesOf(heading),
    children: [],
  }
}

/** The node of an item with this text. */
export function nodeOf(paragraph: Paragraph, folder: string): SummaryNode | undefined {
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

/** The nodes of a text outside of any list. */
export const linkedNodes = (paragraph: Paragraph, folder: string): SummaryNode[] =>
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

/** The node of a link. */
export function destinationNode({ title, url, label }: Destination, folder: string): SummaryNode {
  const named = label === undefined ? { title } : { title, linkTitle: label }
  if (isExternal(url)) return { type: 'link', ...named, url, children: [] }
  const [target = '', anchor] = url.split('#', 2)
  // An item can refer to an anchor of another page or, with an empty destination, to nothing.
  if (target === '') return { type: 'label', title, children: [] }
  const decoded = percentDecoded(target)
  const path = posix.normalize(decoded.startsWith('/') ? decoded.slice(1) : posix.join(folder, decoded))
  return { type: 'page', ...named, path, ...(anchor ? { anchor: percentDecoded(anchor) } : {}), children: [] }
}

/** What a table of contents consists of. */
export type SummaryBlock =
  | { type: 'heading'; depth: number; group: SummaryGroup }
  | { type: 'break'; line: number }
  | { type: 'nodes'; nodes: SummaryNode[] }
