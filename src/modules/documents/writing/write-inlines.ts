import { isDeepStrictEqual } from 'node:util'
import type { Break, PhrasingContent } from 'mdast'
import { encodeText } from '../parsing/attributes.ts'
import { parseMarkdown } from '../parsing/parse.ts'
import type { Conversion } from '../reading/conversion.ts'
import { sameMark, sortedMarks } from '../reading/inline-run.ts'
import { inlinesFrom } from '../reading/inlines.ts'
import { textNode } from '../reading/paragraphs.ts'
import { SourceExtras } from '../reading/source-extras.ts'
import { TextRanges } from '../reading/text-ranges.ts'
import { Anchors } from '../tree/anchors.ts'
import { Keys } from '../tree/keys.ts'
import { nameOfTarget, urlOf } from '../tree/refs.ts'
import type { InlineNode, Leaf, Mark } from '../tree/types.ts'
import { markdownOf } from './markdown-of.ts'
import { leafHtml, markElement, voidHtml } from './write-html.ts'

/** The place of inline content: headings and cells cannot contain line breaks. `as-is` is a paragraph that is checked. */
type InlineContext = 'paragraph' | 'line' | 'as-is'

/** Collects footnotes while writing; each gets its own label. */
export interface NoteWriter {
  label(node: Extract<InlineNode, { type: 'annotation' }>): string
}

/**
 * Converts inline nodes to Markdown. Adjacent marks can be ambiguous when they are written with asterisks; text
 * that would not be parsed to the same nodes is written with HTML elements instead.
 */
export function phrasing(
  given: readonly InlineNode[],
  place: InlineContext,
  notes: NoteWriter,
): PhrasingContent[] {
  const inlines = joined(given)
  const plain = written(inlines, place, notes, plainText)
  if (isKept(inlines, place, plain)) return plain
  const safe = written(inlines, 'line', notes, safeText)
  if (isKept(inlines, 'line', safe)) return safe
  // Formulas keep their line breaks.
  const asIs = place === 'paragraph' ? 'as-is' : place
  for (const write of [safeText, safeTextWithTags]) {
    const content = written(inlines, asIs, notes, write)
    if (isKept(inlines, asIs, content)) return content
  }
  return safe
}

/**
 * Normalizes inline nodes to the form that the parser returns: editors split texts further and put empty ones
 * around links.
 */
function joined(inlines: readonly InlineNode[]): InlineNode[] {
  const nodes: InlineNode[] = []
  let leaves: Leaf[] = []
  const close = () => {
    const kept = joinedLeaves(leaves)
    if (kept.length > 0) nodes.push({ object: 'text', leaves: kept })
    leaves = []
  }
  for (const node of inlines) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) leaves.push(leaf)
    } else {
      close()
      nodes.push(node.type === 'link' ? { ...node, nodes: joined(node.nodes) } : node)
    }
  }
  close()
  return nodes.length > 0 ? nodes : [textNode('')]
}

function joinedLeaves(leaves: readonly Leaf[]): Leaf[] {
  const result: Leaf[] = []
  for (const { text, marks: given, ...leaf } of leaves) {
    if (text === '') continue
    const marks = sortedMarks(given)
    const last = result.at(-1)
    const isSame =
      last?.marks.length === marks.length && marks.every((mark, at) => sameMark(mark, last.marks[at]))
    if (last && isSame) last.text += text
    else result.push({ ...leaf, text, marks })
  }
  return result
}

type TextWriter = (leaves: readonly Leaf[], place: InlineContext) => PhrasingContent[]

function written(
  inlines: readonly InlineNode[],
  place: InlineContext,
  notes: NoteWriter,
  write: TextWriter,
): PhrasingContent[] {
  return inlines.flatMap((node): PhrasingContent[] => {
    if (node.object === 'text') return write(node.leaves, place)
    switch (node.type) {
      case 'link':
        return [
          {
            type: 'link',
            url: urlOf(node.data.ref),
            title: null,
            children: written(node.nodes, place, notes, write),
          },
        ]
      case 'annotation': {
        const label = notes.label(node)
        const reference: PhrasingContent = { type: 'footnoteReference', identifier: label, label }
        if (node.nodes.every(isEmpty)) return [reference]
        const words = written(node.nodes, place, notes, write)
        return [{ type: 'link', url: `#user-content-fn-${label}`, title: null, children: words }, reference]
      }
      case 'inline-math':
        return [{ type: 'formula', value: formulaText(node.data.formula, place) }]
      case 'mention': {
        const url = urlOf(node.data.ref)
        const children: PhrasingContent[] = [{ type: 'text', value: node.data.label ?? nameOfTarget(url) }]
        return [{ type: 'link', url, title: 'mention', children }]
      }
      case 'inline-image':
        return node.data.size === 'line' && !node.data.refDark
          ? [{ type: 'image', url: urlOf(node.data.ref), title: null, alt: node.data.caption ?? '' }]
          : [html(voidHtml(node))]
      default:
        return [html(voidHtml(node, encodeText))]
    }
  })
}

const isEmpty = (node: InlineNode): boolean =>
  node.object === 'text' && node.leaves.every(({ text }) => text === '')

const beginsBlock = /\n\s*(?:[-+*>#|~`<{]|\d+[.)]|=+\s*(?:\n|$)|\n|$)/

/** A formula keeps its line breaks unless Markdown would interpret one of its lines. */
export function formulaText(formula: string, place: InlineContext): string {
  if (place === 'as-is') return formula.trim()
  return place === 'line' || beginsBlock.test(formula) ? oneLine(formula) : formula.trim()
}

export const oneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

const html = (value: string): PhrasingContent => ({ type: 'html', value })

const nesting: readonly Mark['type'][] = ['bold', 'italic', 'strikethrough']

/** Converts leaves to nested emphasis: neighbours that share a mark share its asterisks. */
function plainText(leaves: readonly Leaf[], place: InlineContext, from = 0): PhrasingContent[] {
  const type = nesting[from]
  if (type === undefined) return leaves.flatMap((leaf) => marked(leaf, place))
  const result: PhrasingContent[] = []
  for (let at = 0; at < leaves.length; ) {
    const has = (leaf: Leaf | undefined) => leaf?.marks.some((mark) => mark.type === type) ?? false
    const isMarked = has(leaves[at])
    let end = at + 1
    while (end < leaves.length && has(leaves[end]) === isMarked) end += 1
    const children = plainText(leaves.slice(at, end), place, from + 1)
    if (!isMarked) for (const child of children) result.push(child)
    else if (type === 'bold') result.push({ type: 'strong', children })
    else if (type === 'italic') result.push({ type: 'emphasis', children })
    else result.push({ type: 'delete', children })
    at = end
  }
  return result
}

function marked({ text, marks }: Leaf, place: InlineContext): PhrasingContent[] {
  const isCode = marks.some(({ type }) => type === 'code')
  const others = marks.filter(({ type }) => type !== 'code' && !nesting.includes(type))
  const words: PhrasingContent[] = isCode ? [{ type: 'inlineCode', value: text }] : lines(text, place)
  const tags = others.map(markElement)
  return [...tags.map(([open]) => html(open)), ...words, ...tags.reverse().map(([, close]) => html(close))]
}

function lines(text: string, place: InlineContext): PhrasingContent[] {
  const lineBreak: Break | PhrasingContent = place === 'line' ? html('<br>') : { type: 'break' }
  return text
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [lineBreak] : []),
      ...(line === '' ? [] : [{ type: 'text' as const, value: line }]),
    ])
}

const safeText: TextWriter = (leaves) => leaves.map((leaf) => html(leafHtml(leaf, encodeText)))

/** Tags, comments, declarations and instructions that have no node type, so that they are text. */
const TAG = /<[!?/A-Za-z][^<>\n]*>/g

/** Addresses in a text become links, also if they are encoded; in a tag they do not, so tags are written as they are. */
const safeTextWithTags: TextWriter = (leaves) => leaves.map((leaf) => html(leafHtml(leaf, encodeAroundTags)))

function encodeAroundTags(text: string): string {
  let encoded = ''
  let at = 0
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    encoded += encodeText(text.slice(at, index)) + tag
    at = index + tag.length
  }
  return encoded + encodeText(text.slice(at))
}

/**
 * Whether inline content is parsed to the same nodes. Footnotes are ignored, because their text is not available
 * here.
 */
function isKept(inlines: readonly InlineNode[], place: InlineContext, content: PhrasingContent[]): boolean {
  if (content.length === 0) return true
  const text = markdownOf([
    place === 'line'
      ? { type: 'heading', depth: 1, children: content }
      : { type: 'paragraph', children: content },
  ])
  const labels = new Set(Array.from(text.matchAll(/\[\^([^\s[\]\\^]{1,110})\]/g), ([, label]) => label ?? ''))
  const noted = `${text}${[...labels].map((label) => `\n[^${label}]: note\n`).join('')}`
  const [block, ...rest] = parseMarkdown(noted).children
  if (block?.type !== 'paragraph' && block?.type !== 'heading') return false
  if (rest.some(({ type }) => type !== 'footnoteDefinition')) return false
  const conversion: Conversion = {
    keys: new Keys(),
    anchors: new Anchors(),
    extras: new SourceExtras(),
    places: new TextRanges(noted),
    definitions: new Map(),
    labels: new Set([...labels].map((label) => label.toLowerCase())),
    isTaken: () => false,
    readNote: () => undefined,
    source: noted,
  }
  return isDeepStrictEqual(bare(inlinesFrom(block.children, conversion)), bare(inlines))
}

/** Removes keys and footnotes, which are written elsewhere. */
const bare = (inlines: readonly InlineNode[]): unknown =>
  inlines.map((node) => {
    if (node.object === 'text') return node.leaves.map(({ text, marks }) => [text, marks])
    if (node.isVoid) return [node.type, node.data]
    return [node.type, node.type === 'link' ? node.data : null, bare(node.nodes)]
  })
