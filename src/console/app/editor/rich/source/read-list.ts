import type { ListItem } from 'mdast'
import type { Content } from '../../../../../modules/documents/parsing/pairs.ts'
import { type ContainerReader, type Draft, rangeOf } from './draft.ts'
import { Irregular } from './read-inline.ts'
import { schema } from './schema.ts'

const TAB = 4

/** The column that a text ends in, if it begins in the given one. */
export function columnAfter(text: string, from = 0): number {
  let column = from
  for (const character of text) column += character === '\t' ? TAB - (column % TAB) : 1
  return column
}

const MARKER = /^(?:[-+*]|\d{1,9}[.)])/

/** How far the content of an item is indented, counted from its marker. */
export function indentOf(source: string, column = 0): number {
  const marker = MARKER.exec(source)?.[0]
  if (marker === undefined) throw new Irregular()
  const [spaces = ''] = /^[ \t]*/.exec(source.slice(marker.length)) ?? []
  const isEmpty = /^(?:[\r\n]|$)/.test(source.slice(marker.length + spaces.length))
  const width = columnAfter(spaces, column + marker.length) - column - marker.length
  return marker.length + (isEmpty || width > TAB ? 1 : width)
}

export function readItem(reader: ContainerReader, item: ListItem, prefix: string): Draft {
  const { start, end } = rangeOf(item)
  const { text } = reader
  const line = text.slice(
    Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1,
    start,
  )
  const column = columnAfter(line)
  const lead = Math.max(
    0,
    column - columnAfter(quoteIn(line)) - columnAfter(prefix.slice(quoteIn(prefix).length)),
  )
  const inner = prefix + ' '.repeat(lead + indentOf(text.slice(start, end), column))
  const read = reader.blocks(item.children as Content[], { from: start, to: end }, inner)
  const isEmpty = read.head === ''
  const head = isEmpty ? text.slice(start, end).replace(/[\r\n][\s\S]*$/, '') : read.head
  if (/[\r\n]/.test(head.trim()) || read.tail.trim() !== '') throw new Irregular()
  return {
    type: schema.nodes.list_item,
    attrs: { checked: item.checked ?? null },
    content: read.nodes,
    head: isEmpty && !/[ \t]$/.test(head) ? `${head} ` : head,
    tail: read.tail,
    inner,
  }
}

/** The start of a line up to its last mark of a quote. */
const quoteIn = (line: string): string => /^.*> ?/.exec(line)?.[0] ?? ''
