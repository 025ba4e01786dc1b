import type { Link, PhrasingContent } from 'mdast'
import { attributesIn, decode } from '../parsing/attributes.ts'
import { coloursIn } from '../tree/mark-classes.ts'
import type { ButtonAction, Mark, PlainMark } from '../tree/types.ts'

/** An inline HTML element: its tags are separate nodes among the other content. */
export interface InlineElement {
  name: string
  attributes: ReadonlyMap<string, string>
  inside: PhrasingContent[]
  /** The index of the last node in the element. */
  end: number
}

const start = /^<([a-z][a-z0-9]*)(\s[^<>]*|\/)?>$/i
const voids = new Set(['br', 'img', 'source'])
const marks: Readonly<Record<string, PlainMark>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  code: 'code',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
}
const known = new Set([...voids, ...Object.keys(marks), 'mark', 'a', 'picture', 'button'])

/** The element that begins at an index. Undefined if the document has no node type for it, or if it is not closed. */
export function elementAt(content: readonly PhrasingContent[], index: number): InlineElement | undefined {
  const node = content[index]
  const found = node?.type === 'html' ? start.exec(node.value) : null
  const name = found?.[1]?.toLowerCase() ?? ''
  if (found === null || !known.has(name)) return undefined
  const attributes = attributesIn((found[2] ?? '').replace(/\/$/, ''))
  if (voids.has(name)) return { name, attributes, inside: [], end: index }
  let depth = 1
  for (let at = index + 1; at < content.length; at += 1) {
    const other = content[at]
    if (other?.type !== 'html') continue
    if (start.exec(other.value)?.[1]?.toLowerCase() === name) depth += 1
    else if (other.value.toLowerCase() === `</${name}>`) depth -= 1
    if (depth === 0) return { name, attributes, inside: content.slice(index + 1, at), end: at }
  }
  return undefined
}

/** What a button does, if it is not a link. */
export function actionOf(attributes: ReadonlyMap<string, string>): ButtonAction | undefined {
  const action = (['ask', 'search'] as const).find((name) => name === attributes.get('data-action'))
  const query = attributes.get('data-query')
  return action && { action, ...(query ? { query } : {}) }
}

/** The mark that an element puts on its text. */
export function markOf({ name, attributes }: InlineElement): Mark | undefined {
  if (name === 'mark') {
    const data = coloursIn(attributes.get('style') ?? '')
    return Object.keys(data).length === 0 ? undefined : { object: 'mark', type: 'color', data }
  }
  const type = marks[name]
  return type === undefined || attributes.size > 0 ? undefined : { object: 'mark', type }
}

/** The content of an element, as written. */
export function sourceIn({ inside }: InlineElement, source: string | null): string {
  const from = inside[0]?.position?.start.offset
  const to = inside.at(-1)?.position?.end.offset
  const written = source !== null && from !== undefined && to !== undefined ? source.slice(from, to) : ''
  return written === '' || /[\r\n]/.test(written) ? wordsOf(inside) : decode(written)
}

export function wordsOf(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'formula') return node.value
      if (node.type === 'break') return ' '
      return 'children' in node ? wordsOf(node.children) : ''
    })
    .join('')
}

/** Whether a link is an address in a text, without the syntax of links. In code, it stays text. */
export function isLiteral({ position }: Link, source: string | null): boolean {
  const start = position?.start.offset
  return start === undefined || !/[[<]/.test(source?.charAt(start) ?? '')
}
