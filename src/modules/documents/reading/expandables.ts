import type { Content } from '../parsing/pairs.ts'
import { parseMarkdown } from '../parsing/parse.ts'
import type { DocumentNode, ExpandableBlock, InlineNode } from '../tree/types.ts'
import type { Conversion } from './conversion.ts'
import { inlinesFrom } from './inlines.ts'
import { filled, fragmentOf, paragraphBlock, textNode } from './paragraphs.ts'

const summary = /^\s*<summary\b[^>]*>([\s\S]*?)<\/summary>/i

/** `<details>`: its summary, and its content in the same HTML node and after it. */
export function expandable(
  attributes: string,
  inner: string,
  inside: Content[],
  deeper: (content: Content[], conversion?: Conversion) => DocumentNode[],
  conversion: Conversion,
): ExpandableBlock {
  const [first, ...rest] = inside
  const own = summary.exec(inner)
  const next =
    own === null && inner.trim() === '' && first?.type === 'html' ? summary.exec(first.value) : null
  const [found, text, behind] = own
    ? [own, inner, inside]
    : next && first?.type === 'html'
      ? [next, first.value, rest]
      : [null, inner, inside]
  const remaining = text.slice(found?.[0].length ?? 0).trim()
  const title = titleOf(found?.[1] ?? '', conversion)
  // The parser returns only blocks at the top level; its types are wider.
  const parsed = remaining === '' ? [] : (parseMarkdown(remaining).children as Content[])
  const nodes = [...deeper(parsed, { ...conversion, source: remaining }), ...deeper(behind)]
  return expandableBlock(/\bopen\b/i.test(attributes), title, nodes, conversion)
}

export function expandableBlock(
  isOpen: boolean,
  words: InlineNode[],
  nodes: DocumentNode[],
  conversion: Conversion,
): ExpandableBlock {
  const title = fragmentOf('expandable-title', [paragraphBlock(words, conversion)], conversion)
  const body = fragmentOf('expandable-body', filled(nodes, conversion), conversion)
  const data = isOpen ? { open: true } : {}
  return conversion.keys.assign(
    { object: 'block', type: 'expandable', key: '', isVoid: true, data, fragments: [title, body] },
    '',
    [title, body],
  )
}

function titleOf(text: string, conversion: Conversion): InlineNode[] {
  const line = text.replace(/\s+/g, ' ').trim()
  const [paragraph, second] = parseMarkdown(line).children
  if (paragraph?.type !== 'paragraph' || second !== undefined) return [textNode(line)]
  return inlinesFrom(paragraph.children, { ...conversion, source: line })
}
