import { posix } from 'node:path'
import type { BlockContent, ListItem } from 'mdast'
import { readYaml } from '../../../platform/yaml.ts'
import { refuseImport } from '../refusals.ts'
import { blocksOfLines } from './blocks-of-lines.ts'
import { parseMarkdown } from './parse-markdown.ts'
import {
  groupOf,
  linesOf,
  linkedNodes,
  nodeOf,
  type Summary,
  type SummaryBlock,
  type SummaryNode,
} from './summary-nodes.ts'

/** Parses a table of contents. Paths are relative to the root of the tree that contains `path`, the file itself. */
export function parseSummary(text: string, path = 'SUMMARY.md'): Summary {
  return summaryOf(blocksOfLines(text, posix.dirname(path)) ?? blocksOfMarkdown(text, path))
}

function summaryOf(blocks: Iterable<SummaryBlock>): Summary {
  const nodes: SummaryNode[] = []
  const breaks: number[] = []
  let title: string | undefined
  let open = nodes
  const isTitle = (depth: number) => depth === 1 && title === undefined && nodes.length === 0

  for (const block of blocks) {
    if (block.type === 'heading' && isTitle(block.depth)) title = block.group.title
    else if (block.type === 'heading') {
      open = block.group.children
      nodes.push(block.group)
    } else if (block.type === 'break') {
      open = nodes
      breaks.push(block.line)
    } else open.push(...block.nodes)
  }
  return { ...(title === undefined ? {} : { title }), nodes, breaks }
}

function* blocksOfMarkdown(text: string, path: string): Generator<SummaryBlock> {
  for (const block of parseMarkdown(text).children) {
    if (block.type === 'heading') yield { type: 'heading', depth: block.depth, group: groupOf(block) }
    else if (block.type === 'thematicBreak') yield { type: 'break', line: block.position?.start.line ?? 0 }
    else if (block.type === 'list')
      yield { type: 'nodes', nodes: block.children.flatMap((item) => itemNodes(item, path)) }
    // Some tables of contents list the first chapters outside of any list.
    else if (block.type === 'paragraph')
      yield { type: 'nodes', nodes: linkedNodes(block, posix.dirname(path)) }
  }
}

function itemNodes(item: ListItem, path: string): SummaryNode[] {
  const children = item.children.flatMap((child) =>
    child.type === 'list' ? child.children.flatMap((below) => itemNodes(below, path)) : [],
  )
  const computed = item.children.flatMap((child) => computedNodes(child, path))
  const paragraph = item.children.find((child) => child.type === 'paragraph')
  const node = paragraph === undefined ? undefined : nodeOf(paragraph, posix.dirname(path))
  const first = item.children.findIndex(({ type }) => type === 'list')
  const own = item.children[first < 0 ? item.children.length - 1 : first - 1]
  const lines = own ? linesOf(item, own.position?.end.line) : {}
  if (node === undefined) {
    const [only, ...others] = computed
    return [...(only && others.length === 0 ? [{ ...only, ...lines }] : computed), ...children]
  }
  const line = item.position?.start.line
  if (node.type === 'page' && line !== undefined) node.line = line
  if (computed.length === 0) Object.assign(node, lines)
  node.children.push(...computed, ...children)
  return [node]
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
