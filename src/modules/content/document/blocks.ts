import type {
  BlockContent,
  DefinitionContent,
  Heading,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
} from 'mdast'
import { hintEnds, hintStyle } from './hints.ts'
import { type Conversion, imageUrl, inlinesFrom, plainText, textNode } from './inlines.ts'
import { maxNesting } from './limits.ts'
import { filled, paragraphBlock } from './paragraphs.ts'
import { tableBlock } from './tables.ts'
import type {
  CodeBlock,
  CodeLineBlock,
  DocumentNode,
  HeadingBlock,
  ImageBlock,
  ListItemBlock,
} from './types.ts'

export type Content = BlockContent | DefinitionContent

export function blocksFrom(content: Content[], conversion: Conversion, depth = 0): DocumentNode[] {
  const ends = depth < maxNesting ? hintEnds(content) : new Map<number, number>()
  const blocks: DocumentNode[] = []
  for (let index = 0; index < content.length; index += 1) {
    const node = content[index]
    const end = ends.get(index)
    if (node === undefined) continue
    if (node.type === 'tagLine' && end !== undefined) {
      const nodes = filled(blocksFrom(content.slice(index + 1, end), conversion, depth + 1), conversion)
      const data = { style: hintStyle(node) }
      blocks.push(
        conversion.keys.assign(
          { object: 'block', type: 'hint', key: '', isVoid: false, data, nodes },
          '',
          nodes,
        ),
      )
      index = end
    } else {
      const from = conversion.mentions?.count ?? 0
      const made = blocksOf(node, conversion, depth)
      conversion.mentions?.place(from, made[0])
      for (const block of made) blocks.push(block)
    }
  }
  return blocks
}

function blocksOf(node: Content, conversion: Conversion, depth: number): DocumentNode[] {
  const { keys } = conversion
  switch (node.type) {
    case 'paragraph':
      return [images(node, conversion) ?? paragraphBlock(inlinesFrom(node.children, conversion), conversion)]
    case 'heading':
      return [headingBlock(node, conversion)]
    case 'list':
      return [listBlock(node, conversion, depth)]
    case 'thematicBreak':
      return [keys.assign({ object: 'block', type: 'divider', key: '', isVoid: true, data: {} }, '')]
    case 'blockquote': {
      const nodes = filled(blocksFrom(node.children, conversion, depth + 1), conversion)
      return [
        keys.assign(
          { object: 'block', type: 'blockquote', key: '', isVoid: false, data: {}, nodes },
          '',
          nodes,
        ),
      ]
    }
    case 'code':
      return [codeBlock(node.value, node.lang ?? undefined, conversion)]
    case 'html':
      conversion.mentions?.note('html', node.value, null)
      return [rawHtml(codeBlock(node.value, 'html', conversion))]
    case 'table':
      return [tableBlock(node, conversion)]
    case 'tagLine':
      conversion.mentions?.note('tag', node.value, null)
      return [paragraphBlock([textNode(node.value)], conversion)]
    case 'footnoteDefinition':
      return blocksFrom(labelled(node.label ?? node.identifier, node.children), conversion, depth + 1)
    case 'definition':
      return []
  }
}

function headingBlock(heading: Heading, conversion: Conversion): HeadingBlock {
  const nodes = inlinesFrom(heading.children, conversion)
  const type = heading.depth === 1 ? 'heading-1' : heading.depth === 2 ? 'heading-2' : 'heading-3'
  const meta = { id: conversion.anchors.take(plainText(nodes)) }
  return conversion.keys.assign(
    { object: 'block', type, key: '', isVoid: false, data: {}, meta, nodes },
    '',
    nodes,
  )
}

function listBlock(list: List, conversion: Conversion, depth: number): DocumentNode {
  const nodes = list.children.map((item) => listItem(item, conversion, depth))
  const base = { object: 'block', key: '', isVoid: false, nodes } as const
  if (list.children.some((item) => typeof item.checked === 'boolean')) {
    return conversion.keys.assign({ ...base, nodes, type: 'list-tasks', data: {} }, '', nodes)
  }
  if (!list.ordered) {
    return conversion.keys.assign({ ...base, nodes, type: 'list-unordered', data: {} }, '', nodes)
  }
  return conversion.keys.assign(
    { ...base, nodes, type: 'list-ordered', data: { start: list.start ?? 1 } },
    '',
    nodes,
  )
}

function listItem(item: ListItem, conversion: Conversion, depth: number): ListItemBlock {
  const nodes = filled(blocksFrom(item.children, conversion, depth + 1), conversion)
  const data = typeof item.checked === 'boolean' ? { checked: item.checked } : {}
  return conversion.keys.assign(
    { object: 'block', type: 'list-item', key: '', isVoid: false, data, nodes },
    '',
    nodes,
  )
}

function codeBlock(code: string, syntax: string | undefined, { keys }: Conversion): CodeBlock {
  const nodes = code.split(/\r\n|\r|\n/).map((line): CodeLineBlock => {
    const text = [textNode(line)]
    return keys.assign(
      { object: 'block', type: 'code-line', key: '', isVoid: false, data: {}, nodes: text },
      '',
      text,
    )
  })
  const data = syntax === undefined ? {} : { syntax }
  return keys.assign({ object: 'block', type: 'code', key: '', isVoid: false, data, nodes }, '', nodes)
}

const rawHtmlBlocks = new WeakSet<CodeBlock>()

function rawHtml(block: CodeBlock): CodeBlock {
  rawHtmlBlocks.add(block)
  return block
}

/** Whether a block of code is HTML that stood in the text as such; on the wire it looks like fenced code. */
export function isRawHtml(block: CodeBlock): boolean {
  return rawHtmlBlocks.has(block)
}

function images(paragraph: Paragraph, conversion: Conversion): DocumentNode | undefined {
  const isImage = (node: PhrasingContent) => node.type === 'image' || node.type === 'imageReference'
  const isSpace = (node: PhrasingContent) =>
    node.type === 'break' || (node.type === 'text' && node.value.trim() === '')
  const { children } = paragraph
  if (!children.some(isImage) || !children.every((node) => isImage(node) || isSpace(node))) return undefined
  const nodes = children.flatMap((node): ImageBlock[] => {
    if (node.type !== 'image' && node.type !== 'imageReference') return []
    const url = imageUrl(node, conversion)
    const data: ImageBlock['data'] = { ref: { kind: 'url', url }, ...(node.alt ? { alt: node.alt } : {}) }
    const made: ImageBlock = { object: 'block', type: 'image', key: '', isVoid: true, data, fragments: [] }
    conversion.mentions?.note('image', url, made)
    return [conversion.keys.assign(made, `${url}\n${node.alt ?? ''}`)]
  })
  return conversion.keys.assign(
    { object: 'block', type: 'images', key: '', isVoid: false, data: {}, nodes },
    '',
    nodes,
  )
}

// The document has no block for footnotes: note and reference both keep their label as text.
function labelled(label: string, content: Content[]): Content[] {
  const prefix: PhrasingContent = { type: 'text', value: `[^${label}]: ` }
  const [first, ...rest] = content
  if (first?.type === 'paragraph') return [{ ...first, children: [prefix, ...first.children] }, ...rest]
  return [{ type: 'paragraph', children: [prefix] }, ...content]
}
