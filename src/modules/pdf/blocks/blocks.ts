import {
  type CardBlock,
  type CodeBlock,
  contentOfIntegration,
  type DocumentNode,
  documentFromMarkdown,
  type Fragment,
  type ImagesBlock,
  type InlineNode,
  type IntegrationBlock,
  type ItemBlock,
  namedIcon,
  plainText,
  type Ref,
  urlOf,
} from '../../documents/index.ts'
import { htmlParts } from './html.ts'
import { isAlignment, type Shown } from './shown.ts'
import { tableShown } from './tables.ts'

const maxDepth = 24
const noteStart = /^\[\^([^\]]+)\]:\s*/
const tagLine = /^\{%.*%\}$/

/** Converts the blocks of a page to those that are drawn. */
export function shownBlocks(markdown: string, depth = 0): Shown[] {
  return shownNodes(documentFromMarkdown(markdown).nodes, depth)
}

function shownNodes(nodes: readonly DocumentNode[], depth: number): Shown[] {
  return depth > maxDepth ? [] : nodes.flatMap((node) => shownNode(node, depth))
}

function shownNode(node: DocumentNode, depth: number): Shown[] {
  const blocks = () => (node.isVoid ? [] : shownNodes(node.nodes as DocumentNode[], depth + 1))
  const fragment = (name: string) => shownFragment('fragments' in node ? node.fragments : [], name, depth + 1)
  switch (node.type) {
    case 'paragraph':
      return paragraphShown(node.nodes, depth)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const level = node.type === 'heading-1' ? 1 : node.type === 'heading-2' ? 2 : 3
      const heading: Shown = { type: 'heading', level, anchor: node.meta.id, inlines: node.nodes }
      return [heading, ...notesIn(node.nodes)]
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
      return [{ type: 'quote', blocks: blocks() }]
    case 'hint': {
      const { style, icon } = node.data
      return [
        {
          type: 'panel',
          look: style,
          icon: namedIcon(text(icon)) === undefined ? style : text(icon),
          blocks: blocks(),
        },
      ]
    }
    case 'code':
      return node.data.raw ? shownHtml(node, depth) : [codeShown(node)]
    case 'math':
      return [{ type: 'math', formula: node.data.formula }]
    case 'images':
      return [imagesShown(node, depth)]
    case 'tabs':
      return node.nodes.map((item) => tabShown(item, depth))
    case 'updates':
      return [{ type: 'updates', updates: node.nodes.map((item) => updateShown(item, depth)) }]
    case 'stepper':
      return [{ type: 'steps', steps: node.nodes.map((step) => shownNodes(step.nodes, depth + 1)) }]
    case 'columns':
      return [{ type: 'columns', columns: node.nodes.map((column) => shownNodes(column.nodes, depth + 1)) }]
    case 'if':
      // Conditions are evaluated before. One that is left could not be evaluated, so its content is not shown.
      return []
    case 'prompt':
      return [
        { type: 'panel', look: 'plain', title: text(node.data.description) || 'Prompt', blocks: blocks() },
      ]
    case 'expandable': {
      const title = node.fragments.find(({ fragment: name }) => name === 'expandable-title')
      return [{ type: 'panel', look: 'plain', title: wordsOf(title), blocks: fragment('expandable-body') }]
    }
    case 'table':
      return [tableShown(node, (cell) => shownNodes(cell, depth + 1))]
    case 'divider':
      return [{ type: 'divider' }]
    case 'integration':
      return [...integrationShown(node), ...fragment('caption')]
    default:
      return [cardShown(node), ...(isOperation(node.type) ? fragment('caption') : [])]
  }
}

function paragraphShown(inlines: InlineNode[], depth: number): Shown[] {
  const words = plainText(inlines)
  const label = noteStart.exec(words)?.[1]
  if (label !== undefined) return [{ type: 'note', label, inlines: withoutLabel(inlines) }]
  // An unknown or unclosed tag: its title is shown, the tag itself is not.
  if (tagLine.test(words)) {
    const title = /\stitle\s*=\s*["']([^"']*)/.exec(words)?.[1]
    return title === undefined ? [] : [{ type: 'panel', look: 'plain', title, blocks: [] }]
  }
  if (words.trim() === '' && inlines.every(({ object }) => object === 'text')) return []
  return [{ type: 'text', inlines }, ...(depth > maxDepth ? [] : notesIn(inlines))]
}

/** The footnotes of a text, at their first reference. */
function notesIn(inlines: readonly InlineNode[]): Shown[] {
  return inlines.flatMap((node): Shown[] => {
    if (node.object === 'text' || (node.type !== 'annotation' && node.type !== 'link')) return []
    const inner = notesIn(node.nodes)
    if (node.type === 'link') return inner
    const bodies = node.fragments.flatMap(({ nodes }) => nodes)
    if (bodies.length === 0) return inner
    const inlines = bodies.flatMap((block) => (block.type === 'paragraph' ? block.nodes : []))
    return [...inner, { type: 'note', label: node.data.label, inlines: inlines }, ...notesIn(inlines)]
  })
}

function imagesShown({ data, nodes }: ImagesBlock, depth: number): Shown {
  const blocks = nodes.flatMap(({ data: image, fragments }): Shown[] => {
    const caption = shownFragment(fragments, 'caption', depth + 1)
    const picture: Shown = { type: 'picture', ref: urlOf(image.ref), alt: image.alt ?? '' }
    return caption.length === 0 ? [picture] : [picture, { type: 'caption', blocks: caption }]
  })
  return { type: 'aligned', align: isAlignment(data.align) ? data.align : 'center', blocks }
}

function tabShown({ data, nodes }: ItemBlock, depth: number): Shown {
  const icon = text(data.icon)
  return {
    type: 'panel',
    look: 'plain',
    title: text(data.title) || text(data.name),
    ...(namedIcon(icon) === undefined ? {} : { icon }),
    blocks: shownNodes(nodes, depth + 1),
  }
}

function updateShown({ data, nodes }: ItemBlock, depth: number) {
  const tags = Array.isArray(data.tags) ? data.tags.filter((tag) => tag !== '') : []
  return { date: text(data.date), tags, blocks: shownNodes(nodes, depth + 1) }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const href = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'kind' in value ? urlOf(value as Ref) : text(value)

function shownFragment(fragments: readonly Fragment[], name: string, depth: number): Shown[] {
  return fragments
    .filter(({ fragment }) => fragment === name)
    .flatMap(({ nodes }) => shownNodes(nodes, depth))
}

function wordsOf(fragment: Fragment | undefined): string {
  return (fragment?.nodes ?? [])
    .flatMap((node) => (node.type === 'paragraph' ? [plainText(node.nodes)] : []))
    .join(' ')
}

function integrationShown({ data: { integration, block, props } }: IntegrationBlock): Shown[] {
  const { url, text: words } = contentOfIntegration(props)
  if (url === undefined && words !== undefined) {
    const lines = words.split('\n').map((line) => ({ text: line, isMarked: false }))
    return [{ type: 'code', title: `${integration} / ${block}`, hasNumbers: false, lines }]
  }
  return [{ type: 'card', label: integration, href: url ?? '', text: url ?? block }]
}

const isOperation = (type: CardBlock['type']): boolean => cardLabels[type] === undefined

const cardLabels: Partial<Record<CardBlock['type'], string>> = {
  embed: 'Embedded',
  file: 'File',
  'content-ref': '',
  'reusable-content': 'Included',
}

function cardShown({ type, data, fragments }: CardBlock): Shown {
  const label = cardLabels[type]
  const address = href(data.ref) || text(data.url)
  if (label !== undefined) {
    const words = text(data.caption) || wordsOf(fragments[0]) || address
    return { type: 'card', label, href: address, text: words }
  }
  const operation = [text(data.method).toUpperCase(), text(data.path), text(data.summary)]
    .filter(Boolean)
    .join(' ')
  const named = Array.isArray(data.schemas) ? data.schemas.join(', ') : text(data.name)
  const isSpec = typeof data.ref === 'object' && 'kind' in data.ref && data.ref.kind === 'openapi'
  return {
    type: 'card',
    label: 'API',
    href: isSpec ? '' : address,
    text: operation || named || address || type,
  }
}

function codeShown({ data, nodes }: CodeBlock): Shown {
  const lines = nodes.map((line) => ({ text: lineText(line), isMarked: line.data.highlighted === true }))
  const { title } = data
  return { type: 'code', ...(title ? { title } : {}), hasNumbers: data.lineNumbers === true, lines }
}

const lineText = ({ nodes }: CodeBlock['nodes'][number]): string =>
  nodes.flatMap(({ leaves }) => leaves.map((leaf) => leaf.text)).join('')

function shownHtml({ nodes }: CodeBlock, depth: number): Shown[] {
  if (depth >= maxDepth) return []
  return htmlParts(nodes.map(lineText).join('\n')).flatMap(({ align, markdown }): Shown[] => {
    const blocks = shownBlocks(markdown, depth + 1)
    return align === undefined || blocks.length === 0 ? blocks : [{ type: 'aligned', align, blocks }]
  })
}

function withoutLabel([first, ...rest]: readonly InlineNode[]): InlineNode[] {
  if (first?.object !== 'text') return rest
  const [leaf, ...leaves] = first.leaves
  if (leaf === undefined) return rest
  return [{ ...first, leaves: [{ ...leaf, text: leaf.text.replace(noteStart, '') }, ...leaves] }, ...rest]
}
