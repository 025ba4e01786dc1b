import type { Paragraph } from 'mdast'
import { parseMarkdown } from './parse-markdown.ts'
import {
  destinationNode,
  groupOf,
  nodeOf,
  type Range,
  type SummaryBlock,
  type SummaryNode,
} from './summary-nodes.ts'

/** No block but a paragraph begins with a letter, and with a bracket few others, which the parser distinguishes. */
const ITEM = /^( *)([*+-] {1,4})[[\p{L}]/u
/** A link whose text, address and title have nothing that could be markup. Without `;`, no ampersand begins an entity. */
const PLAIN_LINK =
  /^\[([\p{L}\p{N}][\p{L}\p{N} ,.:()'’/?!+=%&–—-]*)\]\(([\p{L}\p{N}/._:?=&+@,%#~-]+)(?: "([\p{L}\p{N}][\p{L}\p{N} ,.:()'’/?!+=%&–—-]*)")?\) *$/u
const PLAIN_HEADING = /^(#{1,6}) ([\p{L}\p{N}][\p{L}\p{N} ,.:()'’/?!+=%&–—-]*)$/u
/** Items that are nested deeper are left to the parser, which limits it. */
const DEEPEST = 16
/** The parser takes a line that is indented further for a continuation, or for code. */
const MAX_INDENT = 3

/** An item that can have others below it. */
interface OpenItem {
  /** The column in which its text begins, and those below it may begin. */
  column: number
  nodes: SummaryNode[]
}

/**
 * The blocks of a table of contents that consists of headings and items of one line each, as almost all do. Each line
 * is a block of its own, so that it is read without the others, and the parser is needed only for lines with markup: it
 * takes a hundred times as long. Undefined if the text has anything else.
 */
export function blocksOfLines(text: string, folder: string): SummaryBlock[] | undefined {
  const blocks: SummaryBlock[] = []
  const open: OpenItem[] = []
  let start = 0
  for (const [at, ended] of text.split('\n').entries()) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    if (/[\t\r]/.test(line)) return undefined
    if (line.startsWith('#')) {
      const heading = headingBlock(line, start)
      if (heading?.type !== 'heading') return undefined
      blocks.push({ ...heading, group: { ...heading.group, lines: [at + 1, at + 1] } })
      open.length = 0
    } else if (/[^ ]/.test(line)) {
      const [, { length: indent } = '', { length: marker } = ''] = ITEM.exec(line) ?? []
      if (marker === 0) return undefined
      while ((open.at(-1)?.column ?? 0) > indent) open.pop()
      const above = open.at(-1)
      if (indent - (above?.column ?? 0) > MAX_INDENT || open.length >= DEEPEST) return undefined
      const node = itemNode(line.slice(indent), marker, start + indent, folder)
      if (node === undefined) return undefined
      if (node.type === 'page') node.line = at + 1
      node.lines = [at + 1, at + 1]
      if (above) above.nodes.push(node)
      else blocks.push({ type: 'nodes', nodes: [node] })
      open.push({ column: indent + marker, nodes: node.children })
    }
    start += ended.length + 1
  }
  return blocks
}

function headingBlock(line: string, start: number): SummaryBlock | undefined {
  const [, marks, title] = PLAIN_HEADING.exec(line) ?? []
  if (marks !== undefined && title !== undefined) {
    const range: Range = [start, start + line.length]
    return {
      type: 'heading',
      depth: marks.length,
      group: { type: 'group', title: title.trim(), range, children: [] },
    }
  }
  const heading = onlyBlock(line)
  if (heading?.type !== 'heading') return undefined
  return { type: 'heading', depth: heading.depth, group: shifted(groupOf(heading), start) }
}

/** The node of an item without those below it. `marker` is the number of characters before its text. */
function itemNode(item: string, marker: number, start: number, folder: string): SummaryNode | undefined {
  const text = item.slice(marker)
  const [link, title, url, label] = PLAIN_LINK.exec(text) ?? []
  if (link !== undefined && title !== undefined && url !== undefined) {
    const node = destinationNode({ title: title.trim(), url, label }, folder)
    const from = start + marker
    return node.type === 'label'
      ? node
      : Object.assign(node, { range: [from, from + link.trimEnd().length] as Range })
  }
  const paragraph = onlyParagraph(item)
  const node = paragraph && nodeOf(paragraph, folder)
  return node && shifted(node, start)
}

function onlyParagraph(item: string): Paragraph | undefined {
  const list = onlyBlock(item)
  if (list?.type !== 'list') return undefined
  const [block, ...others] = list.children.flatMap(({ children }) => children)
  return block?.type === 'paragraph' && others.length === 0 ? block : undefined
}

function onlyBlock(line: string) {
  const [block, ...others] = parseMarkdown(line).children
  return others.length === 0 ? block : undefined
}

/** A node of a line that was parsed alone, with its place in the whole text. */
function shifted<Node extends SummaryNode>(node: Node, by: number): Node {
  if (!('range' in node) || node.range === undefined) return node
  const [start, end] = node.range
  return { ...node, range: [start + by, end + by] }
}
