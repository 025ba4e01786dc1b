import type { ElementContent } from 'hast'
import type { Heading, Html, List, ListItem, PhrasingContent } from 'mdast'
import { attributesIn } from '../parsing/attributes.ts'
import { maxNesting } from '../parsing/limits.ts'
import { type Content, pairsIn, tagOf } from '../parsing/pairs.ts'
import { codeFields, dataFrom } from '../tree/forms.ts'
import { plainText } from '../tree/plain-text.ts'
import type {
  Attributes,
  CodeBlock,
  CodeLineBlock,
  DocumentNode,
  HeadingBlock,
  ListItemBlock,
} from '../tree/types.ts'
import { hasBlockElements, tablesOverBlocks } from './block-elements.ts'
import type { Conversion } from './conversion.ts'
import { expandable, expandableBlock } from './expandables.ts'
import { figuresIn } from './figures.ts'
import { contentOf, elementsOf } from './html.ts'
import { type CodeLine, htmlCode } from './html-code.ts'
import { imagesOfFigures, imagesOfParagraph } from './images.ts'
import { elementAt } from './inline-html.ts'
import { inlinesFrom } from './inlines.ts'
import { blocksInText, MixedHtml } from './mixed-html.ts'
import { filled, paragraphBlock, textNode } from './paragraphs.ts'
import { htmlTableBlock, tableBlock } from './tables.ts'
import { paired, standingAlone } from './tagged.ts'

export function blocksFrom(content: Content[], conversion: Conversion, depth = 0): DocumentNode[] {
  const ends = depth < maxNesting ? pairsIn(content) : new Map<number, number>()
  const tables = depth < maxNesting ? tablesOverBlocks(content) : ends
  const blocks: DocumentNode[] = []
  for (let index = 0; index < content.length; index += 1) {
    const node = content[index]
    if (node === undefined) continue
    const made =
      tableOverBlocks(content, index, tables.get(index), conversion, depth) ??
      tagBlocks(content, index, ends.get(index), conversion, depth)
    if (made?.end !== undefined) index = made.end
    for (const block of made?.blocks ?? blocksOf(node, conversion, depth)) {
      conversion.places.mark(block, conversion.source, node, content[index] ?? node)
      blocks.push(block)
    }
  }
  return blocks
}

/** A table whose cells contain blank lines, so that the parser divides it. */
function tableOverBlocks(
  content: Content[],
  index: number,
  end: number | undefined,
  conversion: Conversion,
  depth: number,
): { blocks: DocumentNode[]; end: number } | undefined {
  if (end === undefined) return undefined
  const html = new MixedHtml()
  html.addBlocks(content.slice(index, end + 1))
  const elements = html.elements()
  if (elements === undefined) return undefined
  const blocksOf = (children: ElementContent[]) =>
    blocksFrom(html.content(children) ?? [], conversion, depth + 1)
  const blocks = elements.flatMap((element) => {
    const table =
      element.type === 'element' && element.tagName === 'table'
        ? htmlTableBlock(element, (children) => filled(blocksOf(children), conversion), conversion)
        : undefined
    return table ? [table] : blocksOf([element])
  })
  return { blocks, end }
}

function tagBlocks(
  content: Content[],
  index: number,
  end: number | undefined,
  conversion: Conversion,
  depth: number,
): { blocks: DocumentNode[]; end?: number } | undefined {
  const node = content[index]
  const tag = node && tagOf(node)
  if (tag === undefined || tag.isEnd) return undefined
  const deeper = (inner: Content[], inside = conversion) => blocksFrom(inner, inside, depth + 1)
  if (end !== undefined) {
    const inside = content.slice(index + 1, end)
    const blocks =
      tag.name === '<details'
        ? [expandable(tag.source, tag.inner, inside, deeper, conversion)]
        : paired(tag, inside, deeper, conversion)
    if (blocks !== undefined) return { blocks, end }
  }
  const alone = standingAlone(tag, conversion)
  return alone && { blocks: [alone] }
}

function blocksOf(node: Content, conversion: Conversion, depth: number): DocumentNode[] {
  const { keys } = conversion
  switch (node.type) {
    case 'paragraph': {
      const [only, second] = node.children
      if (only?.type === 'formula' && second === undefined) {
        const data = { formula: only.value }
        return [keys.assign({ object: 'block', type: 'math', key: '', isVoid: true, data }, only.value)]
      }
      const blocks = depth < maxNesting ? blocksOfText(node.children, conversion, depth) : undefined
      if (blocks) return blocks
      return [
        imagesOfParagraph(node, conversion) ??
          paragraphBlock(inlinesFrom(node.children, conversion), conversion),
      ]
    }
    case 'expandable': {
      const title = inlinesFrom(node.summary, conversion)
      const body = depth < maxNesting ? blocksFrom(node.children, conversion, depth + 1) : []
      return [expandableBlock(node.isOpen, title, body, conversion)]
    }
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
      return [codeBlock(plainLines(node.value), codeData(node.lang, node.meta), conversion)]
    case 'html':
      return htmlBlocks(node, conversion, depth)
    case 'table': {
      const cell = (children: PhrasingContent[]) =>
        depth < maxNesting ? blocksOfText(children, conversion, depth) : undefined
      return [tableBlock(node, cell, conversion)]
    }
    case 'tagLine':
      return [paragraphBlock([textNode(node.value)], conversion)]
    case 'footnoteDefinition':
      return conversion.isTaken(node)
        ? []
        : blocksFrom(labelled(node.label ?? node.identifier, node.children), conversion, depth + 1)
    case 'definition':
      return []
  }
}

/** The blocks of a text that contains tags of blocks. Undefined for all other texts. */
function blocksOfText(
  children: PhrasingContent[],
  conversion: Conversion,
  depth: number,
): DocumentNode[] | undefined {
  if (!hasBlockElements(children)) return undefined
  const content = blocksInText(children)
  return content && blocksFrom(content, conversion, depth + 1)
}

const readable = /^\s*<(?:figure|div|img|picture|table|details|pre|video|audio|iframe)\b/i

const media = new Set(['video', 'audio', 'iframe'])

/** HTML that the document has a node type for. All other HTML becomes a raw code block. */
function htmlBlocks({ value }: Html, conversion: Conversion, depth: number): DocumentNode[] {
  const raw = () => [codeBlock(plainLines(value), { syntax: 'html', raw: true }, conversion)]
  const elements = readable.test(value) && depth < maxNesting ? elementsOf(value) : undefined
  if (elements === undefined) return raw()
  const deeper = (inner: Content[], inside = conversion) => blocksFrom(inner, inside, depth + 1)
  const inElement = { ...conversion, source: null }
  try {
    const figures = figuresIn(elements)
    if (figures !== undefined) {
      const captionOf = ({ children }: Parameters<Parameters<typeof imagesOfFigures>[1]>[0]) =>
        deeper(contentOf(children), inElement)
      return [imagesOfFigures(figures, captionOf, inElement)]
    }
    if (elements.every(({ tagName }) => media.has(tagName))) return deeper(contentOf(elements), inElement)
    const [only] = elements
    if (elements.length !== 1 || only === undefined) return raw()
    if (only.tagName === 'table') {
      const cell = (children: Parameters<typeof contentOf>[0]) =>
        filled(deeper(contentOf(children), inElement), inElement)
      const table = htmlTableBlock(only, cell, inElement)
      return table === undefined ? raw() : [table]
    }
    if (only.tagName === 'pre') {
      const code = htmlCode(only)
      return code === undefined ? raw() : [codeBlock(code.lines, code.data, conversion)]
    }
    const whole = /^\s*<details\b([^>]*)>([\s\S]*)<\/details>\s*$/i.exec(value)
    if (only.tagName !== 'details' || whole === null || /<details\b/i.test(whole[2] ?? '')) return raw()
    return [expandable(whole[1] ?? '', whole[2] ?? '', [], deeper, conversion)]
  } catch (error) {
    // The converter cannot process elements that are nested thousands of levels deep.
    if (error instanceof RangeError) return raw()
    throw error
  }
}

function headingBlock(heading: Heading, conversion: Conversion): HeadingBlock {
  const { children, anchor } = withAnchor(heading.children)
  const nodes = inlinesFrom(children, conversion)
  const type = heading.depth === 1 ? 'heading-1' : heading.depth === 2 ? 'heading-2' : 'heading-3'
  const meta = { id: conversion.anchors.take(plainText(nodes), anchor) }
  return conversion.keys.assign(
    { object: 'block', type, key: '', isVoid: false, data: {}, meta, nodes },
    '',
    nodes,
  )
}

/** `Heading <a href="#x" id="x"></a>`: a custom anchor, which is not part of the text of the heading. */
function withAnchor(children: PhrasingContent[]): { children: PhrasingContent[]; anchor?: string } {
  const at = children.length - 2
  const element = at < 0 ? undefined : elementAt(children, at)
  const anchor =
    element?.name === 'a' && element.inside.length === 0 ? element.attributes.get('id') : undefined
  if (!anchor) return { children }
  const words = children.slice(0, at)
  const last = words.at(-1)
  if (last?.type === 'text') words[at - 1] = { ...last, value: last.value.trimEnd() }
  return { children: words, anchor }
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
  const block: ListItemBlock = { object: 'block', type: 'list-item', key: '', isVoid: false, data, nodes }
  conversion.places.mark(block, conversion.source, item, item)
  return conversion.keys.assign(block, '', nodes)
}

// A bare value ends at a space. If it could end anywhere, `a=bb=bb=…` could be parsed in exponentially many ways.
const onlyAttributes = /^(?:\s*[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>]+(?=\s|$)))*\s*$/

function codeData(syntax: string | null | undefined, meta: string | null | undefined): Attributes {
  const named: Attributes = syntax ? { syntax } : {}
  if (!meta) return named
  if (!onlyAttributes.test(meta) || attributesIn(meta).has('syntax')) return { ...named, meta }
  return { ...dataFrom(meta, codeFields), ...named }
}

const plainLines = (code: string): CodeLine[] =>
  code.split(/\r\n|\r|\n/).map((text) => ({ text, isHighlighted: false }))

function codeBlock(lines: readonly CodeLine[], data: CodeBlock['data'], { keys }: Conversion): CodeBlock {
  const nodes = lines.map((line): CodeLineBlock => {
    const text = [textNode(line.text)]
    const data = line.isHighlighted ? { highlighted: true as const } : {}
    return keys.assign(
      { object: 'block', type: 'code-line', key: '', isVoid: false, data, nodes: text },
      '',
      text,
    )
  })
  return keys.assign({ object: 'block', type: 'code', key: '', isVoid: false, data, nodes }, '', nodes)
}

// A footnote without a reference keeps its label as text.
export function labelled(label: string, content: Content[]): Content[] {
  const prefix: PhrasingContent = { type: 'text', value: `[^${label}]: ` }
  const [first, ...rest] = content
  if (first?.type === 'paragraph') return [{ ...first, children: [prefix, ...first.children] }, ...rest]
  return [{ type: 'paragraph', children: [prefix] }, ...content]
}
