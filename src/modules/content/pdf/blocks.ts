import {
  type DocumentNode,
  documentFromMarkdown,
  type InlineNode,
  isRawHtml,
  plainText,
  type TableBlock,
} from '../document/index.ts'
import { markdownOfHtml } from './html.ts'
import type { Alignment, Shown } from './shown.ts'
import { type Attributes, linesOf, type Token, tokenOf } from './tags.ts'

const maxDepth = 24
const noteStart = /^\[\^([^\]]+)\]:\s*/
const formula = /^\$\$([\s\S]+)\$\$$/

/** The blocks of a page as they are drawn. */
export function shownFrom(markdown: string, depth = 0): Shown[] {
  return shownNodes(documentFromMarkdown(markdown).nodes, depth)
}

function shownNodes(nodes: readonly DocumentNode[], depth: number): Shown[] {
  return shownTokens(nodes.map(tokenOf), depth)
}

function shownTokens(tokens: readonly Token[], depth: number): Shown[] {
  const ends = endsIn(tokens)
  const shown: Shown[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined || token.kind === 'close') continue
    if (token.kind === 'block') {
      for (const block of shownNode(token.node, depth)) shown.push(block)
      continue
    }
    const end = ends.get(at)
    const inside = end === undefined || depth >= maxDepth ? [] : tokens.slice(at + 1, end)
    for (const block of shownTag(token, inside, depth + 1)) shown.push(block)
    if (end !== undefined) at = end
  }
  return shown
}

/** Where the tag that opens at an index closes; a tag without an end stands for itself. */
function endsIn(tokens: readonly Token[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'block') continue
    const starts = open.get(token.name) ?? []
    open.set(token.name, starts)
    if (token.kind === 'open') starts.push(at)
    const start = token.kind === 'close' ? starts.pop() : undefined
    if (start !== undefined) ends.set(start, at)
  }
  return ends
}

type Opening = Extract<Token, { kind: 'open' }>

function shownTag(tag: Opening, inside: readonly Token[], depth: number): Shown[] {
  const { attributes } = tag
  const title = attributes.title ?? ''
  const blocks = () => shownTokens(inside, depth)
  switch (tag.name) {
    case 'details':
      return [
        {
          type: 'panel',
          look: 'plain',
          title: title || summaryIn(inside),
          blocks: [...shownHtml(tag.inner, depth), ...blocks()],
        },
      ]
    case 'summary':
      return []
    case 'tab':
      return [{ type: 'panel', look: 'plain', title, blocks: blocks() }]
    case 'update':
      return [{ type: 'panel', look: 'plain', title: attributes.date ?? '', blocks: blocks() }]
    case 'prompt':
      return [{ type: 'panel', look: 'plain', title: attributes.description ?? 'Prompt', blocks: blocks() }]
    case 'stepper':
      return [{ type: 'steps', steps: parts(inside, 'step', depth) }]
    case 'columns':
      return [{ type: 'columns', columns: parts(inside, 'column', depth) }]
    case 'code':
      return blocks().map((block) => (block.type === 'code' && title !== '' ? { ...block, title } : block))
    case 'content-ref':
    case 'page-ref':
      return [card('', attributes.url ?? attributes.page ?? '', inside)]
    case 'embed':
      return [card('Embedded', attributes.url ?? '', inside)]
    case 'file':
      return [card('File', attributes.src ?? '', inside, attributes.caption)]
    case 'include':
      return [card('Included', tag.source.replace(/^["']|["']$/g, ''), inside)]
    default:
      return isApiTag(tag.name) ? [...apiCard(tag.name, attributes), ...blocks()] : blocks()
  }
}

function summaryIn(tokens: readonly Token[]): string {
  const found = tokens.find((token) => token.kind === 'open' && token.name === 'summary')
  return found?.kind === 'open' ? (found.attributes.title ?? '') : ''
}

const isApiTag = (name: string) => /^(openapi|swagger)(?!-description)/.test(name)

function apiCard(name: string, { method, path, src, url, spec, schemas }: Attributes): Shown[] {
  const operation = [method?.toUpperCase(), path].filter(Boolean).join(' ')
  const text = operation || schemas || spec || src || url || name
  return [{ type: 'card', label: 'API', href: src ?? url ?? '', text }]
}

function card(label: string, href: string, inside: readonly Token[], caption?: string): Shown {
  const words = inside
    .flatMap((token) => (token.kind === 'block' && token.node.type === 'paragraph' ? [token.node.nodes] : []))
    .map((inlines) => plainText(inlines))
    .join(' ')
  return { type: 'card', label, href, text: caption || words || href }
}

function parts(tokens: readonly Token[], name: string, depth: number): Shown[][] {
  const ends = endsIn(tokens)
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'open' || token.name !== name) return []
    return [shownTokens(tokens.slice(at + 1, ends.get(at) ?? at + 1), depth)]
  })
}

function shownHtml(html: string, depth: number): Shown[] {
  const markdown = markdownOfHtml(html)
  return markdown.trim() === '' || depth >= maxDepth ? [] : shownFrom(markdown, depth + 1)
}

function shownNode(node: DocumentNode, depth: number): Shown[] {
  switch (node.type) {
    case 'paragraph': {
      const words = plainText(node.nodes)
      const label = noteStart.exec(words)?.[1]
      if (label !== undefined) return [{ type: 'note', label, inlines: withoutLabel(node.nodes) }]
      const math = formula.exec(words.trim())?.[1]
      if (math !== undefined && !math.includes('$$')) return [{ type: 'math', formula: math.trim() }]
      return words.trim() === '' && node.nodes.every(({ object }) => object === 'text')
        ? []
        : [{ type: 'text', inlines: node.nodes }]
    }
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const level = node.type === 'heading-1' ? 1 : node.type === 'heading-2' ? 2 : 3
      return [{ type: 'heading', level, anchor: node.meta.id, inlines: node.nodes }]
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks': {
      const items = node.nodes.map((item) => ({
        ...(item.data.checked === undefined ? {} : { isChecked: item.data.checked }),
        blocks: shownNodes(item.nodes, depth + 1),
      }))
      return [{ type: 'list', start: node.type === 'list-ordered' ? node.data.start : null, items }]
    }
    case 'blockquote':
      return [{ type: 'quote', blocks: shownNodes(node.nodes, depth + 1) }]
    case 'hint':
      return [{ type: 'panel', look: node.data.style, blocks: shownNodes(node.nodes, depth + 1) }]
    case 'code':
      return isRawHtml(node)
        ? shownHtml(linesOf(node).join('\n'), depth)
        : [{ type: 'code', lines: linesOf(node) }]
    case 'images':
      return node.nodes.map(({ data }) => ({ type: 'picture', ref: data.ref.url, alt: data.alt ?? '' }))
    case 'table':
      return [tableShown(node, depth)]
    case 'divider':
      return [{ type: 'divider' }]
  }
}

function withoutLabel([first, ...rest]: readonly InlineNode[]): InlineNode[] {
  if (first?.object !== 'text') return rest
  const [leaf, ...leaves] = first.leaves
  if (leaf === undefined) return rest
  return [{ ...first, leaves: [{ ...leaf, text: leaf.text.replace(noteStart, '') }, ...leaves] }, ...rest]
}

function tableShown({ data, fragments }: TableBlock, depth: number): Shown {
  const cells = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const columns = data.view.columns.flatMap((id) => data.definition[id] ?? [])
  const rows = Object.values(data.records)
    .sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
    .map(({ values }) => columns.map(({ id }) => shownNodes(cells.get(values[id] ?? '') ?? [], depth + 1)))
  const head = columns.map(({ title }) => [
    { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: title, marks: [] }] },
  ])
  const align = columns.map(({ textAlignment }): Alignment => textAlignment ?? 'left')
  return { type: 'table', head, align, rows }
}
