import type { Content } from '../../../../../modules/documents/parsing/pairs.ts'
import { withoutEnd } from '../../blanks.ts'
import { type ContainerReader, type Draft, type Range, rangeOf } from './draft.ts'
import { markdownTree } from './markdown-tree.ts'
import { Origin } from './origin.ts'
import { Irregular, readInline } from './read-inline.ts'
import { schema } from './schema.ts'

const { nodes: types } = schema
const START = /^(<details\b[^>]*>)\s*<summary>[ \t]*/i
const END = /<\/summary>/i

/** `<details>` with its summary on one line, and blocks below it. */
export function readExpandable(
  reader: ContainerReader,
  outer: Range,
  range: Range,
  inside: readonly Content[],
  prefix: string,
): Draft {
  const { text } = reader
  const whole = text.slice(outer.from, outer.to)
  const [start, tag] = START.exec(whole) ?? []
  if (start === undefined || tag === undefined) throw new Irregular()
  const from = outer.from + start.length
  const found = END.exec(text.slice(from, range.to))
  if (found === null) throw new Irregular()
  const title = withoutEnd(text.slice(from, from + found.index), ' \t')
  const to = from + title.length
  const bodyStart = from + found.index + found[0].length
  const body = inside.filter((node) => rangeOf(node).start >= bodyStart)
  const above = [
    range.from,
    ...inside.filter((node) => !body.includes(node)).map((node) => rangeOf(node).end),
  ]
  // Text behind the summary, in the same HTML, would not be in any block.
  if (text.slice(bodyStart, Math.max(bodyStart, ...above)).trim() !== '') throw new Irregular()
  const read = reader.blocks(body, { from: bodyStart, to: range.to }, prefix)
  const isEmpty = read.nodes.length === 1 && read.nodes[0]?.attrs.origin === null
  const [head, tail] = isEmpty ? [text.slice(bodyStart, range.to), ''] : [read.head, read.tail]
  if (!isBlankLine(head) || (!isEmpty && !isBlankLine(tail))) throw new Irregular()
  const summary = summaryOf(title, text.slice(to, bodyStart) + head, prefix)
  return {
    type: types.expandable,
    attrs: { tag },
    content: [summary, ...read.nodes],
    head: text.slice(outer.from, from),
    tail: tail + text.slice(range.to, outer.to),
  }
}

/** HTML ends at a blank line, so the blocks inside stand between blank lines. */
const isBlankLine = (gap: string) => /^\s*$/.test(gap) && (gap.match(/\n/g)?.length ?? 0) >= 2

function summaryOf(title: string, tail: string, prefix: string) {
  const [paragraph, second] = markdownTree(title).children
  const isText =
    title === '' || (paragraph?.type === 'paragraph' && second === undefined && !/[\r\n]/.test(title))
  if (!isText) throw new Irregular()
  const content =
    paragraph?.type === 'paragraph' ? readInline(paragraph.children, { text: title, prefix: '' }) : []
  const origin = new Origin({ text: title, prefix, tail })
  return origin.isRead(types.summary.createChecked({ origin }, content))
}
